import { chooseItem, type Command, type StepMaker, type Step } from './step.ts';
import { USER_NAMES } from './record-steps.ts';
import {
  areaOf,
  copyState,
  type LogEntry,
  listLabels,
  openBatch,
  PERSONAL_COLUMNS,
  type Row,
  type State,
} from './state.ts';
import {
  findLatestDeletionBatch,
  listRecordUndos,
  predictRestoreOutcomes,
  predictUndoOutcomes,
} from './undo.ts';

// Commands that undo a batch, restore a version, a column or a deleted record, discard a deleted record, or anonymise.

const undo: StepMaker = (state, command) => {
  const batch =
    (command.b % 3 === 0
      ? pickBatch(state, command.a, makeIncompleteUndoCondition(state))
      : undefined) ??
    (command.b % 2 === 0
      ? pickBatch(state, command.a, makeSeveralRecordsCondition(state))
      : undefined) ??
    pickBatch(state, command.a, () => true);
  return batch === undefined ? undefined : undoStep(state, command, batch, null);
};

const undoUndo: StepMaker = (state, command) => {
  const batch = pickBatch(state, command.a, ({ undoes }) => undoes !== null);
  return batch === undefined ? undefined : undoStep(state, command, batch, null);
};

const undoAgain: StepMaker = (state, command) => {
  const batch = pickBatch(state, command.a, ({ undone }) => Object.keys(undone).length > 0);
  return batch === undefined ? undefined : undoStep(state, command, batch, null);
};

const undoOne: StepMaker = (state, command) => {
  const batch = pickBatch(state, command.a, makeSeveralRecordsCondition(state));
  if (batch === undefined) return undefined;
  return undoStep(state, command, batch, chooseItem(listBatchLabels(state, batch), command.b)!);
};

/** Returns a condition for batches that changed several records. */
export function makeSeveralRecordsCondition(state: State) {
  return (_batch: unknown, index: number) => listBatchLabels(state, index).length > 1;
}

/**
 * Returns a condition for batches of several records. A batch meets the condition if its undo cannot restore all of
 * these records: a record or its former category does not exist, or a record was discarded or anonymised after its
 * deletion.
 */
export function makeIncompleteUndoCondition(state: State) {
  return (_batch: unknown, index: number) => {
    const parts = listRecordUndos(state, index, null);
    const lacks = ({ before }: LogEntry) =>
      typeof before['category_id'] === 'string' && !state.rows[before['category_id']];
    return (
      parts.length > 1 &&
      parts.some(({ problem, entries }) => problem !== null || entries.some(lacks))
    );
  };
}

/**
 * Selects a batch that fits the condition, changed records and is not interleaved. Recent batches are more likely.
 * Returns undefined if there is no such batch.
 */
export function pickBatch(
  state: State,
  number: number,
  fits: (batch: State['batches'][number], index: number) => boolean,
): number | undefined {
  const all = state.batches.flatMap((batch, index) =>
    listBatchLabels(state, index).length > 0 && !isInterleaved(state, index) && fits(batch, index)
      ? [index]
      : [],
  );
  const recent = all.toReversed();
  return chooseItem(recent, number % 2 ? number : Math.floor(number / 2) % 4);
}

/**
 * Returns whether a different batch wrote to a record between two writes of `batch`. If so, the model does not define
 * the result of an undo of `batch`.
 */
function isInterleaved(state: State, batch: number): boolean {
  return listBatchLabels(state, batch).some((label) => {
    const own = state.log.filter((entry) => entry.label === label).map((entry) => entry.batch);
    const between = own.slice(own.indexOf(batch), own.lastIndexOf(batch));
    return between.some((other) => other !== batch);
  });
}

export function listBatchLabels(state: State, batch: number): string[] {
  const own = state.log.filter(
    (entry) => entry.batch === batch && ['insert', 'update', 'delete'].includes(entry.kind),
  );
  return [...new Set(own.map(({ label }) => label))];
}

