import { rest } from '#data/rest-client.ts';
import { unwrapAs } from '#data/unwrap.ts';
import { tellInstant } from '#lib/date.ts';
import { objectOf } from '#lib/shape.ts';

/** The users who changed a record, the last one first; a null name is the system. */
export type Authors = readonly { name: string | null; own: boolean }[];

/** The deletion of a record, and its batch. */
export type Deletion = Authors[number] & {
  /** ISO 8601. */
  at: string;
  batch: number;
};

/** The last anonymisation of a record. */
export type Anonymisation = Omit<Deletion, 'batch'>;

/** The authors of all changes after a version of one record, or after a batch; see the function in the schema. */
export async function recordAuthors(
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
 * 'Maria', 'Maria e João', 'Maria e mais 2 pessoas', 'Você' if all are the current user; undefined if no author is a
 * user.
 */
export function namesOf(authors: Authors): string | undefined {
  const names = usersAmong(authors).map(nameOf);
  const [first, second, ...others] = names;
  if (!first || !second) return first;
  return others.length === 0
    ? `${first} e ${second.replace('Você', 'você')}`
    : `${first} e mais ${names.length - 1} pessoas`;
}

/** The authors that `namesOf` names: without the system. */
export function usersAmong(authors: Authors): Authors {
  return authors.filter(({ name, own }) => own || name !== null);
}

/** `namesOf` for the middle of a sentence: 'Maria e você'. */
export function namesInside(authors: Authors): string {
  return namesOf(authors)?.replace(/\bVocê$/, 'você') ?? 'outra pessoa';
}

/** 'Bruno excluiu este produto às 00:03.' */
export function deletionText({ at, ...author }: Deletion, record: string): string {
  return `${nameOf(author)} excluiu ${record} ${tellInstant(at).replace(/^hoje /, '')}.`;
}

/** 'Ana anonimizou este parceiro às 14:32.'; without an author, only that it was anonymised. */
export function anonymisationText(by: Anonymisation | undefined, record: string): string {
  if (!by) return 'Os dados pessoais deste registro foram anonimizados.';
  return `${nameOf(by)} anonimizou ${record} ${tellInstant(by.at).replace(/^hoje /, '')}.`;
}

function nameOf({ name, own }: Authors[number]): string {
  return own ? 'Você' : (name ?? 'O sistema');
}
