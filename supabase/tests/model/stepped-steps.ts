import {
  makeSeveralRecordsCondition,
  listBatchLabels,
  makeIncompleteUndoCondition,
  listTrashedLabels,
  pickBatch,
} from './history-steps.ts';
import { USER_NAMES } from './record-steps.ts';
import { areaOf, copyState, findSkuHolder, type State } from './state.ts';
import { chooseItem, type StepMaker } from './step.ts';
import {
  applyUndo,
  findLatestDeletionBatch,
  computeNetChanges,
  NO_CHANGE_STATUSES,
  type Outcome,
  type RecordUndo,
  listRecordUndos,
  UNDO_VARIANTS,
} from './undo.ts';

// Commands that undo in steps, and commands that restore selected records from the trash. These commands need no
// decisions: they skip columns that later batches changed, and records that cannot be restored.

const undoInSteps: StepMaker = (state, { person, a, b }) => {
  const batch =
    (b % 4 === 0 ? pickBatch(state, a, isRedone(state)) : undefined) ??
    (b % 2 ? pickBatch(state, a, makeIncompleteUndoCondition(state)) : undefined) ??
    pickBatch(state, a, makeSeveralRecordsCondition(state));
  if (batch === undefined) return undefined;
  const { id } = state.batches[batch]!;
  const size = 1 + (b % 3);
  return {
    text: `${USER_NAMES[person]}: undo batch ${id} in steps of ${size} (${listBatchLabels(state, batch).join(', ')})`,
    run: (adapter) => adapter.undoInSteps(person, id, size),
    outcomes: () => steppedOutcomes(state, batch, size),
  };
};

/** Returns a condition for batches that were undone and then redone. */
function isRedone(state: State) {
  return ({ undone }: { undone: object }, index: number) =>
    Object.keys(undone).length === 0 && state.batches.some(({ undoes }) => undoes === index);
}

const restoreTrashed: StepMaker = (state, { person, a, b, c }) => {
  const first = chooseItem(listTrashedLabels(state), a);
  const batch = first === undefined ? null : findLatestDeletionBatch(state, first);
  if (first === undefined || batch === null) return undefined;
  const together = listTrashedLabels(state).filter(
    (label) => findLatestDeletionBatch(state, label) === batch,
  );
  const second = b % 2 ? chooseItem(together, c) : undefined;
  const chosen = [...new Set([first, ...(second ? [second] : [])])];
  const { id } = state.batches[batch]!;
  return {
    text: `${USER_NAMES[person]}: restore ${chosen.join(' and ')} of batch ${id} from the trash`,
    run: (adapter) =>
      adapter.restoreTrashed(
        person,
        id,
        chosen.map((label) => state.ids[label] ?? ''),
      ),
    outcomes: () =>
      walks(state, batch, true).flatMap((walk) =>
        reverted(state, walk, chosen).flatMap(({ after, mayRefuse, isEmpty }) => {
          const done = { state: after.state, statuses: NO_CHANGE_STATUSES };
          const refused = { state: copyState(state), statuses: ['refused'] };
          return mayRefuse || isEmpty ? [done, refused] : [done];
        }),
      ),
  };
};

/** One acceptable course of an undo. All steps of the undo follow the same course. */
type Walk = {
  batch: number;
  /** Index of the batch that the steps write to: an earlier undo that is not reverted. Null for a new batch. */
  into: number | null;
  /** Whether the undo is only for chosen records. */
  isPartial: boolean;
  variant: (typeof UNDO_VARIANTS)[number];
};

function walks(state: State, batch: number, isPartial: boolean): Walk[] {
  const earlier = state.batches.flatMap((other, index) =>
    other.undoes === batch &&
    other.isPartial === isPartial &&
    Object.keys(other.undone).length === 0
      ? [index]
      : [],
  );
  return [null, ...earlier.toReversed()].flatMap((into) =>
    UNDO_VARIANTS.map((variant) => ({ batch, into, isPartial, variant })),
  );
}

