import type { TestCaller } from '../people.ts';

export type Value = string | number | boolean | null;
/** The columns of a record. The pictures of a product are one column, a JSON text in display order. */
export type Row = Record<string, Value>;
export type Area = 'products' | 'categories' | 'parceiros';
export type Actor = Extract<TestCaller, 'administrador' | 'colaborador'>;
export type ChangeKind = 'insert' | 'update' | 'delete' | 'discard' | 'anonymise';

/** One change of one record in a batch. */
export type LogEntry = {
  /** Index of the batch in `State.batches`. */
  batch: number;
  label: string;
  kind: ChangeKind;
  /** The earlier values; for an update, only the values of the changed columns. */
  before: Row;
  /** The new values; for an update, only the values of the changed columns. */
  after: Row;
  /** The complete record after the change; null if it does not exist. */
  row: Row | null;
  /** Whether a user confirmed a doubtful price. */
  confirmed?: boolean;
};

/** A batch of the history. */
export type Batch = {
  /** The id in the database; null until it is known. */
  id: number | null;
  /** Index of the batch that this batch undoes; null if it is not an undo. */
  undoes: number | null;
  /** Whether this batch undoes only chosen records of the batch `undoes`. */
  isPartial: boolean;
  /** Indexes of the batches that undid records of this batch, keyed by the label of the record. */
  undone: Record<string, number>;
  /**
   * Labels of records for which the model does not check whether this batch is listed as undone:
   * - records for which an undo of this batch had nothing to write
   * - records that this batch deleted and that the undo of an earlier batch restored
   */
  settled: string[];
};

export type PlannedRow = {
  label: string;
  version: number;
  after: Row | null;
  isPrice: boolean;
  doubtful: boolean;
  outcome: 'change' | 'keep' | 'out' | 'refuse' | 'done' | 'stale';
};
export type Plan = {
  id: string;
  owner: Actor;
  rows: PlannedRow[];
  batch: number | null;
  isBegun: boolean;
  /**
   * Whether the database may have deleted the plan, to make room for a newer staged batch. The model does not have that
   * newer batch any more if the user has dropped it.
   */
  mayBeGone?: boolean;
  /** The result of the last step, as JSON. */
  result?: string;
};
export type ImportRow = {
  key: string;
  label: string | null;
  version: number;
  cells: Row;
  doubtful: boolean;
  outcome: 'untried' | 'create' | 'change' | 'keep' | 'refuse' | 'done';
};
export type Import = {
  id: string;
  owner: Actor;
  area: Area;
  rows: ImportRow[];
  batch: number | null;
  isBegun: boolean;
  isTried: boolean;
  result?: string;
};

/** A staged batch with pictures of two products. A later command writes the pictures of the second one. */
export type StagedPictureBatch = {
  id: string;
  owner: Actor;
  batch: number | null;
  /** The product whose pictures are not written yet, with its pictures and its SKU at the time of the plan. */
  next: { label: string; urls: string[]; sku: string } | null;
};

/** The limits of the price guard, in percent: a price that rises or falls by more is doubtful. */
export type PriceGuardLimits = { up: number; down: number };
/** The limits of the price guard in a new database. */
export const DEFAULT_PRICE_GUARD_LIMITS: PriceGuardLimits = { up: 70, down: 30 };

/**
 * The expected content of the database, computed in JavaScript. Records have labels (P1, C2, R1) instead of ids, so
 * that a sequence reads the same in every run.
 */
export type State = {
  rows: Record<string, Row>;
  versions: Record<string, number>;
  ids: Record<string, string>;
  log: LogEntry[];
  batches: Batch[];
  plans: Plan[];
  imports: Import[];
  sessions: StagedPictureBatch[];
  isEnforced: boolean;
  limits: PriceGuardLimits;
  /** The personal texts of all anonymised titulares, which must not be stored any more. */
  erased: string[];
  /** The personal texts that each partner has had so far, keyed by the label of the partner. */
  personal: Record<string, string[]>;
  counter: number;
  /** Labels of records whose version the last command may change, even if no column changes. */
  touched: string[];
};

export const PERSONAL_COLUMNS = ['name', 'email', 'phone', 'address', 'cidade'];

export function createEmptyState(): State {
  return {
    rows: {},
    versions: {},
    ids: {},
    log: [],
    batches: [],
    plans: [],
    imports: [],
    sessions: [],
    isEnforced: false,
    limits: DEFAULT_PRICE_GUARD_LIMITS,
    erased: [],
    personal: {},
    counter: 0,
    touched: [],
  };
}

