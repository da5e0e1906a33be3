import type { RequestResult } from './adapter.ts';
import { chooseItem, type Command, type StepMaker, type Step } from './step.ts';
import { createBlankRow } from './many.ts';
import {
  type Area,
  areaOf,
  findBrokenRule,
  copyState,
  findSkuHolder,
  hasDoubtfulPrices,
  listLabels,
  DEFAULT_PRICE_GUARD_LIMITS,
  createLabel,
  type Row,
  type State,
  writeRow,
} from './state.ts';
import type { Outcome } from './undo.ts';

// Commands on one record, as the forms, lists and buttons of the panel send them, and on the price guard.

/** The maximum number of records of an area. */
const MAX_RECORDS: Record<Area, number> = { products: 4, categories: 4, parceiros: 2 };
const PICTURES = ['a', 'b', 'c', 'd'].map(
  (name) => `https://vitrine.exemplo/storage/v1/object/public/product-images/main/${name}.png`,
);
const DAYS = [3, 5, 8].map((day) => `2026-12-0${day}T12:00:00.000Z`);

export const USER_NAMES = { administrador: 'Ana', colaborador: 'Bruno' } as const;

/** Returns up to two pictures as JSON text; the first is the main one. */
export function makePicturesJson(a: number, b: number): string {
  const urls = [...new Set([PICTURES[a % 4]!, PICTURES[b % 4]!])].slice(0, (b % 3) + (a % 2));
  return JSON.stringify(urls.map((url, place) => [url, place === 0, '']));
}

export function parsePictures(pictures: unknown): { url: string; is_main: boolean; alt: string }[] {
  // The cast is safe: `makePicturesJson` or `read` of the adapter wrote this text.
  const list = JSON.parse(String(pictures)) as [string, boolean, string][];
  return list.map(([url, is_main, alt]) => ({ url, is_main, alt }));
}

export const isBelowRecordLimit = (state: State, area: Area) =>
  listLabels(state, area).length < MAX_RECORDS[area];

export const makeUnchangedOutcome = (state: State, ...statuses: string[]): Outcome => ({
  state: copyState(state),
  statuses,
});

/** Returns the outcome of writing one record: the row is stored, or a rule or the price guard refuses it. */
export function predictChangeOutcomes(
  state: State,
  label: string,
  row: Row | null,
  {
    confirmed = false,
    /** Whether the prices are copied from a stored record, so that the price guard accepts them. */
    isCopy = false,
    statuses = ['saved', 'written', 'deleted'],
    counter = state.counter,
  } = {},
): Outcome[] {
  const isUnconfirmed =
    state.isEnforced &&
    !confirmed &&
    !isCopy &&
    row !== null &&
    hasDoubtfulPrices(state, label, row);
  if (isUnconfirmed || (row && findBrokenRule(state, label, row)))
    return [makeUnchangedOutcome(state, 'refused')];
  const next = copyState(state);
  next.counter = counter;
  writeRow(next, null, label, row, { confirmed });
  return [{ state: next, statuses }];
}

/** Returns a product as the form sends it: with ids instead of labels. The pictures are a separate argument. */
function payload(state: State, label: string | null, row: Row) {
  const { pictures: _pictures, ...columns } = row;
  return {
    ...columns,
    category_id: state.ids[String(row['category_id'])],
    ...(label !== null && { id: state.ids[label] }),
  };
}

const create: StepMaker = (state, { person, a, b, c }) => {
  const [category] = [chooseItem(listLabels(state, 'categories'), a)];
  if (!isBelowRecordLimit(state, 'products') || category === undefined) return undefined;
  const counted = copyState(state);
  const label = createLabel(counted, 'products');
  const free = state.log.find(
    ({ kind, before }) =>
      kind === 'delete' && 'sku' in before && !findSkuHolder(state, null, String(before['sku'])),
  );
  // Sometimes uses the SKU of a deleted product, so that the deleted product cannot be restored with its SKU.
  const sku = c % 4 === 0 && free ? String(free.before['sku']) : `§S-${state.counter + 1}`;
  const row: Row = {
    ...createBlankRow('products'),
    name: `Produto ${label}`,
    sku,
    category_id: category,
    real_price: 10 + (b % 50),
    pictures: makePicturesJson(b, c),
  };
  return {
    text: `${USER_NAMES[person]}: create ${label} ${formatRow({ sku, category_id: category, pictures: row['pictures']! })}`,
    run: (adapter) =>
      adapter.saveProduct(person, payload(state, null, row), parsePictures(row['pictures']), null),
    outcomes: () => predictChangeOutcomes(state, label, row, { counter: counted.counter }),
  };
};

