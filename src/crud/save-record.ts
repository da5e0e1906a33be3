import type { ReactNode } from 'react';
import type { MutationEffects } from '#data/query-client.ts';
import { compareForMerge } from '#lib/merge.ts';
import type { RecordValues, MergeComparison, MergeUnit } from '#lib/merge.ts';
import { askConflictQuestion } from '#ui/conflict.tsx';
import type { ConflictingUsers } from '#ui/conflict-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { isNewlyAnonymised } from './anonymised.ts';
import type { Anonymisation } from './history/record-authors.queries.ts';
import type { SaveResult, SaveVariables } from './row-mutations.queries.ts';
import type { StoredRow } from './rows.queries.ts';

/** A record and the values that the user enters for it, in a form or in a row of a list. */
export type EditedRecord<Row extends StoredRow> = {
  /** Returns the record as last read; undefined for a new record. */
  row: () => StoredRow | undefined;
  /**
   * Returns the values before the user's changes, for a merge with the stored version `theirs`. Returns undefined if
   * there are none, for example for a new record: then nothing is merged.
   */
  base: (theirs: Row) => RecordValues | undefined;
  /** Returns the entered values. */
  typed: () => RecordValues;
  /** Returns the values of a stored record in the format of the entered values. */
  stored: (row: Row) => RecordValues;
  /** The fields, or groups of fields, that are compared and merged after a conflict. */
  units: readonly MergeUnit[];
  /** Renders the value of a unit for the question about a conflict. */
  describe: (unit: MergeUnit, held: RecordValues) => ReactNode;
  /** Replaces the entered values of some units with the version `theirs`. With `rebase`, `theirs` is the new base. */
  take: (theirs: Row, units: readonly MergeUnit[], rebase: boolean) => void;
  /** The `meta` of the mutation that saves the record. */
  meta: MutationEffects | undefined;
  /**
   * Replaces all entered values with the version `theirs`, because the record was anonymised after it was read. `by`
   * has the author and the time of the anonymisation. A row that is edited in a list has no `startAgain`.
   */
  startAgain?: (theirs: Row, by?: Anonymisation) => void;
  /** The name of a record that is edited in a list. */
  listed?: string;
};

/** `next` returns the variables of the next attempt to save; undefined if an entered value is invalid. */
type Attempts<Out> = { next: () => SaveVariables<Out> | undefined };

/**
 * Saves a record with the mutation `save`, which stores the entered values only over the version that was read. After a
 * conflict, merges the stored version into the entered values and tries again. Asks the user only about units that both
 * users changed. Returns the result of the save. Returns the conflict if the user goes back without a choice, or if the
 * record was anonymised. Returns undefined if an entered value is invalid, or after `maxAttempts` attempts.
 * @throws the error of the mutation
 */
export async function saveRecord<Row extends StoredRow, Out, Result extends SaveResult<Row>>(
  record: EditedRecord<Row> & Attempts<Out>,
  save: (saving: SaveVariables<Out>) => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const saving = record.next();
    if (!saving) return undefined;
    const result = await save(saving);
    if (result.status !== 'conflict') return result;
    const { row: theirs } = result;
    const isAnonymised = isNewlyAnonymised(record.meta, theirs, record.row());
    const request = fetchLaterAuthors(record);
    // Merge before the authors arrive: otherwise a refetch could apply the other user's changes without a message.
    const { disputed, taken } = mergeVersion(record, theirs);
    const response = await request;
    // Do not save: the entered values are data of a titular, and the record was anonymised meanwhile.
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

/** Returns the `EditedRecord` of a row that is edited in a list. `values` are the entered values, keyed by column. */
export function toEditedRecord<Row extends StoredRow, Values extends RecordValues>(
  listed: Row,
  values: Values & Pick<Row, keyof Values & keyof Row>,
  about: Pick<EditedRecord<Row>, 'units' | 'describe' | 'meta' | 'listed'>,
): EditedRecord<Row> & Attempts<Values> {
  let row = listed;
  let typed = values;
  const cellsOf = (of: Row): Values =>
    // The cast is safe: the result has the names of `values`, with the values of the row `of`.
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
      // The cast is safe: the names of the units are names of `Values`.
      typed = { ...typed, ...(Object.fromEntries(taken) as Partial<Values>) };
    },
    next: () => ({ stored: row, values: typed, pictures: {} }),
  };
}

/**
 * Merges another user's version `theirs` into the entered values of `record`, and returns the merged and the disputed
 * units. `theirs` becomes the base, unless there are disputed units.
 */
export function mergeVersion<Row extends StoredRow>(
  record: EditedRecord<Row>,
  theirs: Row,
): MergeComparison {
  const base = record.base(theirs);
  if (!base) return { disputed: [], taken: [] };
  const found = compareForMerge(record.units, base, record.typed(), record.stored(theirs));
  record.take(theirs, found.taken, found.disputed.length === 0);
  return found;
}

/** The maximum number of attempts to save. More concurrent saves of one record are unlikely. */
const maxAttempts = 5;

/**
 * Asks the user which value of each disputed unit to keep, and replaces the entered values where the user chooses the
 * stored value. Returns false if the user goes back.
 */
async function isSettled<Row extends StoredRow>(
  record: EditedRecord<Row>,
  theirs: Row,
  disputed: readonly MergeUnit[],
  savers: ConflictingUsers,
): Promise<boolean> {
  const takeSaved = await askConflictQuestion({
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

function showMerged(taken: readonly MergeUnit[], { inside, own }: ConflictingUsers) {
  const labels = taken.map(({ label }) => label).join(', ');
  const changes = own ? 'suas outras alterações' : `alterações de ${inside ?? 'outra pessoa'}`;
  if (labels) toast.success(`Incluídas as ${changes}: ${labels}`);
}

async function saversOf(
  response: Awaited<ReturnType<typeof fetchLaterAuthors>>,
): Promise<ConflictingUsers> {
  if (!response) return { many: false, own: false };
  const { formatAuthorsInSentence, formatAuthors, omitSystemAuthor } =
    await import('./history/record-authors.queries.ts');
  const { authors } = response;
  const users = omitSystemAuthor(authors);
  const own = users.length > 0 && users.every((user) => user.own);
  return {
    names: formatAuthors(authors),
    inside: formatAuthorsInSentence(authors),
    many: users.length > 1,
    own,
  };
}

/**
 * Returns the authors of the changes after the version that was read. Also returns the deletion and the anonymisation
 * of the record, if they are among these changes. Returns undefined for a new record, if `meta` has no `table`, or if
 * the request fails. Then the messages do not name an author.
 */
export async function fetchLaterAuthors({ row, meta }: Pick<EditedRecord<never>, 'row' | 'meta'>) {
  const read = row();
  const table = meta?.table;
  if (!read || !table) return undefined;
  const { id, version } = read;
  try {
    const { fetchAuthors } = await import('./history/record-authors.queries.ts');
    const { authors, deletion, anonymisation } = await fetchAuthors(table, [id], { version });
    return { authors, deletion: deletion ?? undefined, anonymisation: anonymisation ?? undefined };
  } catch {
    return undefined;
  }
}
