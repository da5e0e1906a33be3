import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from './database.ts';

/** The properties of a field (src/crud/fields.ts) that the test reads. */
type Fields = Record<string, { sheet?: object; kind?: string }>;

/** The kinds of fields that a number or date may have, by the type of its column. */
const KINDS: Record<string, readonly string[]> = {
  integer: ['integer'],
  bigint: ['integer'],
  numeric: ['money', 'decimal', 'percentage'],
  date: ['day'],
  'timestamp with time zone': ['moment'],
};

/**
 * A variable, not a literal path: TypeScript would follow it to the panel's components, which need the types of a
 * browser.
 */
const AREAS: string = '../../src/areas/index.ts';
const { areas } = (await import(AREAS)) as { areas: Record<string, { table: string }> };

/** Columns that clients may write and that no form field has, with the reason. */
const WITHOUT_FIELD: Record<string, string> = {
  creation_key: 'It distinguishes a repeated creation from a second one.',
  id: 'The database or the panel generates it with the record.',
  discount_percentage: 'A save always empties it.',
  distribuidor_id: 'The specification has the column, but no form for it.',
};

/** Fields without a column in the spreadsheets that an area imports, with the reason. */
const WITHOUT_SHEET: Record<string, string> = {
  image_url: 'Pictures are uploaded.',
  logo_url: 'Pictures are uploaded.',
};

let db: TestDatabase;

beforeAll(async () => {
  db = await openDatabase();
});
afterAll(() => db.drop());

it.each(Object.entries(areas))(
  'the fields of %s have the kind of each number and date',
  async (name, { table }) => {
    const { fields } = (await import(`../../src/areas/${name}/schema.ts`)) as { fields: Fields };
    const columns = await db.sql<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const inFields = columns.filter((column) => column.name in fields);
    expect(inFields.length).toBeGreaterThan(2);
    const withoutKind = inFields.filter(({ name: column, type }) => {
      const { kind } = fields[column] ?? {};
      return KINDS[type] ? !kind || !KINDS[type].includes(kind) : kind;
    });
    expect(withoutKind).toEqual([]);
  },
);

it.each(Object.entries(areas))(
  'the panel has a field for each column of %s that clients may write',
  async (name, { table }) => {
    const { fields } = (await import(`../../src/areas/${name}/schema.ts`)) as { fields: Fields };
    const columns = await writableColumns(table);
    expect(columns.length).toBeGreaterThan(3);
    const missing = columns.filter((column) => !(column in fields) && !(column in WITHOUT_FIELD));
    expect(missing).toEqual([]);
    if (!(await isImportable(table))) return;
    const unlisted = columns.filter(
      (column) => fields[column] && !fields[column].sheet && !(column in WITHOUT_SHEET),
    );
    expect(unlisted).toEqual([]);
  },
);

async function writableColumns(table: string): Promise<string[]> {
  const [row] = await db.as<{ columns: string[] }>(
    'administrador',
    `select array(
      select distinct unnest(private.client_columns($1, 'insert') || private.client_columns($1, 'update'))
    ) as columns`,
    [table],
  );
  return row?.columns ?? [];
}

async function isImportable(table: string): Promise<boolean> {
  const rows = await db.sql('select 1 from private.areas where name = $1 and is_importable', [
    table,
  ]);
  return rows.length > 0;
}
