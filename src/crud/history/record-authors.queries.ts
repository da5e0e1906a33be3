import { rest } from '#data/rest-client.ts';
import { unwrapAs } from '#data/unwrap.ts';
import { formatRelativeDateTime } from '#lib/date.ts';
import { objectOf } from '#lib/shape.ts';

/**
 * The authors of changes, the author of the latest change first. `own`: whether the author is the signed-in user.
 * `name`: null for the system.
 */
export type Authors = readonly { name: string | null; own: boolean }[];

/** The deletion of a record: its author, time and batch. */
export type Deletion = Authors[number] & {
  /** ISO 8601. */
  at: string;
  batch: number;
};

/** The last anonymisation of a record: its author and time. */
export type Anonymisation = Omit<Deletion, 'batch'>;

/**
 * Returns the authors of the changes of the records after `version` or after `batch`. Reads only the last 200 of these
 * changes of each record, without exports. Also returns the deletion, if it is the last of these changes, and the last
 * anonymisation among them. Pass `version` only with one id, because records have different versions.
 */
export async function fetchAuthors(
  area: string,
  ids: readonly (string | number)[],
  { version, batch }: { version?: number; batch?: number },
) {
  const request = { area, record_ids: ids.map(String), version, batch };
  return unwrapAs(rest.rpc('record_authors', request), isResponse);
}

const isResponse = objectOf<{
  authors: Authors;
  deletion: Deletion | null;
  anonymisation?: Anonymisation | null;
}>({ authors: Array.isArray });

/**
 * Returns the names of the authors for the beginning of a sentence: 'Maria', 'Maria e João', 'Maria e mais 2 pessoas',
 * 'Você' for the signed-in user. Returns undefined if no author is a user.
 */
export function formatAuthors(authors: Authors): string | undefined {
  const names = omitSystemAuthor(authors).map(nameOf);
  const [first, second, ...others] = names;
  if (!first || !second) return first;
  return others.length === 0
    ? `${first} e ${second.replace('Você', 'você')}`
    : `${first} e mais ${names.length - 1} pessoas`;
}

/** Returns the authors without the system. */
export function omitSystemAuthor(authors: Authors): Authors {
  return authors.filter(({ name, own }) => own || name !== null);
}

/** Returns `formatAuthors` for the middle of a sentence: 'você' for 'Você'; 'outra pessoa' if no author is a user. */
export function formatAuthorsInSentence(authors: Authors): string {
  return formatAuthors(authors)?.replace(/^Você(?= |$)/, 'você') ?? 'outra pessoa';
}

/** Returns a deletion as a sentence: 'Bruno excluiu este registro às 00:03.', with the day unless it was today. */
export function deletionText({ at, ...author }: Deletion, record: string): string {
  return `${nameOf(author)} excluiu ${record} ${formatRelativeDateTime(at).replace(/^hoje /, '')}.`;
}

/**
 * Returns an anonymisation as a sentence: 'Ana anonimizou este registro às 14:32.' Without `by`, the sentence has no
 * author and no time.
 */
export function anonymisationText(by: Anonymisation | undefined, record: string): string {
  if (!by) return 'Os dados pessoais deste registro foram anonimizados.';
  return `${nameOf(by)} anonimizou ${record} ${formatRelativeDateTime(by.at).replace(/^hoje /, '')}.`;
}

function nameOf({ name, own }: Authors[number]): string {
  return own ? 'Você' : (name ?? 'O sistema');
}