function undoStep(state: State, { person, c }: Command, batch: number, only: string | null): Step {
  const { id } = state.batches[batch]!;
  // One undo in four makes no decision. The other undos decide each key except the key of a SKU.
  const decide = (key: string) => {
    if (c % 4 === 0 || key.endsWith('/sku')) return null;
    return (c + key.length) % 2 ? 'keep' : 'restore';
  };
  const labelled = (key: string) =>
    key.replace(/^\w+\/([^/]+)/, (_, found: string) => findLabelById(state, found));
  return {
    text: `${USER_NAMES[person]}: undo batch ${id}${only === null ? '' : ` of ${only}`} (${listBatchLabels(state, batch).join(', ')})`,
    async run(adapter) {
      const result = await adapter.undo(
        person,
        id,
        only === null ? null : (state.ids[only] ?? ''),
        ({ key, kind }) => (kind === 'taken' ? null : decide(labelled(key))),
      );
      return result.conflicts ? { ...result, conflicts: result.conflicts.map(labelled) } : result;
    },
    outcomes: (result) => predictUndoOutcomes(state, { batch, only, decide }, result.conflicts),
  };
}

export function findLabelById(state: State, id: string): string {
  return Object.keys(state.ids).find((label) => state.ids[label] === id) ?? id;
}

const restoreDeleted: StepMaker = (state, command) => {
  const label = chooseItem(listTrashedLabels(state), command.a);
  const batch = label === undefined ? null : findLatestDeletionBatch(state, label);
  return label === undefined || batch === null ? undefined : undoStep(state, command, batch, label);
};

/** Returns the labels of the records in the trash. */
export function listTrashedLabels(state: State): string[] {
  const all = [...new Set(state.log.map(({ label }) => label))];
  return all.filter((label) => {
    const last = state.log.findLast((entry) => entry.label === label);
    return !state.rows[label] && last?.kind === 'delete';
  });
}

// Always runs as Administrador, because a Colaborador may discard only records that they have deleted themselves.
const discard: StepMaker = (state, { a, b }) => {
  const deleted = listTrashedLabels(state);
  const ofMany = deleted.filter((label) =>
    makeSeveralRecordsCondition(state)(null, findLatestDeletionBatch(state, label)!),
  );
  const label = (b % 2 ? chooseItem(ofMany, a) : undefined) ?? chooseItem(deleted, a);
  const batch = label === undefined ? null : findLatestDeletionBatch(state, label);
  if (label === undefined || batch === null) return undefined;
  return {
    text: `${USER_NAMES.administrador}: discard ${label}`,
    run: (adapter) =>
      adapter.discard('administrador', state.batches[batch]!.id, state.ids[label] ?? ''),
    outcomes() {
      const next = copyState(state);
      const row = null;
      next.log.push({ batch: openBatch(next), label, kind: 'discard', before: {}, after: {}, row });
      return [{ state: next, statuses: ['discarded'] }];
    },
  };
};

const anonymise: StepMaker = (state, { a, c }) => {
  const gone = listTrashedLabels(state).filter((label) => areaOf(label) === 'parceiros');
  const label = chooseItem(c % 4 ? listLabels(state, 'parceiros') : gone, a);
  if (label === undefined) return undefined;
  return {
    text: `Ana: anonymise ${label}`,
    run: (adapter) => adapter.anonymise('administrador', 'parceiros', state.ids[label] ?? ''),
    outcomes() {
      // The second of two consecutive anonymisations writes nothing: it may be a retry after a lost response.
      const isRepeated = state.log.findLast((entry) => entry.label === label)?.kind === 'anonymise';
      const next = isRepeated ? copyState(state) : withAnonymous(state, label);
      return [{ state: next, statuses: ['anonymised'] }];
    },
  };
};

