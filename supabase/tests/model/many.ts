import {
  type Area,
  findBrokenRule,
  findChangedColumns,
  copyState,
  type Import,
  type ImportRow,
  hasDoubtfulPrices,
  listLabels,
  createLabel,
  type Row,
  type State,
  type Value,
  writeRow,
} from './state.ts';
import { NO_CHANGE_STATUSES, type Outcome } from './undo.ts';

// Staged batches in the model:
// - the bulk changes, and the values of a new record
// - the acceptable outcomes of planning, and of the next step of a plan or an import
// - the conditions in which the database can delete a staged batch, or refuse a new one

/** The bulk changes that the command `plan` chooses from. */
export const BULK_CHANGES: Record<string, Value>[] = [
  { kind: 'set', column: 'status', value: 'Inativo' },
  { kind: 'set', column: 'visibility', value: 'menu_parceiros' },
  { kind: 'set', column: 'button_color', value: '#aa0011' },
  { kind: 'price', by: 'percent', value: 10, ending: null, promo: 'same' },
  { kind: 'price', by: 'percent', value: -10, ending: null, promo: 'keep' },
  { kind: 'price', by: 'percent', value: 80, ending: null, promo: 'none' },
  { kind: 'delete' },
];

/** Returns the row after a bulk change; null if the change deletes it. */
export function applyBulkChange(row: Row, change: Record<string, Value>): Row | null {
  if (change['kind'] === 'delete') return null;
  if (change['kind'] === 'set') return { ...row, [String(change['column'])]: change['value']! };
  const changed = { ...row, real_price: percent(row['real_price']!, Number(change['value'])) };
  if (change['promo'] === 'same' && (row['promo_price'] ?? null) !== null)
    return { ...changed, promo_price: percent(row['promo_price']!, Number(change['value'])) };
  if (change['promo'] === 'none')
    return { ...changed, promo_price: null, promo_starts_at: null, promo_ends_at: null };
  return changed;
}

/** Changes a price by a percentage. Rounds half cents up, like PostgreSQL's `numeric`. */
function percent(price: Value, change: number): number {
  return Math.floor((Math.round(Number(price) * 100) * (100 + change) + 50) / 100) / 100;
}

/** Returns the acceptable outcomes of the next step of a plan. The step has at most `size` rows. */
export function predictPlanStepOutcomes(state: State, index: number, size = 1): Outcome[] {
  const next = copyState(state);
  const plan = next.plans[index]!;
  const rows = plan.rows.filter(({ outcome }) => outcome === 'change').slice(0, size);
  if (rows.length === 0) return [{ state: next, statuses: [...NO_CHANGE_STATUSES, 'applying'] }];
  plan.isBegun = true;
  let isBroken = false;
  for (const row of rows) {
    const { label, version, after, doubtful } = row;
    const isStale = !next.rows[label] || next.versions[label] !== version;
    const rule = after && findBrokenRule(next, label, after);
    if (isStale) row.outcome = 'stale';
    else if (rule || (after && isNewlyDoubtful(next, label, after, doubtful))) {
      row.outcome = 'refuse';
      isBroken ||= rule !== null;
    } else {
      row.outcome = 'done';
      plan.batch = writeRow(next, plan.batch, label, after, { confirmed: doubtful });
    }
  }
  const { batch } = state.plans[index]!;
  return [
    ...replaceOutcomeIfUndone(state, batch, { state: next, statuses: ['applying', 'done'] }),
    ...(isBroken ? [{ state: copyState(state), statuses: ['refused'] }] : []),
  ];
}

/** Returns whether the price guard refuses a price that was not doubtful when it was planned. */
function isNewlyDoubtful(state: State, label: string | null, wanted: Row, planned: boolean) {
  return state.isEnforced && !planned && hasDoubtfulPrices(state, label, wanted);
}

/** Returns a list with `outcome` or, if the batch was undone completely, with the outcome of a step without effect. */
export function replaceOutcomeIfUndone(
  state: State,
  batch: number | null,
  outcome: Outcome,
): Outcome[] {
  return [
    isUndone(state, batch)
      ? { state: copyState(state), statuses: [...NO_CHANGE_STATUSES, 'applying'] }
      : outcome,
  ];
}

/** Returns whether a batch was undone completely. */
export function isUndone(state: State, batch: number | null): boolean {
  return batch !== null && state.batches.some((one) => one.undoes === batch && !one.isPartial);
}

/**
 * Returns whether the database may have deleted a plan to make room for newer staged batches of the same user. The
 * database deletes only plans that have ended or have not begun. A plan ends with its last row, or when it is undone.
 */
export function canPlanBeEvicted(state: State, index: number): boolean {
  const plan = state.plans[index]!;
  const isOwn = ({ owner }: { owner: string }) => owner === plan.owner;
  const newer = state.plans.filter((other, at) => at > index && isOwn(other));
  const hasEnded =
    !plan.rows.some(({ outcome }) => outcome === 'change') || isUndone(state, plan.batch);
  // Count spreadsheets and batches of pictures too: they are staged batches of the same user.
  return (
    hasEnded ||
    (!plan.isBegun &&
      (plan.mayBeGone ||
        newer.length + [...state.imports, ...state.sessions].filter(isOwn).length >= 3))
  );
}

/** Returns the state without a staged batch that the user has dropped. */
export function removeStagedBatch(state: State, list: 'plans' | 'imports', index: number): State {
  const next = copyState(state);
  for (const [place, plan] of next.plans.entries()) plan.mayBeGone = canPlanBeEvicted(state, place);
  next[list].splice(index, 1);
  return next;
}

