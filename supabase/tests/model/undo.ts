import {
  areaOf,
  findBrokenRule,
  findChangedColumns,
  copyState,
  type LogEntry,
  findSkuHolder,
  openBatch,
  type Row,
  type State,
  listColumnsUndoneTogether,
  writeRow,
} from './state.ts';

/** One acceptable outcome of a command: the state after it, and the statuses that the result may have. */
export type Outcome = {
  state: State;
  statuses: readonly string[];
  /** The number of records that an undo of several records skips; the result must report it as `left`. */
  left?: number;
};

/** The statuses of an undo, a restore or a step that changes nothing. */
export const NO_CHANGE_STATUSES = [
  'nothing',
  'missing',
  'undone',
  'refused',
  'stale',
  'done',
] as const;

/** The changes of one record in a batch, and the conflicts that an undo of these changes may return. */
export type RecordUndo = {
  label: string;
  entries: LogEntry[];
  /** Keys that `undo_batch` must return as conflicts. */
  must: string[];
  /** Additional keys that `undo_batch` may return, for example of a column that was changed and set back. */
  may: string[];
  /** Why the record cannot be undone: it does not exist, or was discarded or anonymised after its deletion. */
  problem: 'gone' | 'discarded' | null;
};

/** Returns the records of a batch that are not undone. If `only` is a label, returns at most this record. */
export function listRecordUndos(state: State, batch: number, only: string | null): RecordUndo[] {
  const undone = state.batches[batch]?.undone ?? {};
  const own = state.log.filter(
    (entry) =>
      entry.batch === batch &&
      (only === null || entry.label === only) &&
      ['insert', 'update', 'delete'].includes(entry.kind) &&
      // Anonymising removes the personal values of earlier changes. If no value is left, there is nothing to undo.
      (entry.kind !== 'update' || Object.keys(entry.before).length > 0),
  );
  const labels = [...new Set(own.map((entry) => entry.label))];
  return labels
    .filter((label) => undone[label] === undefined)
    .map((label) =>
      partOf(
        state,
        batch,
        label,
        own.filter((entry) => entry.label === label),
      ),
    );
}

function partOf(state: State, batch: number, label: string, entries: LogEntry[]): RecordUndo {
  const part: RecordUndo = { label, entries, must: [], may: [], problem: null };
  const stored = state.rows[label];
  const [first, last] = [entries[0]!, entries.at(-1)!];
  const place = state.log.indexOf(first);
  const since = state.log.filter(
    (entry, index) => index > place && entry.label === label && entry.batch !== batch,
  );
  if (last.kind === 'delete') {
    if (stored) return part;
    const latest = state.log.findLastIndex(
      (entry) => entry.label === label && entry.kind === 'delete',
    );
    const isForGood = state.log.some(
      (entry, index) =>
        index > latest &&
        entry.label === label &&
        (entry.kind === 'discard' || entry.kind === 'anonymise'),
    );
    if (isForGood) part.problem = 'discarded';
    else if (findLatestDeletionBatch(state, label) !== batch) {
      const found = lastDeletion(state, label);
      if (found && findSkuHolder(state, label, String(found.before['sku'])))
        part.may.push(`${label}/sku`);
    } else if (first.kind !== 'insert' && areaOf(label) === 'products') {
      if (findSkuHolder(state, label, String(last.before['sku']))) part.must.push(`${label}/sku`);
    }
  } else if (first.kind === 'insert') {
    if (stored && since.length > 0 && findChangedColumns(stored, last.row ?? {}).length > 0)
      part.must.push(label);
    if (stored) part.may.push(label, `${label}/pictures`);
  } else if (!stored) part.problem = 'gone';
  else {
    const net = computeNetChanges(entries);
    const hasOther = (column: string) => {
      const now = stored[column] ?? null;
      return net[column] !== undefined && now !== net[column].was && now !== net[column].became;
    };
    for (const [column, { was }] of Object.entries(net)) {
      const now = stored[column] ?? null;
      const key = `${label}/${column}`;
      const unit = listColumnsUndoneTogether(label, column);
      const isTaken =
        column === 'sku' && now !== was && findSkuHolder(state, label, String(was)) !== undefined;
      if (isTaken || (now !== was && unit.some(hasOther))) part.must.push(key);
      else if (
        since.some((entry) => entry.kind !== 'update' || unit.some((one) => one in entry.before))
      )
        part.may.push(key);
      if (now === was) continue;
      for (const [other, before] of Object.entries(othersOf(state, label, entries, column)))
        if ((stored[other] ?? null) !== before) part.may.push(`${label}/${other}`);
    }
  }
  return part;
}

