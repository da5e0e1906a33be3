import type { NamedRow } from '../rows.queries.ts';

/**
 * Returns the row that a `<tr>` of a list shows, found by the id at the end of the link in the `<tr>`; undefined if no
 * row has this id. The function makes only one DOM query, also for a long list.
 */
export function findRowByElement<Row extends Pick<NamedRow, 'id'>>(
  tr: Element | null | undefined | false,
  rows: readonly Row[] = [],
): Row | undefined {
  const link = tr ? tr.querySelector('.row-link') : null;
  const id = link?.getAttribute('href')?.split('/').at(-1);
  return rows.find((row) => String(row.id) === id);
}
