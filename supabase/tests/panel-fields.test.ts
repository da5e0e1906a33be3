import { afterAll, beforeAll, expect, it } from 'vitest';
import * as v from 'valibot';
import { SUCCESSFUL_COMPLETION, openTestDatabase, type TestDatabase } from './database.ts';
import { areas, importAreaFields, PRODUCT_SORT_COLUMNS } from './panel-areas.ts';
import { insertCategory, fillEveryTable } from './records.ts';

/** Kinds that the field of a number or date column may have in the panel, keyed by the type of the column. */
const KINDS: Record<string, readonly string[]> = {
  integer: ['integer'],
  bigint: ['integer'],
  numeric: ['money', 'decimal', 'percentage'],
  date: ['day'],
  'timestamp with time zone': ['moment'],
};

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
  db = await openTestDatabase();
  await fillEveryTable(db);
});
afterAll(() => db.drop());

it.each(Object.entries(areas))(
  'the fields of %s have the kind of each number and date',
  async (name, { table }) => {
    const fields = await importAreaFields(name);
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
    const fields = await importAreaFields(name);
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

it.each(Object.entries(areas))(
  'clients may write the column of each field of %s that has a rule',
  async (name, { table }) => {
    const fields = Object.entries(await importAreaFields(name));
    const inForm = fields.flatMap(([column, { rule, unstored }]) =>
      rule && !unstored ? column : [],
    );
    expect(inForm.length).toBeGreaterThan(2);
    for (const command of ['insert', 'update'] as const) {
      const columns = await clientColumns(table, command);
      const refused = inForm.filter((column) => !columns.includes(column));
      expect({ [command]: refused }).toEqual({ [command]: [] });
    }
  },
);

it('each column of a number stores what the rule of its field accepts', async () => {
  const tested: string[] = [];
  for (const [name, { table }] of Object.entries(areas)) {
    const fields = await importAreaFields(name);
    for (const column of await numberColumns(table)) {
      const { rule } = fields[column.name] ?? {};
      if (!rule) continue;
      const accepted = candidates(column).flatMap((number) => {
        const typed = String(number).replace('.', ',');
        const parsed = v.safeParse(rule as v.GenericSchema<string, number>, typed);
        return parsed.success ? parsed.output : [];
      });
      expect(accepted.length).toBeGreaterThan(2);
      for (const number of accepted)
        expect([column.name, await storedNumber(table, column.name, number)]).toEqual([
          column.name,
          number,
        ]);
      tested.push(column.name);
    }
  }
  expect(tested).toEqual(expect.arrayContaining(['ordem', 'promo_price', 'real_price']));
});

type NumberColumn = { name: string; scale: number; limits: string };

/** Lists the number columns of a table, with their decimal places and the text of their CHECK constraints. */
function numberColumns(table: string): Promise<NumberColumn[]> {
  return db.sql<NumberColumn>(
    `select column_name as name, coalesce(numeric_scale, 0) as scale, coalesce((
      select string_agg(pg_catalog.pg_get_constraintdef(checked.oid), ' ')
      from pg_catalog.pg_constraint as checked
      where checked.conrelid = $1::regclass and checked.contype = 'c'
        and pg_catalog.pg_get_constraintdef(checked.oid) ~ format('\\m%s\\M', column_name)
    ), '') as limits
    from information_schema.columns
    where table_schema = 'public' and table_name = $2 and data_type in ('integer', 'numeric')`,
    [`public.${table}`, table],
  );
}

/**
 * Returns numbers to test a column with: zero, the numbers in its constraints, 2^31 and powers of ten, positive and
 * negative, and numbers just below and above them. Some have one decimal place more than the column.
 */
function candidates({ scale, limits }: NumberColumn): number[] {
  const inConstraints = [...limits.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
  const edges = new Set([0, 1e4, 2 ** 31, 1e8, 1e10, 1e12, ...inConstraints]);
  const steps = [0, 1, -1, 10 ** -scale, -(10 ** -scale), 10 ** -(scale + 1)];
  const all = [...edges].flatMap((edge) => [edge, -edge].flatMap((n) => steps.map((by) => n + by)));
  return all.map((number) => Number(number.toFixed(Math.min(scale + 1, 6))));
}

/** Updates a column with a number. @returns the number that is stored, or the message of the refusal */
async function storedNumber(table: string, column: string, number: number) {
  const values = [JSON.stringify({ [column]: number })];
  return db
    .sql<{ stored: number }>(
      `update public.${table} as record set ${column} = (
        jsonb_populate_record(null::public.${table}, $1)).${column}
      returning ${column}::float8 as stored`,
      values,
    )
    .then(
      ([row]) => row?.stored,
      (error: Error) => error.message,
    );
}

it('the panel offers all orders of the products, and each sorts the list and the export [PROD-15]', async () => {
  const category = await insertCategory(db, 'Sucos');
  await db.sql(
    `insert into public.products
      (name, subtitle, mini_description, description, sku, category_id, real_price, status, tipo)
    values ('Caju', 'Suco', 'Suco', 'Suco', 'CAJU', $1, 90, 'Inativo', 'Serviço')`,
    [category],
  );
  const columns = await db.sql<{ name: string }>(
    `select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'products'`,
  );
  const sorts = async (order: string) => {
    const listed = { search: '', filters: {}, order, page: 1, size: 25 };
    const { rows, code } = await db.attempt<{ page: { rows: { sku: string }[] } }>(
      'colaborador',
      'select public.find_products($1, $2, $3, $4, $5) as page',
      Object.values(listed),
    );
    if (code !== SUCCESSFUL_COMPLETION) return [];
    const skus = rows[0]?.page.rows.map(({ sku }) => sku);
    const exported = await db.call<{ rows: { sku: string }[] }>('colaborador', 'export_products', [
      '',
      {},
      order,
    ]);
    expect(exported.rows.map(({ sku }) => sku)).toEqual(skus);
    return skus ?? [];
  };
  const sortable: string[] = [];
  for (const { name: column } of columns) {
    const up = await sorts(column);
    if (up.length === 0) continue;
    expect([column, await sorts(`-${column}`)]).toEqual([column, up.toReversed()]);
    sortable.push(column);
  }
  expect(sortable.toSorted()).toEqual(PRODUCT_SORT_COLUMNS.toSorted());
});

async function clientColumns(table: string, command: 'insert' | 'update'): Promise<string[]> {
  const [row] = await db.as<{ columns: string[] }>(
    'administrador',
    'select private.client_columns($1, $2) as columns',
    [table, command],
  );
  return row?.columns ?? [];
}

async function writableColumns(table: string): Promise<string[]> {
  const [inserted, updated] = await Promise.all([
    clientColumns(table, 'insert'),
    clientColumns(table, 'update'),
  ]);
  return [...new Set([...inserted, ...updated])];
}

async function isImportable(table: string): Promise<boolean> {
  const rows = await db.sql('select 1 from private.areas where name = $1 and is_importable', [
    table,
  ]);
  return rows.length > 0;
}