export function areaOf(label: string): Area {
  return label.startsWith('P') ? 'products' : label.startsWith('C') ? 'categories' : 'parceiros';
}

export function createLabel(state: State, area: Area): string {
  state.counter += 1;
  return `${{ products: 'P', categories: 'C', parceiros: 'R' }[area]}${state.counter}`;
}

export function openBatch(state: State, undoes: number | null = null): number {
  return state.batches.push({ id: null, undoes, isPartial: false, undone: {}, settled: [] }) - 1;
}

export function listLabels(state: State, area?: Area): string[] {
  return Object.keys(state.rows).filter((label) => !area || areaOf(label) === area);
}

/** Copies the state, and shares the values that no command mutates: rows and entries of the log. */
export function copyState(state: State): State {
  return {
    ...state,
    rows: { ...state.rows },
    versions: { ...state.versions },
    ids: { ...state.ids },
    log: [...state.log],
    batches: state.batches.map((batch) => ({
      ...batch,
      undone: { ...batch.undone },
      settled: [...batch.settled],
    })),
    plans: state.plans.map((plan) => ({ ...plan, rows: plan.rows.map((row) => ({ ...row })) })),
    imports: state.imports.map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row })) })),
    sessions: state.sessions.map((session) => ({ ...session })),
    erased: [...state.erased],
    personal: Object.fromEntries(
      Object.entries(state.personal).map(([label, texts]) => [label, [...texts]]),
    ),
    touched: [...state.touched],
  };
}

/**
 * Writes a row as a statement would, with the changes of the table's triggers. A row without changes is not written.
 * @param batch index of the batch to write to; null opens a new batch
 * @param wanted the new row; null deletes the record
 * @returns index of the batch; null if nothing was written and no batch was given
 */
export function writeRow(
  state: State,
  batch: number | null,
  label: string,
  wanted: Row | null,
  { undoes = null, confirmed = false }: { undoes?: number | null; confirmed?: boolean } = {},
): number | null {
  const stored = state.rows[label];
  if (!stored && !wanted) return batch;
  const next = wanted && applyTriggers(state, label, wanted);
  state.touched.push(label);
  if (areaOf(label) === 'parceiros' && next) note(state, label, next);
  const changed = findChangedColumns(stored ?? {}, next ?? {});
  if (stored && next && changed.length === 0) return batch;
  const open = batch ?? openBatch(state, undoes);
  state.log.push({
    batch: open,
    label,
    kind: !stored ? 'insert' : next ? 'update' : 'delete',
    before: stored ? (next ? pick(stored, changed) : { ...stored }) : {},
    after: next ? (stored ? pick(next, changed) : { ...next }) : {},
    row: next && { ...next },
    confirmed: confirmed && next !== null && hasDoubtfulPrices(state, label, next),
  });
  if (next) state.rows[label] = { ...next };
  else delete state.rows[label];
  return open;
}

/**
 * Returns the row as the trigger of the table changes it: an update that removes the promotional price also removes
 * the dates of its period, unless the update changes these dates.
 */
function applyTriggers(state: State, label: string, wanted: Row): Row {
  const stored = state.rows[label];
  if (!stored || (stored['promo_price'] ?? null) === null || wanted['promo_price'] !== null)
    return wanted;
  const next = { ...wanted };
  for (const side of ['promo_starts_at', 'promo_ends_at'])
    if (next[side] === stored[side]) next[side] = null;
  return next;
}

function note(state: State, label: string, row: Row) {
  const known = (state.personal[label] ??= []);
  for (const column of ['name', 'email', 'phone', 'address']) {
    const text = row[column];
    if (typeof text === 'string' && text.includes('§') && !known.includes(text)) known.push(text);
  }
}

export function findChangedColumns(one: Row, other: Row): string[] {
  const columns = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...columns].filter((column) => (one[column] ?? null) !== (other[column] ?? null));
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

/** Columns that an undo restores together or not at all, keyed by area. */
const UNITS: Record<Area, string[]> = {
  products: ['real_price', 'promo_price', 'promo_starts_at', 'promo_ends_at'],
  categories: [],
  parceiros: [
    'address',
    'cep',
    'logradouro',
    'numero',
    'complemento',
    'bairro',
    'cidade',
    'estado',
  ],
};

/** Returns the columns that an undo restores together with a column; for most columns, only the column itself. */
export function listColumnsUndoneTogether(label: string, column: string): string[] {
  const unit = UNITS[areaOf(label)];
  return unit.includes(column) ? unit : [column];
}

