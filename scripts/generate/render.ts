import type { Column, Enum, Relationship, Schema, SqlFunction, Table } from './catalogue.ts';

/**
 * Renders the schema as TypeScript, in the format of Supabase's own generator, because Supabase's clients expect this
 * format.
 */
export function renderTypes({ tables, functions, enums }: Schema): string {
  return `// Generated from the migrations by \`npm run types\`. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: ${block(tables.map((table) => renderTable(table, enums)))};
    Views: { [_ in never]: never };
    Functions: ${block(functions.map((sqlFunction) => renderFunction(sqlFunction, enums)))};
    Enums: ${block(enums.map((item) => `${item.name}: ${union(item.values)};`))};
    CompositeTypes: { [_ in never]: never };
  };
};

type PublicTables = Database['public']['Tables'];
export type Tables<Name extends keyof PublicTables> = PublicTables[Name]['Row'];
export type TablesInsert<Name extends keyof PublicTables> = PublicTables[Name]['Insert'];
export type TablesUpdate<Name extends keyof PublicTables> = PublicTables[Name]['Update'];
`;
}

function renderTable({ name, columns, relationships }: Table, enums: Enum[]) {
  const type = (column: Column) => columnType(column, enums);
  return `${name}: {
        Row: ${record(columns.map((column) => `${column.name}: ${type(column)};`))};
        Insert: ${record(
          columns.map((column) =>
            column.computed
              ? `${column.name}?: never;`
              : `${column.name}${column.optional ? '?' : ''}: ${type(column)};`,
          ),
        )};
        Update: ${record(
          columns.map((column) => `${column.name}?: ${column.computed ? 'never' : type(column)};`),
        )};
        Relationships: [${relationships.map(renderRelationship).join(' ')}];
      };`;
}

function renderRelationship({ name, columns, oneToOne, table, tableColumns }: Relationship) {
  const names = (list: string[]) => `[${list.map((item) => `'${item}'`).join(', ')}]`;
  return `{
            foreignKeyName: '${name}';
            columns: ${names(columns)};
            isOneToOne: ${oneToOne};
            referencedRelation: '${table}';
            referencedColumns: ${names(tableColumns)};
          },`;
}

function renderFunction(item: SqlFunction, enums: Enum[]) {
  const args = item.args.map(
    (arg) => `${arg.name}${arg.optional ? '?' : ''}: ${scalar(arg.type, enums)};`,
  );
  const one = item.table
    ? `Database['public']['Tables']['${item.table}']['Row']`
    : item.columns.length > 0
      ? `{ ${item.columns.map((column) => `${column.name}: ${scalar(column.type, enums)};`).join(' ')} }`
      : scalar(item.returns, enums);
  return `${item.name}: {
        Args: ${args.length > 0 ? `{ ${args.join(' ')} }` : 'never'};
        Returns: ${one}${item.set ? '[]' : ''};
      };`;
}

function columnType(column: Column, enums: Enum[]) {
  const type = column.allowed ? union(allowedValues(column.allowed)) : scalar(column.type, enums);
  return column.nullable ? `${type} | null` : type;
}

/** Returns the values that a check allows: 'a' and 'b' for `CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))`. */
function allowedValues(definition: string) {
  return [...definition.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value = '']) =>
    value.replaceAll("''", "'"),
  );
}

function scalar(type: string, enums: Enum[]): string {
  if (type.startsWith('_')) return `${scalar(type.slice(1), enums)}[]`;
  if (/^(int[248]|float[48]|numeric)$/.test(type)) return 'number';
  if (type === 'bool') return 'boolean';
  if (/^jsonb?$/.test(type)) return 'Json';
  if (type === 'void') return 'undefined';
  if (type === 'record') return 'Record<string, unknown>';
  if (enums.some((item) => item.name === type)) return `Database['public']['Enums']['${type}']`;
  return 'string';
}

function union(values: string[]) {
  return values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(' | ');
}

function record(lines: string[]) {
  return `{\n          ${lines.join('\n          ')}\n        }`;
}

function block(items: string[]) {
  return items.length > 0 ? `{\n      ${items.join('\n      ')}\n    }` : '{ [_ in never]: never }';
}