/** Returns the columns that a user changes in the form. `a` and `c` choose the columns, `b` and `c` the values. */
function changesOf(state: State, label: string, { a, b, c }: Command): Row {
  const row = state.rows[label]!;
  const price = Number(row['real_price']);
  const earlier = state.log.flatMap((entry) =>
    entry.label === label && 'pictures' in entry.before ? [entry.before['pictures']!] : [],
  );
  const all: Row[] = [
    { name: `Nome ${b % 5}` },
    { real_price: round(price * (0.8 + (b % 5) / 10)) },
    { promo_price: b % 3 === 0 ? null : round(price * 0.9) },
    { category_id: chooseItem(listLabels(state, 'categories'), b) ?? null },
    { status: b % 2 ? 'Ativo' : 'Inativo' },
    { pictures: (b % 2 ? chooseItem(earlier, c) : undefined) ?? makePicturesJson(b, c) },
    { subtitle: `Sub ${b % 4}`, button_link: b % 2 ? 'https://exemplo.com/a' : null },
    { sku: `§S-${1 + (b % 6)}` },
  ];
  return { ...chooseItem(all, a), ...(c % 2 ? chooseItem(all, a + c) : {}) };
}

const edit: StepMaker = (state, command) => save(state, command, 0);
const staleEdit: StepMaker = (state, command) => save(state, command, 1);

function save(state: State, command: Command, behind: number): Step | undefined {
  const { person, a } = command;
  const label = chooseItem(listLabels(state, 'products'), a);
  if (label === undefined) return undefined;
  const stored = state.rows[label]!;
  const changes = changesOf(state, label, { ...command, a: Math.floor(a / 7) });
  const row = { ...stored, ...changes };
  const version = (state.versions[label] ?? 0) - behind;
  return {
    text: `${USER_NAMES[person]}: edit ${label} ${formatRow(changes)}${behind ? ' from an old version' : ''}`,
    run: (adapter) =>
      adapter.saveProduct(
        person,
        payload(state, label, row),
        parsePictures(row['pictures']),
        version,
      ),
    outcomes: () =>
      behind ? [makeUnchangedOutcome(state, 'conflict')] : predictChangeOutcomes(state, label, row),
  };
}

/** Returns a step that edits a product in the list: the request has only the changed columns. */
function inList(state: State, command: Command, changes: Row, confirmed: boolean | null) {
  const label = chooseItem(listLabels(state, 'products'), command.a)!;
  const row = { ...state.rows[label]!, ...changes };
  return {
    text: `${USER_NAMES[command.person]}: edit ${label} in the list ${formatRow(changes)}${confirmed ? ' confirmed' : ''}`,
    run: (adapter: Parameters<Step['run']>[0]): Promise<RequestResult> =>
      adapter.saveProduct(
        command.person,
        { id: state.ids[label], ...changes },
        null,
        state.versions[label] ?? 0,
        confirmed
          ? { real_price: row['real_price'], promo_price: row['promo_price'] ?? null }
          : null,
      ),
    outcomes: () => predictChangeOutcomes(state, label, row, { confirmed: confirmed ?? false }),
  };
}

const priceInList: StepMaker = (state, command) => {
  const label = chooseItem(listLabels(state, 'products'), command.a);
  if (label === undefined) return undefined;
  const { b, c } = command;
  const stored = state.rows[label]!;
  const price = round(Number(stored['real_price']) * (0.9 + (b % 4) / 10));
  const all: Row[] = [
    { real_price: price },
    { status: b % 2 ? 'Ativo' : 'Inativo' },
    { real_price: price, promo_price: round(price / 1.25) },
    { real_price: stored['real_price']!, promo_price: null },
  ];
  return inList(state, command, chooseItem(all, c)!, null);
};

