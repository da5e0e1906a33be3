import {
  TRASHED_PICTURE_PATH,
  createFunctionArguments,
  type RowIds,
} from '../../backend/rest/testing/permission-requests.ts';
import { ANA_ID, BRUNO_ID, type TestCaller } from './people.ts';
import type { TestDatabase } from './database.ts';
import { getStagedBatchId } from './records.ts';

/** The arguments of one or more calls of a function. */
type Calls = [first: CallArguments, ...further: CallArguments[]];

/**
 * Returns the arguments of valid calls of a function: first those of `createFunctionArguments`, then those of
 * `furtherCalls`, which have other effects. In the first call, arguments that `createFunctionArguments` lacks get a
 * value of their type, and `confirmed: 0` becomes 1.
 */
export function makeValidCalls(
  { name, types }: FunctionSignature,
  rowIds: RowIds,
  person: TestCaller,
): Calls {
  const { [name]: known } = createFunctionArguments(rowIds, person);
  const { [name]: further = [] } = furtherCalls(rowIds, person);
  const first: CallArguments = { ...valuesOfTypes(types, rowIds), ...known };
  return [{ ...first, ...(first['confirmed'] === 0 && { confirmed: 1 }) }, ...further];
}

/**
 * Returns whether `createFunctionArguments` has this function. Otherwise the function can refuse even the first call of
 * `makeValidCalls`.
 */
export function hasDefinedArguments({ name }: FunctionSignature, rowIds: RowIds): boolean {
  return name in createFunctionArguments(rowIds, 'administrador');
}

export type FunctionSignature = { name: string; types: Record<string, string> };

function valuesOfTypes(types: FunctionSignature['types'], rowIds: RowIds): CallArguments {
  return Object.fromEntries(
    Object.entries(types).map(([argument, type]) => [argument, valueOfType(type, rowIds)]),
  );
}

function valueOfType(type: string, rowIds: RowIds): unknown {
  if (type.endsWith('[]')) return [valueOfType(type.slice(0, -2), rowIds)];
  if (type === 'uuid') return rowIds.product;
  if (type === 'boolean') return true;
  if (type === 'interval') return '1 day';
  if (/^(date|timestamp)/.test(type)) return '2026-01-01';
  if (/^(smallint|integer|bigint|numeric|real|double precision)/.test(type)) return 1;
  if (/^jsonb?$/.test(type)) return { area: 'products', id: rowIds.product, size: 1 };
  return 'products'; // the name of an area is valid for most arguments that are text
}

export type CallArguments = Record<string, unknown>;

function furtherCalls(
  { category, product, batch }: RowIds,
  person: TestCaller,
): Record<string, CallArguments[]> {
  const batch_id = '30000000-0000-4000-8000-000000000001';
  const selection = { search: 'acai', filters: { status: 'Ativo' }, except: [category] };
  return {
    activity: [{ filters: { area: 'products', kind: 'update', changed: true } }],
    apply_batch: [
      { batch_id: getStagedBatchId(person, 'import'), step: 1, confirmed: 1 },
      {
        batch_id: getStagedBatchId(person, 'pictures'),
        step: 1,
        confirmed: 1,
        pictures: [
          {
            place: 1,
            images: [{ url: TRASHED_PICTURE_PATH, is_main: true, alt: '' }],
            problems: {},
          },
        ],
      },
    ],
    find_products: [
      {
        filters: {
          visibility: 'todos',
          price_to: 100,
          promo: 'running',
          image: 'missing',
          link: 'broken',
          category_state: 'inactive',
        },
      },
    ],
    plan_change: [
      {
        batch_id,
        area: 'products',
        selection,
        change: { kind: 'price', by: 'percent', value: 5, ending: 0.9, promo: 'same' },
      },
      { batch_id, area: 'products', selection, change: { kind: 'delete' } },
    ],
    record_authors: [{ area: 'products', record_ids: [product], version: 1, batch }],
    record_history: [{ area: 'products', record_id: product, before: batch }],
    restore_record: [{ area: 'products', record_id: product, batch }],
    save_product: [
      {
        product: { id: product, real_price: 1, promo_price: 0.5 },
        images: [],
        expected_version: 2,
        confirmed: { real_price: 1, promo_price: 0.5 },
      },
    ],
    undo_batch: [
      { batch, decisions: { [`products/${product}/name`]: 'keep' }, only_record: product },
      { batch, after: '' },
    ],
  };
}