export function computeNetChanges(entries: LogEntry[]) {
  const net: Record<string, { was: Row[string]; became: Row[string] }> = {};
  for (const { before, after } of entries)
    for (const column of Object.keys(before)) {
      net[column] ??= { was: before[column] ?? null, became: null };
      net[column].became = after[column] ?? null;
    }
  return net;
}

export function findLatestDeletionBatch(state: State, label: string): number | null {
  return lastDeletion(state, label)?.batch ?? null;
}

function lastDeletion(state: State, label: string): LogEntry | undefined {
  return state.log.findLast((entry) => entry.label === label && entry.kind === 'delete');
}

export type UndoRequest = {
  batch: number;
  only: string | null;
  /** Returns the user's decision about the conflict of a key; null cancels the undo. */
  decide: (key: string) => 'keep' | 'restore' | null;
};

/** Choices of the database that the model does not predict: the model accepts every combination. */
export type UndoVariant = {
  /**
   * Whether the undo of a deletion restores a record that a later batch deleted again. If so, the record gets the
   * values from before the later deletion. If not, it stays deleted.
   */
  isLatest: boolean;
  /**
   * Whether an undo stores pictures again, with new ids, although the record already has them. If so, the batch of the
   * undo contains a change of pictures.
   */
  isRewritten: boolean;
};
export const UNDO_VARIANTS: UndoVariant[] = [false, true].flatMap((isRewritten) =>
  [false, true].map((isLatest) => ({ isLatest, isRewritten })),
);

/**
 * Returns the acceptable outcomes of an undo.
 * @param conflicts the keys that the first request returned as conflicts; undefined if it returned none
 */
export function predictUndoOutcomes(
  state: State,
  request: UndoRequest,
  conflicts: string[] | undefined,
): Outcome[] {
  const all = listRecordUndos(state, request.batch, request.only);
  const settled = state.batches[request.batch]?.settled ?? [];
  const fresh = all.filter(({ label }) => !settled.includes(label));
  const variants = fresh.length === all.length ? [all] : [all, fresh];
  return variants.flatMap((parts) =>
    UNDO_VARIANTS.flatMap((variant) => outcomesOf(state, request, parts, conflicts, variant)),
  );
}

function outcomesOf(
  state: State,
  { batch, only, decide }: UndoRequest,
  parts: RecordUndo[],
  conflicts: string[] | undefined,
  variant: UndoVariant,
): Outcome[] {
  const unchanged: Outcome = { state: copyState(state), statuses: NO_CHANGE_STATUSES };
  if (parts.length === 0) return conflicts ? [] : [unchanged];
  const sound = parts.filter(({ problem }) => problem === null);
  const must = sound.flatMap((part) => part.must);
  const may = [...must, ...sound.flatMap((part) => part.may)];
  if (conflicts) {
    if (!conflicts.every((key) => may.includes(key))) return [];
    if (!must.every((key) => conflicts.includes(key))) return [];
    if (conflicts.some((key) => decide(key) === null))
      return [{ state: copyState(state), statuses: ['conflict'] }];
  } else if (must.length > 0) {
    // The expected conflicts are missing. That is acceptable only if a record cannot be undone: the database then
    // refuses the undo before it returns conflicts.
    return sound.length < parts.length ? [{ ...unchanged, statuses: ['refused'] }] : [];
  }
  const choices = Object.fromEntries((conflicts ?? []).map((key) => [key, decide(key)]));
  const { next, isWhole, refusals, open } = applyUndo(state, batch, sound, choices, variant);
  if (open !== null) next.batches[open]!.isPartial = only !== null;
  const done: Outcome = {
    state: next,
    statuses: next.log.length > state.log.length ? ['undone', 'restored'] : [...NO_CHANGE_STATUSES],
  };
  const refused = { state: copyState(state), statuses: ['refused'] };
  const isOfMany = only === null && parts.length > 1;
  const isLeft = parts.every(({ problem }) => problem !== 'discarded') && leavesOnly(refusals);
  if (isOfMany && isLeft)
    unchanged.left = done.left = parts.length - sound.length + refusals.length;
  if (sound.length === 0) return isOfMany ? [unchanged] : [refused];
  if (isWhole && sound.length === parts.length) return [done];
  if (isOfMany && isLeft && refusals.length < sound.length) return [done];
  // The rule on the period can refuse the undo only after a decision `restore`, because this decision can separate a
  // price from its period.
  const mayRefuse =
    sound.length < parts.length ||
    Object.values(choices).includes('restore') ||
    refusals.some((refusal) => refusal !== 'period');
  return mayRefuse ? [done, refused] : [done];
}