/** Returns the rule of the database that a row would break, or null. */
export function findBrokenRule(
  state: State,
  label: string,
  wanted: Row,
): 'taken' | 'category' | 'period' | null {
  if (areaOf(label) !== 'products') return null;
  const row = applyTriggers(state, label, wanted);
  if (findSkuHolder(state, label, String(row['sku']))) return 'taken';
  if (!state.rows[String(row['category_id'])]) return 'category';
  const [starts, ends] = [row['promo_starts_at'] ?? null, row['promo_ends_at'] ?? null];
  if ((row['promo_price'] ?? null) === null && (starts !== null || ends !== null)) return 'period';
  if (starts !== null && ends !== null && starts >= ends) return 'period';
  return null;
}

export function findSkuHolder(state: State, label: string | null, sku: string): string | undefined {
  return listLabels(state, 'products').find(
    (other) =>
      other !== label && String(state.rows[other]?.['sku']).toLowerCase() === sku.toLowerCase(),
  );
}

/** Returns whether the price guard finds the prices doubtful. */
export function hasDoubtfulPrices(state: State, label: string | null, after: Row): boolean {
  const stored = label === null ? undefined : state.rows[label];
  if (areaOf(label ?? 'P') !== 'products') return false;
  const [real, promo] = [price(after['real_price']), price(after['promo_price'])];
  const isSame = price(stored?.['real_price']) === real && price(stored?.['promo_price']) === promo;
  const sku = String(after['sku']).toLowerCase();
  const isTakeover = isSame && String(stored?.['sku']).toLowerCase() !== sku;
  const past = pastOf(state, isTakeover ? null : label, sku, label);
  // Unchanged prices are checked only if the product gets a SKU that another product had: the product counts as new.
  if (isSame && !(isTakeover && past.length > 0)) return false;
  const before = isTakeover ? undefined : stored;
  const isFar = (was: number | null, now: number | null) => isBeyond(state.limits, was, now);
  const [wasReal, wasPromo] = [price(before?.['real_price']), price(before?.['promo_price'])];
  return (
    (promo !== null && real !== null && promo >= real) ||
    isFar(wasReal, real) ||
    isFar(wasPromo, promo) ||
    (real !== wasReal && isFar(oldest(past, 'real_price'), real)) ||
    (promo !== wasPromo && isFar(oldest(past, 'promo_price'), promo)) ||
    (real === 0 && wasReal !== 0) ||
    (promo === 0 && wasPromo !== 0)
  );
}

/**
 * Returns the earlier prices of a product, and of other products that had its SKU, since the last confirmed price. The
 * database reads only prices of the last 24 hours: a sequence takes less time, so all its prices count.
 */
function pastOf(state: State, own: string | null, sku: string, except: string | null): Row[] {
  const others = state.log.flatMap(({ label, before }) =>
    'sku' in before && label !== except && String(before['sku']).toLowerCase() === sku
      ? [label]
      : [],
  );
  const entries = state.log.filter(({ label }) => label === own || others.includes(label));
  const isInForce = ({ batch, label }: LogEntry) =>
    state.batches[batch]?.undone[label] === undefined;
  const last = entries.findLastIndex((entry) => entry.confirmed && isInForce(entry));
  return entries.slice(last + 1).map((entry) => {
    const { label, kind, before } = entry;
    const isGivenAway = label !== own && kind === 'update' && 'sku' in before;
    return { ...(isGivenAway && rowAfter(state, entry)), ...before };
  });
}

/** Returns a record as it was right after a change: the current values, with all later changes reverted. */
function rowAfter(state: State, entry: LogEntry): Row {
  const later = state.log.slice(state.log.indexOf(entry) + 1);
  return later
    .filter(({ label }) => label === entry.label)
    .reduceRight<Row>((row, { before }) => ({ ...row, ...before }), { ...state.rows[entry.label] });
}

function oldest(past: Row[], column: 'real_price' | 'promo_price'): number | null {
  return past.map((row) => price(row[column])).find((cents) => cents !== null && cents > 0) ?? null;
}

function isBeyond({ up, down }: PriceGuardLimits, was: number | null, now: number | null): boolean {
  if (was === null || now === null) return false;
  const percent = 100 * now;
  return (percent > was * (100 + up) && was > 0) || (percent < was * (100 - down) && now > 0);
}

/** Converts a price to cents, so that comparisons are exact. */
function price(value: Value | undefined): number | null {
  return typeof value === 'number' ? Math.round(value * 100) : null;
}