const doubtfulPrice: StepMaker = (state, command) => {
  const label = chooseItem(listLabels(state, 'products'), command.a);
  if (label === undefined) return undefined;
  const price = round(Number(state.rows[label]!['real_price']) * (command.b % 2 ? 2 : 0.5));
  const changes = { real_price: Math.max(1, Math.min(price, 9000)) };
  return inList(state, command, changes, command.c % 2 === 0);
};

const schedule: StepMaker = (state, command) => {
  const label = chooseItem(listLabels(state, 'products'), command.a);
  if (label === undefined) return undefined;
  const { b, c } = command;
  const stored = state.rows[label]!;
  const promo = stored['promo_price'] ?? round(Number(stored['real_price']) * 0.8);
  return inList(
    state,
    command,
    {
      promo_price: promo,
      promo_starts_at: b % 3 ? DAYS[b % 2]! : null,
      promo_ends_at: c % 3 ? DAYS[2]! : null,
    },
    null,
  );
};

const guard: StepMaker = (state, { b, c }) => {
  const isEnforced = b % 3 > 0;
  // If a plan with prices waits, choose strict limits more often: they make more prices of the plan doubtful.
  const waits = state.plans.some(({ rows }) =>
    rows.some((row) => row.outcome === 'change' && row.isPrice && !row.doubtful),
  );
  const limits = c % (waits ? 2 : 4) === 0 ? STRICT : DEFAULT_PRICE_GUARD_LIMITS;
  return {
    text: `Ana: price guard ${isEnforced ? 'on' : 'off'}, up to +${limits.up} % and -${limits.down} %`,
    // Ignores the batch of this change: the batch belongs to an area that the model does not contain.
    run: async (adapter) => ({ ...(await adapter.setGuard(isEnforced, limits)), batch: null }),
    outcomes: () => [{ state: { ...copyState(state), isEnforced, limits }, statuses: ['written'] }],
  };
};

/** Limits that all price changes in `BULK_CHANGES` exceed. */
const STRICT = { up: 5, down: 5 };

const remove: StepMaker = (state, { person, a }) => {
  const label = chooseItem(
    [...listLabels(state, 'products'), ...listLabels(state, 'parceiros')],
    a,
  );
  if (label === undefined) return undefined;
  const area = areaOf(label);
  const id = state.ids[label] ?? '';
  return {
    text: `${USER_NAMES[person]}: delete ${label}`,
    run: (adapter) =>
      area === 'products' ? adapter.deleteProduct(person, id) : adapter.deleteRow(person, area, id),
    outcomes: () => predictChangeOutcomes(state, label, null),
  };
};

const duplicate: StepMaker = (state, { person, a }) => {
  const source = chooseItem(listLabels(state, 'products'), a);
  if (source === undefined || !isBelowRecordLimit(state, 'products')) return undefined;
  const stored = state.rows[source]!;
  const counted = copyState(state);
  const label = createLabel(counted, 'products');
  const skus = [1, 2, 3, 4, 5, 6].map(
    (attempt) => `${String(stored['sku'])}-COPY${attempt > 1 ? `-${attempt}` : ''}`,
  );
  const sku = skus.find((free) => !findSkuHolder(state, null, free));
  return {
    text: `${USER_NAMES[person]}: duplicate ${source} as ${label}`,
    run: (adapter) => adapter.duplicate(person, state.ids[source] ?? ''),
    outcomes: () =>
      predictChangeOutcomes(
        state,
        label,
        { ...stored, name: `${String(stored['name'])} (Cópia)`, sku: sku ?? '' },
        { isCopy: true, counter: counted.counter },
      ),
  };
};

export const recordSteps: Record<string, StepMaker> = {
  create,
  edit,
  'edit an old version': staleEdit,
  'price in list': priceInList,
  'doubtful price': doubtfulPrice,
  schedule,
  'price guard': guard,
  delete: remove,
  duplicate,
};

function round(price: number): number {
  return Math.max(1, Math.round(price * 100) / 100);
}

export function formatRow(row: Row): string {
  return JSON.stringify(row).replaceAll(/https:[^"\\]*\/(\w)\.png/g, '$1');
}
