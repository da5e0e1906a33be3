import type { MutationConsequences } from '#data/query-client.ts';
import type { Whose } from '#ui/conflict-dialog.tsx';
import type { Deletion } from '../history/record-authors.ts';
import type { StoredRow } from '../rows.ts';

/** The people who saved a record after the version that was read. */
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

/** The deletion that a record ended with after the version that was read. */
export async function deletionAfter(
  row: StoredRow,
  meta: MutationConsequences | undefined,
): Promise<Deletion | undefined> {
  return (await requestAuthors(row, meta))?.deletion ?? undefined;
}

async function requestAuthors({ id, version }: StoredRow, meta: MutationConsequences | undefined) {
  // The mutation names its table where a save is undone.
  const saved = { status: 'saved', listed: { id, version } } as never;
  const table = meta?.undo?.(saved, undefined as never)?.table;
  if (!table) return undefined;
  // It only names people: without a response the message is about somebody.
  return import('../history/record-authors.ts')
    .then(({ recordAuthors }) => recordAuthors(table, [id], { version }))
    .catch(() => undefined);
}