export const hasPendingRows = ({ rows }: Import) =>
  rows.some(({ outcome }) => ['untried', 'create', 'change'].includes(outcome));

/** Returns whether the user has so many unfinished staged batches that the database might refuse a new one. */
export function hasManyUnfinishedBatches(state: State, person: string): boolean {
  const begun = state.plans.filter(
    ({ owner, isBegun, rows }) =>
      owner === person && isBegun && rows.some(({ outcome }) => outcome === 'change'),
  );
  // A spreadsheet ends only with its last step, even if anonymising has emptied all of its rows.
  const waiting = state.imports.filter(
    (one) =>
      one.owner === person &&
      (hasPendingRows(one) || one.rows.every(({ outcome }) => outcome !== 'done')),
  );
  const pictures = state.sessions.filter(({ owner, next }) => owner === person && next);
  return begun.length + waiting.length + pictures.length >= 4;
}

const KEYS = { products: 'sku', categories: 'name', parceiros: 'email' } as const;

function matching(state: State, area: Area, key: string): string[] {
  return listLabels(state, area).filter(
    (label) => String(state.rows[label]?.[KEYS[area]]).toLowerCase() === key.toLowerCase(),
  );
}

/** Returns the outcome of planning a spreadsheet. In the new state, no row of the spreadsheet is `untried`. */
export function predictImportPlanOutcomes(state: State, index: number): Outcome[] {
  const next = copyState(state);
  const staging = next.imports[index]!;
  staging.isTried = true;
  for (const row of staging.rows.filter(({ outcome }) => outcome === 'untried')) {
    const found = matching(state, staging.area, row.key);
    if (found.length > 1) {
      row.outcome = 'refuse';
      continue;
    }
    const [label] = found;
    const stored = label === undefined ? undefined : state.rows[label];
    const { wanted } = importedRow(copyState(next), staging, row, stored);
    row.label = label ?? null;
    row.version = label === undefined ? 0 : (state.versions[label] ?? 0);
    row.outcome = !stored
      ? 'create'
      : findChangedColumns(stored, wanted).length > 0
        ? 'change'
        : 'keep';
    // A row without a required column cannot create a record.
    if (!stored && wanted['name'] === '') row.outcome = 'refuse';
    row.doubtful = staging.area === 'products' && hasDoubtfulPrices(next, row.label, wanted);
    // If the record already has this category, the step does not change the category of the record, even if a user
    // renames the category before the step.
    const { category: _kept, ...others } = row.cells;
    if (stored && stored['category_id'] === wanted['category_id']) row.cells = others;
  }
  return [{ state: next, statuses: ['planned'] }];
}

/** Returns the acceptable outcomes of the next step of an import. The step has at most `size` rows. */
export function predictImportStepOutcomes(state: State, index: number, size = 1): Outcome[] {
  const { batch } = state.imports[index]!;
  const next = copyState(state);
  const staging = next.imports[index]!;
  const rows = staging.rows
    .filter(({ outcome }) => outcome === 'create' || outcome === 'change')
    .slice(0, size);
  if (rows.length === 0) return [{ state: next, statuses: [...NO_CHANGE_STATUSES, 'applying'] }];
  staging.isBegun = true;
  for (const row of rows) {
    const stored = row.label === null ? undefined : next.rows[row.label];
    const isStale =
      row.outcome === 'create'
        ? matching(next, staging.area, row.key).length > 0
        : !stored || next.versions[row.label!] !== row.version;
    const { wanted, category } = importedRow(next, staging, row, stored);
    row.outcome =
      isStale ||
      (staging.area === 'products' && isNewlyDoubtful(next, row.label, wanted, row.doubtful))
        ? 'refuse'
        : 'done';
    if (row.outcome === 'refuse') continue;
    if (category) staging.batch = writeRow(next, staging.batch, category.label, category.row);
    row.label ??= createLabel(next, staging.area);
    staging.batch = writeRow(next, staging.batch, row.label, wanted, { confirmed: row.doubtful });
  }
  return replaceOutcomeIfUndone(state, batch, { state: next, statuses: ['applying', 'done'] });
}

/** Returns the values that a record gets from a row of a sheet, and the category that the row creates, or null. */
function importedRow(
  state: State,
  staging: Import,
  row: ImportRow,
  stored: Row | undefined,
): { wanted: Row; category: { label: string; row: Row } | null } {
  const { category: name, ...cells } = row.cells;
  const wanted: Row = { ...(stored ?? createBlankRow(staging.area)), ...cells };
  if (typeof name !== 'string') return { wanted, category: null };
  const current = stored && state.rows[String(stored['category_id'])];
  if (String(current?.['name']).toLowerCase() === name.toLowerCase())
    return { wanted, category: null };
  const [oldest] = matching(state, 'categories', name).toSorted(
    (one, other) => Number(one.slice(1)) - Number(other.slice(1)),
  );
  const label = oldest ?? createLabel(state, 'categories');
  const category = oldest === undefined ? { label, row: { name, is_active: true } } : null;
  return { wanted: { ...wanted, category_id: label }, category };
}

export function createBlankRow(area: Area): Row {
  if (area === 'parceiros')
    return { name: '', email: '', phone: '', address: '', cidade: null, status: 'Pendente' };
  return {
    name: '',
    subtitle: 'Polpa da casa',
    mini_description: 'Batido na hora.',
    description: 'Batido na hora, com granola.',
    sku: '',
    tipo: 'Produto',
    category_id: null,
    status: 'Ativo',
    visibility: 'todos',
    real_price: 10,
    promo_price: null,
    promo_starts_at: null,
    promo_ends_at: null,
    button_color: '#0077cc',
    button_link: null,
    video_embed: null,
    pictures: '[]',
  };
}