/** Hostile values with which a call may change rows: patterns that match 'place = value', keyed by function. */
export const ACCEPTED_HOSTILE_VALUES: Record<string, RegExp[]> = {
  // Any JSON value is converted to text, to which the rules of the table apply.
  save_product: [
    /^product\.(name|subtitle|mini_description|description|sku|button_link|video_embed) /,
    /^product\.real_price = 2147483648/,
    // A confirmation has no effect if no price is doubtful.
    /^confirmed(\.| = \{)/,
    /^images = \[\]/,
    /^images\.0\.(alt|is_main) /,
    // Version 0 with an id means that the product does not exist yet. If it exists, the result is a conflict.
    /^expected_version = 0/,
  ],
  set_list: [/^hidden_columns = /],
  // The function stores any row; plan_import checks the rows.
  stage_rows: [/^batch\.(file_name|creates_categories) /, /^rows\.0\.(cells|problems)/],
  undo_batch: [/^decisions = \{/, /^decisions\./, /^after = /, /^only_record = /],
  // If `continued` is not a batch of the user, the restoration opens a new batch.
  restore_trashed: [/^continued = /],
  // A plan does not change records. If the rules refuse a row, the plan lists the row and does not fail.
  plan_change: [/^change\.value = /, /^selection\./],
  leave_out: [/^is_out = /, /^places = \[(-1)?\]/],
  // If the table refuses pictures, the call does not fail: the function only refuses the row with these pictures.
  apply_batch: [/^pictures\.0\.(images|problems)/],
  plan_pictures: [/^batch\.file_name /, /^rows\.0\.(title|cells|problems|before|after|record_id)/],
  order_banners: [/^(seen|wanted) = "\{1\}"/],
};

/** Enforces the price guard, gives the staged batches a doubtful price, and inserts rows that some calls need. */
export async function prepareHostileCallData({ sql }: Pick<TestDatabase, 'sql'>) {
  await sql('update public.price_guard set enforced = true');
  await sql(`update private.staged_batches
    set source = '{"kind": "price", "by": "to", "value": 1, "ending": null, "promo": "keep"}' where kind = 'change'`);
  await sql(`update private.staged_batches set area = 'products'`);
  await sql(`update private.staged_batch_rows set before = '{"real_price": 24.90, "promo_price": null}',
    after = '{"real_price": 1.00, "promo_price": null}'
    where batch_id in (select id from private.staged_batches where kind = 'change')`);
  await sql(`update private.staged_batch_rows as staged set
      key = lower(product.sku), cells = jsonb_build_object('sku', product.sku, 'real_price', 1),
      before = '{"real_price": 24.90}', after = '{"real_price": 1.00}', record_id = product.id,
      version = product.version, outcome = 'change'
    from public.products as product
    where batch_id in (select id from private.staged_batches where kind = 'import')`);
  await sql(`update private.staged_batch_rows set doubts = '{fall}'`);
  await sql(`insert into private.batches (at, area, record_id, kind)
    select now() - interval '9 years', 'products', gen_random_uuid(), 'update' from generate_series(1, 5)`);
  await sql(`insert into public.banners (titulo) values ('Outono')`);
  await sql(`insert into public.list_views (owner, area, name)
    select id, 'products', 'Outra' from unnest(array['${ANA_ID}', '${BRUNO_ID}']::uuid[]) as id`);
}
