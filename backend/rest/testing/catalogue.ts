import { quoteIdentifier, type SchemaCache, type Relation, type Routine } from '../catalogue.ts';
import { linkRelations } from '../relationships.ts';

/** Returns an invented catalogue, so that requests can be prepared without a database. */
export function createSampleSchemaCache(): SchemaCache {
  const relations = new Map(
    [
      relation('products', { id: 'uuid', name: 'text', category_id: 'uuid', extra: 'jsonb' }),
      relation('categories', { id: 'uuid', name: 'text', parent_id: 'uuid', words: 'tsvector' }),
      relation('we"ird; drop', { id: 'integer', 'na"me': 'text[]', product_id: 'uuid' }),
    ].map((each) => [each.name, each]),
  );
  const key = { kind: 'f' as const, targets: ['id'] };
  linkRelations(relations, [
    {
      ...key,
      name: 'in_category',
      relation: 'products',
      target: 'categories',
      columns: ['category_id'],
    },
    {
      ...key,
      name: 'in_parent',
      relation: 'categories',
      target: 'categories',
      columns: ['parent_id'],
    },
    {
      ...key,
      name: 'of_product',
      relation: 'we"ird; drop',
      target: 'products',
      columns: ['product_id'],
    },
    ...[...relations.keys()].map((name) => ({
      ...key,
      kind: 'p' as const,
      name: `${name}_pkey`,
      relation: name,
      target: null,
      columns: ['id'],
    })),
  ]);
  const functions = new Map([LIST, ADD].map((each) => [each.name, [each]]));
  return { relations, functions, preRequest: undefined };
}

/** Returns every name that the SQL of a request can contain. */
export function listSchemaCacheNames({ relations, functions }: SchemaCache) {
  const routines = [...functions.values()].flat();
  return [
    ...[...relations.values()].flatMap(({ name, columns }) => [name, ...columns.keys()]),
    ...routines.flatMap(({ name, parameters }) => [name, ...parameters.map((each) => each.name)]),
    'public',
  ];
}

function relation(name: string, types: Record<string, string>): Relation {
  const columns = Object.entries(types).map(([column, type]) => ({
    name: column,
    sql: quoteIdentifier(column),
    type,
  }));
  return {
    sql: `"public".${quoteIdentifier(name)}`,
    name,
    kind: 'table',
    columns: new Map(columns.map((column) => [column.name, column])),
    relationships: [],
    rowFunctions: [],
    open: new Set(),
    hasRepresentations: false,
  };
}

const LIST: Routine = {
  name: 'list_products',
  sql: '"public"."list_products"',
  parameters: [{ name: 'name', type: 'text', isRequired: false }],
  isVolatile: false,
  result: 'rows',
  isOpen: false,
  refused: null,
};

const ADD: Routine = {
  name: 'add',
  sql: '"public"."add"',
  parameters: [{ name: 'id', type: 'integer', isRequired: false }],
  isVolatile: true,
  result: 'value',
  isOpen: false,
  refused: null,
};
