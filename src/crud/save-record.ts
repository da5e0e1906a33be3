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

/** A record with entered values: from a form, or from a row that is edited in its list. */
export type EditedRecord<Row extends StoredRow> = {
  /** The record as last read; undefined for a new one. */
  row: () => StoredRow | undefined;
  /**
   * Returns the values before the user's changes, for a merge with the stored version `theirs`. Undefined if there are
   * none, as for a new record: then nothing is merged.
   */
  base: (theirs: Row) => Held | undefined;
  /** Returns the entered values. */
  typed: () => Held;
  /** Returns the values of a stored record in the format of the entered ones. */
  stored: (row: Row) => Held;
  /** The fields, or groups of fields, that two users may have changed. */
  units: readonly Unit[];
  /** Renders the value of a unit for the question about a conflict. */
  describe: (unit: Unit, held: Held) => ReactNode;
  /** Replaces the values of some units with another user's version. With `rebase`, that version becomes the base. */
  take: (theirs: Row, units: readonly Unit[], rebase: boolean) => void;
  /** The `meta` of the mutation that saves the record. */
  meta: MutationConsequences | undefined;
  /**
   * Replaces all entered values, because another user anonymised the record after it was read. Absent for a row that is
   * edited in its list.
   */
  startAgain?: (theirs: Row, by?: Anonymisation) => void;
  /** The name of a record that is edited in a list. */
  listed?: string;
};

/** `next` returns the variables of the next attempt to save; undefined if an entered value is invalid. */
type Attempts<Out> = { next: () => Saving<Out> | undefined };

/**
 * Saves a record with the mutation `save`, which stores the entered values only over the version that was read. After a
 * conflict, merges the other user's changes and tries again; the user chooses only where both changed the same unit.
 * Returns the conflict if the user goes back without a choice, or if the record was anonymised. Returns undefined if an
 * entered value is invalid, or after `patience` attempts.
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
    const { disputed, taken } = mergeVersion(record, theirs);
    const response = await request;
    // The entered values are about a person whose data was anonymised: they must not be stored again.
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

/** Returns the record of a row that is edited in its list; `values` are the entered values of some of its columns. */
export function listedRecord<Row extends StoredRow, Values extends Held>(
  listed: Row,
  values: Values & Pick<Row, keyof Values & keyof Row>,
  about: Pick<EditedRecord<Row>, 'units' | 'describe' | 'meta' | 'listed'>,
): EditedRecord<Row> & Attempts<Values> {
  let row = listed;
  let typed = values;
  const cellsOf = (of: Row): Values =>
    // The result has the names of `values`, with the values of the row `of`.
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
      // The names of the units are columns of `Values`.
      typed = { ...typed, ...(Object.fromEntries(taken) as Partial<Values>) };
    },
    next: () => ({ stored: row, values: typed, pictures: {} }),
  };
}

/**
 * Merges another user's version into the entered values. That version becomes the base, unless both users changed the
 * same unit.
 */
export function mergeVersion<Row extends StoredRow>(record: EditedRecord<Row>, theirs: Row): Merge {
  const base = record.base(theirs);
  if (!base) return { disputed: [], taken: [] };
  const found = merge(record.units, base, record.typed(), record.stored(theirs));
  record.take(theirs, found.taken, found.disputed.length === 0);
  return found;
}

/** The maximum number of attempts to save: more concurrent saves of one record are unlikely. */
const patience = 5;

/**
 * Asks the user which versions to keep, and takes over the stored values that they choose. Returns false when the user
 * goes back.
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
 * Returns the authors of all changes after the version that was read. Also returns the deletion and the anonymisation
 * of the record. Undefined for a new record, and if the request fails: then the messages name no author and no
 * deletion.
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
