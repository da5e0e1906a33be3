import {
  areaOf,
  brokenRule,
  changedColumns,
  copyOf,
  type Entry,
  holderOf,
  openBatch,
  type Row,
  type State,
  unitOf,
  write,
} from './state.ts';

/** One acceptable outcome of a command: the state after it, and the results that may report it. */
export type Outcome = {
  state: State;
  statuses: readonly string[];
  /** The number of records that an undo of many leaves, and reports. */
  left?: number;
};

/** Results of an undo, a restore or a step that changes nothing. */
export const NOTHING = ['nothing', 'missing', 'undone', 'refused', 'stale', 'done'] as const;

export type Part = {
  label: string;
  entries: Entry[];
  /**
   * Keys that must be conflicts, and keys that may be conflicts: their column was changed, and has the value of the
   * batch again.
   */
  must: string[];
  may: string[];
  /** The reason why this record cannot be undone. */
  problem: 'gone' | 'discarded' | null;
};

/** Records of a batch that an undo of it still has to restore. */
export function partsOf(state: State, batch: number, only: string | null): Part[] {
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

function partOf(state: State, batch: number, label: string, entries: Entry[]): Part {
  const part: Part = { label, entries, must: [], may: [], problem: null };
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
    else if (latestDeletion(state, label) !== batch) {
      const found = lastDeletion(state, label);
      if (found && holderOf(state, label, String(found.before['sku'])))
        part.may.push(`${label}/sku`);
    } else if (first.kind !== 'insert' && areaOf(label) === 'products') {
      if (holderOf(state, label, String(last.before['sku']))) part.must.push(`${label}/sku`);
    }
  } else if (first.kind === 'insert') {
    if (stored && since.length > 0 && changedColumns(stored, last.row ?? {}).length > 0)
      part.must.push(label);
    if (stored) part.may.push(label, `${label}/pictures`);
  } else if (!stored) part.problem = 'gone';
  else {
    const net = netOf(entries);
    const hasOther = (column: string) => {
      const now = stored[column] ?? null;
      return net[column] !== undefined && now !== net[column].was && now !== net[column].became;
    };
    for (const [column, { was }] of Object.entries(net)) {
      const now = stored[column] ?? null;
      const key = `${label}/${column}`;
      const unit = unitOf(label, column);
      const isTaken =
        column === 'sku' && now !== was && holderOf(state, label, String(was)) !== undefined;
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

export function netOf(entries: Entry[]) {
  const net: Record<string, { was: Row[string]; became: Row[string] }> = {};
  for (const { before, after } of entries)
    for (const column of Object.keys(before)) {
      net[column] ??= { was: before[column] ?? null, became: null };
      net[column].became = after[column] ?? null;
    }
  return net;
}

export function latestDeletion(state: State, label: string): number | null {
  return lastDeletion(state, label)?.batch ?? null;
}

function lastDeletion(state: State, label: string): Entry | undefined {
  return state.log.findLast((entry) => entry.label === label && entry.kind === 'delete');
}

export type UndoRequest = {
  batch: number;
  only: string | null;
  /** The decision for each key; null cancels. */
  decide: (key: string) => 'keep' | 'restore' | null;
};

/** The variants of an outcome, where the user's decisions allow more than one. */
export type Variant = {
  /** A record that was deleted again is restored from its latest deletion. */
  isLatest: boolean;
  /** The same pictures are stored under other ids: restoring them is a change, although they look the same. */
  isRewritten: boolean;
};
export const VARIANTS: Variant[] = [false, true].flatMap((isRewritten) =>
  [false, true].map((isLatest) => ({ isLatest, isRewritten })),
);

/** The acceptable outcomes of an undo, after it returned these conflicts (undefined: it returned none). */
export function undoOutcomes(
  state: State,
  request: UndoRequest,
  conflicts: string[] | undefined,
): Outcome[] {
  const all = partsOf(state, request.batch, request.only);
  const settled = state.batches[request.batch]?.settled ?? [];
  const fresh = all.filter(({ label }) => !settled.includes(label));
  const variants = fresh.length === all.length ? [all] : [all, fresh];
  return variants.flatMap((parts) =>
    VARIANTS.flatMap((variant) => outcomesOf(state, request, parts, conflicts, variant)),
  );
}

function outcomesOf(
  state: State,
  { batch, only, decide }: UndoRequest,
  parts: Part[],
  conflicts: string[] | undefined,
  variant: Variant,
): Outcome[] {
  const unchanged: Outcome = { state: copyOf(state), statuses: NOTHING };
  if (parts.length === 0) return conflicts ? [] : [unchanged];
  const sound = parts.filter(({ problem }) => problem === null);
  const must = sound.flatMap((part) => part.must);
  const may = [...must, ...sound.flatMap((part) => part.may)];
  if (conflicts) {
    if (!conflicts.every((key) => may.includes(key))) return [];
    if (!must.every((key) => conflicts.includes(key))) return [];
    if (conflicts.some((key) => decide(key) === null))
      return [{ state: copyOf(state), statuses: ['conflict'] }];
  } else if (must.length > 0) {
    // A refusal of one record may precede any conflict.
    return sound.length < parts.length ? [{ ...unchanged, statuses: ['refused'] }] : [];
  }
  const choices = Object.fromEntries((conflicts ?? []).map((key) => [key, decide(key)]));
  const { next, isWhole, refusals, open } = applyUndo(state, batch, sound, choices, variant);
  if (open !== null) next.batches[open]!.isPartial = only !== null;
  const done: Outcome = {
    state: next,
    statuses: next.log.length > state.log.length ? ['undone', 'restored'] : [...NOTHING],
  };
  const refused = { state: copyOf(state), statuses: ['refused'] };
  const isOfMany = only === null && parts.length > 1;
  const isLeft = parts.every(({ problem }) => problem !== 'discarded') && leavesOnly(refusals);
  if (isOfMany && isLeft)
    unchanged.left = done.left = parts.length - sound.length + refusals.length;
  if (sound.length === 0) return isOfMany ? [unchanged] : [refused];
  if (isWhole && sound.length === parts.length) return [done];
  if (isOfMany && isLeft && refusals.length < sound.length) return [done];
  // Only a decision to restore takes a period from its price.
  const mayRefuse =
    sound.length < parts.length ||
    Object.values(choices).includes('restore') ||
    refusals.some((refusal) => refusal !== 'period');
  return mayRefuse ? [done, refused] : [done];
}

/** Whether an undo of many leaves the refused records: their category is deleted, or products use the category. */
function leavesOnly(refusals: readonly Refusal[]): boolean {
  return refusals.every((refusal) => refusal === 'category' || refusal === 'used');
}

/**
 * Deletions run before those of the referenced rows, restorations after; a record that a rule refuses does not change.
 * The changes are written to the batch `into`, or to a new one.
 */
export function applyUndo(
  state: State,
  batch: number,
  parts: Part[],
  choices: Record<string, string | null>,
  { isLatest, isRewritten }: Variant,
  into: number | null = null,
) {
  const next = copyOf(state);
  const target = next.batches[batch]!;
  let open = into;
  const refusals: Refusal[] = [];
  // An undo that is asked to restore anything writes no equal pictures.
  const mayRewrite = isRewritten && !Object.values(choices).includes('restore');
  for (const part of parts.toSorted((one, other) => rank(one) - rank(other))) {
    const wanted = wantedRow(next, batch, part, choices, isLatest);
    if (typeof wanted === 'string') {
      refusals.push(wanted);
      continue;
    }
    const before = next.log.length;
    if (wanted !== undefined) open = write(next, open, part.label, wanted, { undoes: batch });
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

/** In a chain of undos and redos of one batch, the undone ones are those whose effect is not in force now. */
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

function rank({ label, entries }: Part): number {
  const isCategory = areaOf(label) === 'categories';
  if (entries.at(-1)!.kind === 'delete') return isCategory ? 0 : 1;
  if (entries[0]!.kind === 'insert') return isCategory ? 4 : 3;
  return 2;
}

/** The row after the undo; undefined if it does not change, null if it is deleted. */
function wantedRow(
  state: State,
  batch: number,
  { label, entries }: Part,
  choices: Record<string, string | null>,
  isLatest: boolean,
): Row | null | undefined | Refusal {
  const stored = state.rows[label];
  const [first, last] = [entries[0]!, entries.at(-1)!];
  if (last.kind === 'delete') {
    if (stored || first.kind === 'insert') return undefined;
    const latest = latestDeletion(state, label);
    if (latest !== batch) {
      // Another batch deleted the record again: it stays deleted, or it is restored from that deletion.
      if (!isLatest || latest === null) return undefined;
      state.batches[latest]!.settled.push(label);
      const found = lastDeletion(state, label);
      if (!found) return undefined;
      return brokenRule(state, label, found.before) ?? { ...found.before };
    }
    return brokenRule(state, label, last.before) ?? { ...last.before };
  }
  if (first.kind === 'insert') {
    if (!stored || choices[label] === 'keep') return undefined;
    return areaOf(label) === 'categories' && isInUse(state, label) ? 'used' : null;
  }
  if (!stored) return undefined;
  const row = { ...stored };
  for (const [column, { was }] of Object.entries(netOf(entries))) {
    const isKept = unitOf(label, column).some((one) => choices[`${label}/${one}`] === 'keep');
    if (isKept) continue;
    row[column] = was;
    if (choices[`${label}/${column}`] === 'restore')
      Object.assign(row, othersOf(state, label, entries, column));
  }
  if (changedColumns(stored, row).length === 0) return undefined;
  return brokenRule(state, label, row) ?? row;
}

/** The reason why a record cannot be restored: the rule that it would break, or products use the category. */
type Refusal = NonNullable<ReturnType<typeof brokenRule>> | 'used';

export function isInUse(state: State, category: string): boolean {
  return Object.values(state.rows).some((row) => row['category_id'] === category);
}

/** A record in its state after a batch, or with one column from before it. */
export function restoreOutcomes(
  state: State,
  label: string,
  batch: number,
  column: string | null,
): Outcome[] {
  const stored = state.rows[label];
  if (!stored) return [{ state: copyOf(state), statuses: NOTHING }];
  const own = state.log.filter((entry) => entry.batch === batch && entry.label === label);
  const wanted =
    column === null
      ? { ...stored, ...own.at(-1)?.row }
      : { ...stored, ...valuesBefore(state, label, batch, column) };
  const next = copyOf(state);
  next.touched.push(label);
  const rule = brokenRule(state, label, wanted);
  if (rule && changedColumns(stored, wanted).length > 0)
    return [{ state: copyOf(state), statuses: ['refused'] }];
  write(next, null, label, wanted);
  const isChanged = next.log.length > state.log.length;
  return [{ state: next, statuses: isChanged ? ['undone', 'restored'] : NOTHING }];
}

/** The values of a unit before a batch changed a column of it; null for a column that it did not change. */
function valuesBefore(state: State, label: string, batch: number, column: string): Row {
  const place = state.log.findIndex((entry) => entry.batch === batch && entry.label === label);
  const since = updatesSince(state, label, place);
  const isOwn = since.some((entry) => entry.batch === batch && column in entry.before);
  if (!isOwn) return { [column]: null };
  return Object.fromEntries(
    unitOf(label, column).flatMap((one) => {
      const first = since.find(({ before }) => one in before);
      return first ? [[one, first.before[one] ?? null]] : [];
    }),
  );
}

/** The other columns of the units of a batch's update that were changed later, with their values before. */
function othersOf(state: State, label: string, entries: Entry[], column: string): Row {
  const net = netOf(entries);
  const later = updatesSince(state, label, state.log.indexOf(entries[0]!)).filter(
    ({ batch }) => batch !== entries[0]!.batch,
  );
  return Object.fromEntries(
    unitOf(label, column).flatMap((one) => {
      const first = later.find(({ before }) => one in before);
      return first && !(one in net) ? [[one, first.before[one] ?? null]] : [];
    }),
  );
}

function updatesSince(state: State, label: string, place: number): Entry[] {
  return state.log.slice(place).filter((entry) => entry.label === label && entry.kind === 'update');
}

/** Equal pictures that an undo stores under other ids. */
function rewritePictures(
  state: State,
  open: number | null,
  { label, entries }: Part,
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
