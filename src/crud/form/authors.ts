import type { MutationConsequences } from '#data/query-client.ts';
import type { Whose } from '#ui/conflict-dialog.tsx';
import type { Deletion } from '../history/record-authors.ts';
import type { StoredRow } from '../rows.ts';

/** The users who saved a record after the version that was read. */
export async function whoSavedAfter(
  row: StoredRow | undefined,
  meta: MutationConsequences | undefined,
): Promise<Whose> {
  const response = row && (await requestAuthors(row, meta));
  if (!response) return { many: false, own: false };
  const { namesInside, namesOf } = await import('../history/record-authors.ts');
  const { authors } = response;
  const own = authors.length > 0 && authors.every((author) => author.own);
  return { names: namesOf(authors), inside: namesInside(authors), many: authors.length > 1, own };
}

/** The deletion of a record after the version that was read. */
export async function deletionAfter(
  row: StoredRow,
  meta: MutationConsequences | undefined,
): Promise<Deletion | undefined> {
  return (await requestAuthors(row, meta))?.deletion ?? undefined;
}

async function requestAuthors({ id, version }: StoredRow, meta: MutationConsequences | undefined) {
  // The mutation's `undo` names its table for any saved row. The casts are safe: it reads only id and version.
  const saved = { status: 'saved', listed: { id, version } } as never;
  const table = meta?.undo?.(saved, undefined as never)?.table;
  if (!table) return undefined;
  // The request only adds names: when it fails, the message says 'somebody'.
  return import('../history/record-authors.ts')
    .then(({ recordAuthors }) => recordAuthors(table, [id], { version }))
    .catch(() => undefined);
}