/**
 * Returns whether an undo of several records can skip the refused records instead of failing. It skips records whose
 * category is deleted, and categories that products use.
 */
function leavesOnly(refusals: readonly Refusal[]): boolean {
  return refusals.every((refusal) => refusal === 'category' || refusal === 'used');
}

/**
 * Undoes records in a copy of the state. Products refer to categories: categories are restored before the products, and
 * deleted after them. A record that a rule refuses does not change.
 * @param choices the user's decisions, keyed by conflict
 * @param into index of the batch to write to; null opens a new batch
 */
export function applyUndo(
  state: State,
  batch: number,
  parts: RecordUndo[],
  choices: Record<string, string | null>,
  { isLatest, isRewritten }: UndoVariant,
  into: number | null = null,
) {
  const next = copyState(state);
  const target = next.batches[batch]!;
  let open = into;
  const refusals: Refusal[] = [];
  // After a decision to restore, an undo does not store equal pictures again.
  const mayRewrite = isRewritten && !Object.values(choices).includes('restore');
  for (const part of parts.toSorted((one, other) => rank(one) - rank(other))) {
    const wanted = wantedRow(next, batch, part, choices, isLatest);
    if (typeof wanted === 'string') {
      refusals.push(wanted);
      continue;
    }
    const before = next.log.length;
    if (wanted !== undefined) open = writeRow(next, open, part.label, wanted, { undoes: batch });
    else if (mayRewrite && choices[`${part.label}/pictures`] !== 'keep')
      open = rewritePictures(next, open, part, batch);
    if (next.log.length === before || open === null) {
      target.settled.push(part.label);
      continue;
    }
    setUndone(next, batch, part.label, open);
  }
  return { next, isWhole: refusals.length === 0, refusals, open };
}

/** Updates `undone` of a batch, its undos and its redos. A batch is undone for a record if its effect is reverted. */
function setUndone(state: State, batch: number, label: string, by: number) {
  const isReverted = !reverts(state, batch);
  for (const [id, other] of Object.entries(state.batches)) {
    if (rootOf(state, Number(id)) !== rootOf(state, batch)) continue;
    if (reverts(state, Number(id)) === isReverted) delete other.undone[label];
    else other.undone[label] = by;
  }
}

function rootOf(state: State, batch: number): number {
  const undoes = state.batches[batch]?.undoes ?? null;
  return undoes === null ? batch : rootOf(state, undoes);
}

function reverts(state: State, batch: number): boolean {
  const undoes = state.batches[batch]?.undoes ?? null;
  return undoes !== null && !reverts(state, undoes);
}

function rank({ label, entries }: RecordUndo): number {
  const isCategory = areaOf(label) === 'categories';
  if (entries.at(-1)!.kind === 'delete') return isCategory ? 0 : 1;
  if (entries[0]!.kind === 'insert') return isCategory ? 4 : 3;
  return 2;
}

/** Returns the row after the undo; undefined if it does not change, null if it is deleted, or a refusal as text. */
function wantedRow(
  state: State,
  batch: number,
  { label, entries }: RecordUndo,
  choices: Record<string, string | null>,
  isLatest: boolean,
): Row | null | undefined | Refusal {
  const stored = state.rows[label];
  const [first, last] = [entries[0]!, entries.at(-1)!];
  if (last.kind === 'delete') {
    if (stored || first.kind === 'insert') return undefined;
    const latest = findLatestDeletionBatch(state, label);
    if (latest !== batch) {
      // A later batch deleted the record again. With `isLatest`, the undo restores the record from this later deletion.
      // If not, nothing changes.
      if (!isLatest || latest === null) return undefined;
      state.batches[latest]!.settled.push(label);
      const found = lastDeletion(state, label);
      if (!found) return undefined;
      return findBrokenRule(state, label, found.before) ?? { ...found.before };
    }
    return findBrokenRule(state, label, last.before) ?? { ...last.before };
  }
  if (first.kind === 'insert') {
    if (!stored || choices[label] === 'keep') return undefined;
    return areaOf(label) === 'categories' && isCategoryInUse(state, label) ? 'used' : null;
  }
  if (!stored) return undefined;
  const row = { ...stored };
  for (const [column, { was }] of Object.entries(computeNetChanges(entries))) {
    const isKept = listColumnsUndoneTogether(label, column).some(
      (one) => choices[`${label}/${one}`] === 'keep',
    );
    if (isKept) continue;
    row[column] = was;
    if (choices[`${label}/${column}`] === 'restore')
      Object.assign(row, othersOf(state, label, entries, column));
  }
  if (findChangedColumns(stored, row).length === 0) return undefined;
  return findBrokenRule(state, label, row) ?? row;
}