function steppedOutcomes(state: State, batch: number, size: number): Outcome[] {
  function outcomesFrom(at: State, walk: Walk, cursor: string): Outcome[] {
    const left = inOrder(at, batch).filter(({ key }) => key > cursor);
    const step = left.slice(0, size);
    const labels = step.map(({ label }) => label);
    return reverted(at, walk, labels).flatMap(({ after, mayRefuse }) => {
      // If a rule refuses one record, nothing of this step is written; the steps before it stay written.
      const refused = mayRefuse ? [{ state: copyState(at), statuses: ['refused'] }] : [];
      const next =
        left.length <= size
          ? [{ state: after.state, statuses: NO_CHANGE_STATUSES }]
          : outcomesFrom(after.state, { ...walk, into: after.into }, step.at(-1)!.key);
      return [...next, ...refused];
    });
  }
  return walks(state, batch, false).flatMap((walk) => outcomesFrom(state, walk, ''));
}

type Reached = { state: State; into: number | null };

/** Returns the records of a batch in the order of the steps: by id, and last the categories that the batch created. */
function inOrder(state: State, batch: number): { label: string; key: string }[] {
  return listRecordUndos(state, batch, null)
    .map(({ label, entries }) => {
      const isLast = areaOf(label) === 'categories' && entries[0]!.kind === 'insert';
      return { label, key: `${isLast ? '~' : ''}${state.ids[label] ?? ''}` };
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/**
 * Undoes the batch for the chosen records. If the batch also deleted their former categories, restores the categories.
 * The model does not define whether an undo changes columns that were changed and set back: returns one result for each
 * combination of these columns.
 */
function reverted(
  state: State,
  { batch, into, isPartial, variant }: Walk,
  chosen: readonly string[],
): { after: Reached; mayRefuse: boolean; isEmpty: boolean }[] {
  const own = listRecordUndos(state, batch, null);
  const needed = own
    .filter(({ label }) => chosen.includes(label))
    .flatMap(({ entries }) => entries.map(({ before }) => String(before['category_id'])));
  const parts = own.filter(
    (part) =>
      part.problem === null &&
      !isTaken(state, part) &&
      (chosen.includes(part.label) ||
        (needed.includes(part.label) && part.entries.at(-1)!.kind === 'delete')),
  );
  const must = parts.flatMap((part) => part.must);
  const may = parts.flatMap((part) => part.may);
  return subsetsOf(may).map((stay) => {
    const choices = Object.fromEntries([...must, ...stay].map((key) => [key, 'keep']));
    const { next, open, refusals } = applyUndo(state, batch, parts, choices, variant, into);
    if (open !== null) next.batches[open]!.isPartial = isPartial;
    // If every record is refused, the database refuses the restoration from the trash.
    const isEmpty = refusals.length > 0 && refusals.length === parts.length;
    return { after: { state: next, into: open }, mayRefuse: refusals.includes('taken'), isEmpty };
  });
}

/** Returns all subsets of the first `MAX_CHOICES` keys, each with and without all remaining keys. */
function subsetsOf(keys: readonly string[]): string[][] {
  const [first, rest] = [keys.slice(0, MAX_CHOICES), keys.slice(MAX_CHOICES)];
  const subsets = first.reduce<string[][]>(
    (all, key) => [...all, ...all.map((subset) => [...subset, key])],
    [[]],
  );
  return rest.length === 0 ? subsets : subsets.flatMap((one) => [[...one, ...rest], one]);
}

const MAX_CHOICES = 4;

/** Returns whether another product has the SKU that the record had before the batch. */
function isTaken(state: State, { label, entries, must }: RecordUndo): boolean {
  if (!must.includes(`${label}/sku`)) return false;
  const before = computeNetChanges(entries)['sku']?.was ?? entries.at(-1)!.before['sku'];
  return findSkuHolder(state, label, String(before)) !== undefined;
}

export const steppedUndoSteps: Record<string, StepMaker> = {
  'undo in steps': undoInSteps,
  'restore trashed': restoreTrashed,
};