function withAnonymous(state: State, label: string): State {
  const next = copyState(state);
  const stored = next.rows[label];
  const email = String(
    stored?.['email'] ??
      next.log.findLast((entry) => entry.label === label && entry.kind === 'delete')?.before[
        'email'
      ],
  );
  next.log = structuredClone(next.log);
  for (const entry of next.log.filter((each) => each.label === label)) {
    for (const side of [entry.before, entry.after])
      for (const column of PERSONAL_COLUMNS) delete side[column];
    // Anonymise the versions in the log too, because restoring an earlier version does not restore the titular's data.
    if (entry.row) Object.assign(entry.row, anonymousValues(label));
  }
  for (const row of next.imports
    .filter(({ area }) => area === 'parceiros')
    .flatMap(({ rows }) => rows))
    if (
      row.label === label ||
      row.key.toLowerCase() === email.toLowerCase() ||
      // Staged rows of every user are emptied if a cell is a personal value of the titular.
      Object.values(row.cells).some((cell) => (next.personal[label] ?? []).includes(String(cell)))
    )
      row.outcome = 'keep';
  next.erased.push(...(next.personal[label] ?? []));
  next.personal[label] = [];
  next.touched.push(label);
  if (stored) next.rows[label] = { ...stored, ...anonymousValues(label) };
  const row = stored ? { ...next.rows[label] } : null;
  next.log.push({ batch: openBatch(next), label, kind: 'anonymise', before: {}, after: {}, row });
  return next;
}

function anonymousValues(label: string): Row {
  return {
    name: 'Titular anonimizado',
    email: `anonimizado-${label}@anonimizado.invalid`,
    phone: '—',
    address: '—',
    cidade: null,
  };
}

const restoreVersion: StepMaker = (state, { person, a, b, c }) => {
  const label = chooseItem(listLabels(state), a);
  if (label === undefined) return undefined;
  const batches = listBatchesOfRecord(state, label).filter(
    (batch) => state.log.findLast((e) => e.batch === batch && e.label === label)?.kind !== 'delete',
  );
  const recent = batches.toReversed();
  const withSame = recent.filter((each) => hasSamePictures(state, label, each));
  const batch = (c % 2 ? chooseItem(withSame, b) : undefined) ?? chooseItem(recent, b);
  return batch === undefined ? undefined : restoreStep(state, person, label, batch, null);
};

/** Returns whether a record has the pictures that it had after `batch`, although they were changed in between. */
function hasSamePictures(state: State, label: string, batch: number): boolean {
  const own = state.log.filter((entry) => entry.label === label);
  const place = own.findLastIndex((entry) => entry.batch === batch);
  return (
    own[place]?.row?.['pictures'] === state.rows[label]?.['pictures'] &&
    own.slice(place + 1).some(({ before }) => 'pictures' in before)
  );
}

const restoreField: StepMaker = (state, { person, a, b, c }) => {
  const label = chooseItem(listLabels(state), a);
  if (label === undefined) return undefined;
  const fields = state.log.flatMap((entry) =>
    entry.label === label && entry.kind === 'update'
      ? Object.keys(entry.before)
          .filter((column) => column !== 'pictures')
          .map((column) => ({ batch: entry.batch, column }))
      : [],
  );
  const field = chooseItem(fields.toReversed(), b + c);
  return field && restoreStep(state, person, label, field.batch, field.column);
};

function restoreStep(
  state: State,
  person: Command['person'],
  label: string,
  batch: number,
  column: string | null,
): Step {
  const { id } = state.batches[batch]!;
  return {
    text: `${USER_NAMES[person]}: restore ${column ?? 'the version'} of ${label} ${column ? 'before' : 'after'} batch ${id}`,
    run: (adapter) => adapter.restore(person, areaOf(label), state.ids[label] ?? '', id, column),
    outcomes: () => predictRestoreOutcomes(state, label, batch, column),
  };
}

/** Returns the batches of a record, in the order of their last writes to it. */
export function listBatchesOfRecord(state: State, label: string): number[] {
  const all = state.log.filter((entry) => entry.label === label).map(({ batch }) => batch);
  return all.filter((batch, place) => all.lastIndexOf(batch) === place);
}

export const historySteps: Record<string, StepMaker> = {
  undo,
  'undo undo': undoUndo,
  'undo again': undoAgain,
  'undo one': undoOne,
  'restore deleted': restoreDeleted,
  discard,
  anonymise,
  'restore version': restoreVersion,
  'restore field': restoreField,
};
