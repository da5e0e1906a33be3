import type { ReactNode } from 'react';
import type { MutationConsequences } from '#data/query-client.ts';
import { merge } from '#lib/merge.ts';
import type { Held, Merge, Unit } from '#lib/merge.ts';
import { askConflict } from '#ui/conflict.tsx';
import type { Savers } from '#ui/conflict-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { isNewlyAnonymised } from './anonymised.ts';
import type { Anonymisation } from './history/record-authors.queries.ts';
import type { SaveResult, Saving } from './row-mutations.queries.ts';
import type { StoredRow } from './rows.queries.ts';

/** A record with typed values: from a form, or from a row that is edited in its list. */
export type EditedRecord<Row extends StoredRow> = {
  /** The record as last read; undefined for a new one. */
  row: () => StoredRow | undefined;
  /** The values from which the typed ones were made, for a merge with a stored version: differences are local changes. */
  base: (theirs: Row) => Held | undefined;
  typed: () => Held;
  /** The values of a stored record, in the format of the typed ones. */
  stored: (row: Row) => Held;
  /** The units that two users may have changed, and the format of their values. */
  units: readonly Unit[];
  describe: (unit: Unit, held: Held) => ReactNode;
  /** Replaces the values of some units with another user's version. With `rebase`, that version becomes the base. */
  take: (theirs: Row, units: readonly Unit[], rebase: boolean) => void;
  /** The `meta` of the mutation that saves the record. */
  meta: MutationConsequences | undefined;
  /** Replaces all typed values: another user anonymised the record after it was read. Absent for other records. */
  startAgain?: (theirs: Row, by?: Anonymisation) => void;
  /** The name of a record that is edited in a list. */
  listed?: string;
};

/** `next` returns the variables of the next attempt to save; undefined if a typed value is invalid. */
type Attempts<Out> = { next: () => Saving<Out> | undefined };

/**
 * The only way to save a record: the mutation `save` stores the typed values under the version that was read.
 * Concurrent changes of another user are merged; the user chooses only where both changed the same unit. The result is
 * a conflict if the user went back without a choice, and undefined if nothing valid could be saved.
 * @throws the error of the mutation
 */
export async function saveRecord<Row extends StoredRow, Out, Result extends SaveResult<Row>>(
  record: EditedRecord<Row> & Attempts<Out>,
  save: (saving: Saving<Out>) => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const saving = record.next();
    if (!saving) return undefined;
    const result = await save(saving);
    if (result.status !== 'conflict') return result;
    const { row: theirs } = result;
    const isAnonymised = isNewlyAnonymised(record.meta, theirs, record.row());
    const request = laterChanges(record);
    // Merge at once: otherwise a later refetch would apply these changes without a message.
    const { disputed, taken } = absorb(record, theirs);
    const response = await request;
    // The typed values belong to an anonymised person: they must not be stored again.
    if (response?.anonymisation || isAnonymised) {
      record.startAgain?.(theirs, response?.anonymisation);
      return result;
    }
    const savers = await saversOf(response);
    if (disputed.length === 0) showMerged(taken, savers);
    else if (!(await isSettled(record, theirs, disputed, savers))) return result;
  }
  return undefined;
}

/** The record of a row that is edited in its list; `values` are the typed values of some of its columns. */
export function listedRecord<Row extends StoredRow, Values extends Held>(
  listed: Row,
  values: Values & Pick<Row, keyof Values & keyof Row>,
  about: Pick<EditedRecord<Row>, 'units' | 'describe' | 'meta' | 'listed'>,
): EditedRecord<Row> & Attempts<Values> {
  let row = listed;
  let typed = values;
  const cellsOf = (of: Row): Values =>
    // The same names, with the values of the other object.
    Object.fromEntries(Object.keys(values).map((name) => [name, Reflect.get(of, name)])) as Values;
  return {
    ...about,
    row: () => row,
    base: () => cellsOf(row),
    typed: () => typed,
    stored: (of) => cellsOf(of),
    take(theirs, units, rebase) {
      if (rebase) row = theirs;
      const taken = units.flatMap(({ names }) =>
        names.map((name): [string, unknown] => [name, Reflect.get(theirs, name)]),
      );
      typed = { ...typed, ...(Object.fromEntries(taken) as Partial<Values>) }; // its own columns
    },
    next: () => ({ stored: row, values: typed, pictures: {} }),
  };
}

/** Merges another user's version into the typed values. It becomes their base unless both changed the same unit. */
export function absorb<Row extends StoredRow>(record: EditedRecord<Row>, theirs: Row): Merge {
  const base = record.base(theirs);
  if (!base) return { disputed: [], taken: [] };
  const found = merge(record.units, base, record.typed(), record.stored(theirs));
  record.take(theirs, found.taken, found.disputed.length === 0);
  return found;
}

/** The maximum number of attempts after conflicts: more concurrent saves of one record are unlikely. */
const patience = 5;

/**
 * Asks the user which versions to keep, and takes over the stored values that they choose. False when the user goes
 * back.
 */
async function isSettled<Row extends StoredRow>(
  record: EditedRecord<Row>,
  theirs: Row,
  disputed: readonly Unit[],
  savers: Savers,
): Promise<boolean> {
  const takeSaved = await askConflict({
    savers,
    listed: record.listed,
    disputes: disputed.map((unit) => ({
      label: unit.label,
      saved: record.describe(unit, record.stored(theirs)),
      typed: record.describe(unit, record.typed()),
    })),
  });
  if (!takeSaved) return false;
  const taken = disputed.filter(({ label }) => takeSaved.has(label));
  record.take(theirs, taken, true);
  return true;
}

function showMerged(taken: readonly Unit[], { inside, own }: Savers) {
  const labels = taken.map(({ label }) => label).join(', ');
  const changes = own ? 'suas outras alterações' : `alterações de ${inside ?? 'outra pessoa'}`;
  if (labels) toast.success(`Incluídas as ${changes}: ${labels}`);
}

async function saversOf(response: Awaited<ReturnType<typeof laterChanges>>): Promise<Savers> {
  if (!response) return { many: false, own: false };
  const { namesInside, namesOf, usersAmong } = await import('./history/record-authors.queries.ts');
  const { authors } = response;
  const users = usersAmong(authors);
  const own = users.length > 0 && users.every((user) => user.own);
  return { names: namesOf(authors), inside: namesInside(authors), many: users.length > 1, own };
}

/**
 * The users who changed the record after the version that was read, and the deletion and the anonymisation of the
 * record. Undefined for a new record, and if the request fails: then the message has 'Alguém' instead of names, and a
 * deletion or an anonymisation is not noticed.
 */
export async function laterChanges({ row, meta }: Pick<EditedRecord<never>, 'row' | 'meta'>) {
  const read = row();
  const table = meta?.table;
  if (!read || !table) return undefined;
  const { id, version } = read;
  try {
    const { recordAuthors } = await import('./history/record-authors.queries.ts');
    const { authors, deletion, anonymisation } = await recordAuthors(table, [id], { version });
    return { authors, deletion: deletion ?? undefined, anonymisation: anonymisation ?? undefined };
  } catch {
    return undefined;
  }
}
