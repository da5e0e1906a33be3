import { readFile } from 'node:fs/promises';
import type { Queryable } from '../backend/database/database.ts';

/**
 * A row of data/: the columns of its table, and a fixed id, by which `clearDemo` finds the row. `toColumn` converts:
 * - names that end with `url`: a path under pictures/, converted to a URL
 * - `plan`: the name of a plan, converted to its id
 * - `days`: days before the load, converted to the moment `created_at`
 * - names that end with `s_in`, for example `starts_in`: days after the load, converted to the moment `starts_at`
 */
type Row = Record<string, unknown> & { id: string | number };
export type DemoUser = Row & { id: string; email: string; role: string };
export type DemoTable = readonly [name: string, rows: Record<string, unknown>[]];

/** Default values of the columns that a product of data/ leaves out. */
const PRODUCT = {
  tipo: 'Produto',
  status: 'Ativo',
  visibility: 'todos',
  promo_price: null,
  promo_starts_in: null,
  promo_ends_in: null,
  video_embed: null,
};

/** Reads the rows of data/ for every table of the catalogue, referenced tables first. */
export async function readTables(): Promise<DemoTable[]> {
  const categories = await read<Row & { slug: string }>('categories');
  const productsByCategory = await Promise.all(
    categories.map(async ({ id: category_id, slug }) => {
      const products = await read<Row & { pictures: string[] }>(`products/${slug}`);
      return products.map((product) => ({ ...PRODUCT, category_id, ...product }));
    }),
  );
  const products = productsByCategory.flat();
  return [
    ['categories', categories.map((row) => omitColumn(row, 'slug'))],
    ['products', products.map((row) => omitColumn(row, 'pictures'))],
    ['product_images', products.flatMap(imagesOf)],
    ['distribuidores', await read('distribuidores')],
    ['parceiros', await read('parceiros')],
    ['notificacoes', await read('notificacoes')],
    ['banners', await read('banners')],
  ];
}

/** Reads the rows of `profiles`. The login of each user has the same id as the profile. */
export function readProfiles() {
  return read<DemoUser>('people');
}

type References = { urlOf(file: string): string; planIds: ReadonlyMap<unknown, string> };

/**
 * Inserts the rows of one table. All rows must have the same columns: the statement uses the columns of the first row.
 */
export async function insertRows(tx: Queryable, [table, rows]: DemoTable, references: References) {
  const complete = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => toColumn(name, value, references)),
    ),
  );
  const columns = Object.keys(complete[0] ?? {}).join(', ');
  // Insert the ids of data/ instead of generated ones. In banners and notificacoes, generated ids begin at 1 and the
  // ids of data/ at 900,001, so later records get different ids.
  await tx.query(
    `insert into public.${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
    [JSON.stringify(complete)],
  );
}

function toColumn(
  name: string,
  value: unknown,
  { urlOf, planIds }: References,
): [name: string, value: unknown] {
  if (name === 'days') return ['created_at', new Date(Date.now() - Number(value) * DAY_MS)];
  if (name.endsWith('s_in')) return [name.replace(/in$/, 'at'), inDays(value)];
  if (name === 'plan') return ['plan_id', planIds.get(value)];
  return [name, name.endsWith('url') ? urlOf(String(value)) : value];
}

/** Returns the moment `days` days from now, rounded down to the full hour, as users would enter it; null for null. */
function inDays(days: unknown) {
  if (days === null) return null;
  const at = Date.now() + Number(days) * DAY_MS;
  return new Date(at - (at % HOUR_MS));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function omitColumn(row: Row, name: string) {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));
}

/** Returns the rows of `product_images`. The first picture is the main one. */
function imagesOf({ id: product_id, pictures }: Row & { pictures: string[] }) {
  return pictures.map((url, position) => ({ product_id, url, is_main: position === 0, position }));
}

async function read<T extends Row>(name: string) {
  const text = await readFile(new URL(`data/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as T[]; // the file is our own; the database checks its contents
}