/** Why a record cannot be undone: the rule that it would break, or `used` for a category that products use. */
type Refusal = NonNullable<ReturnType<typeof findBrokenRule>> | 'used';

export function isCategoryInUse(state: State, category: string): boolean {
  return Object.values(state.rows).some((row) => row['category_id'] === category);
}

/**
 * Returns the outcome of a restoration. If `column` is null, the record becomes as it was after the batch. If not, the
 * columns of `listColumnsUndoneTogether` become as they were before the batch.
 */
export function predictRestoreOutcomes(
  state: State,
  label: string,
  batch: number,
  column: string | null,
): Outcome[] {
  const stored = state.rows[label];
  if (!stored) return [{ state: copyState(state), statuses: NO_CHANGE_STATUSES }];
  const own = state.log.filter((entry) => entry.batch === batch && entry.label === label);
  const wanted =
    column === null
      ? { ...stored, ...own.at(-1)?.row }
      : { ...stored, ...valuesBefore(state, label, batch, column) };
  const next = copyState(state);
  next.touched.push(label);
  const rule = findBrokenRule(state, label, wanted);
  if (rule && findChangedColumns(stored, wanted).length > 0)
    return [{ state: copyState(state), statuses: ['refused'] }];
  writeRow(next, null, label, wanted);
  const isChanged = next.log.length > state.log.length;
  return [{ state: next, statuses: isChanged ? ['undone', 'restored'] : NO_CHANGE_STATUSES }];
}

/**
 * Returns the values that the columns of `listColumnsUndoneTogether` had before a batch. If the batch did not change
 * `column`, returns only `column`, with the value null.
 */
function valuesBefore(state: State, label: string, batch: number, column: string): Row {
  const place = state.log.findIndex((entry) => entry.batch === batch && entry.label === label);
  const since = updatesSince(state, label, place);
  const isOwn = since.some((entry) => entry.batch === batch && column in entry.before);
  if (!isOwn) return { [column]: null };
  return Object.fromEntries(
    listColumnsUndoneTogether(label, column).flatMap((one) => {
      const first = since.find(({ before }) => one in before);
      return first ? [[one, first.before[one] ?? null]] : [];
    }),
  );
}

/**
 * Returns the columns of `listColumnsUndoneTogether` that only later batches changed, with the values before those
 * changes.
 */
function othersOf(state: State, label: string, entries: LogEntry[], column: string): Row {
  const net = computeNetChanges(entries);
  const later = updatesSince(state, label, state.log.indexOf(entries[0]!)).filter(
    ({ batch }) => batch !== entries[0]!.batch,
  );
  return Object.fromEntries(
    listColumnsUndoneTogether(label, column).flatMap((one) => {
      const first = later.find(({ before }) => one in before);
      return first && !(one in net) ? [[one, first.before[one] ?? null]] : [];
    }),
  );
}

function updatesSince(state: State, label: string, place: number): LogEntry[] {
  return state.log.slice(place).filter((entry) => entry.label === label && entry.kind === 'update');
}

/**
 * Adds a log entry if the batch changed pictures: the undo then stores equal pictures with new ids.
 * @returns the index of the batch of the entry; `open` if nothing was added
 */
function rewritePictures(
  state: State,
  open: number | null,
  { label, entries }: RecordUndo,
  undoes: number,
): number | null {
  const row = state.rows[label];
  if (!row || !entries.some(({ before }) => 'pictures' in before)) return open;
  const pictures = { pictures: row['pictures'] ?? null };
  const batch = open ?? openBatch(state, undoes);
  state.touched.push(label);
  state.log.push({
    batch,
    label,
    kind: 'update',
    before: { ...pictures },
    after: { ...pictures },
    row: { ...row },
  });
  return batch;
}
