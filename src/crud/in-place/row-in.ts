import type { NamedRow } from '../rows.queries.ts';

/**
 * The row that a `<tr>` of a list shows, found by its link, which ends with the id. One DOM query, however many rows
 * there are.
 */
export function rowIn<Row extends Pick<NamedRow, 'id'>>(
  tr: Element | null | undefined | false,
  rows: readonly Row[] = [],
): Row | undefined {
  const link = tr ? tr.querySelector('.row-link') : null;
  const id = link?.getAttribute('href')?.split('/').at(-1);
  return rows.find((row) => String(row.id) === id);
}
