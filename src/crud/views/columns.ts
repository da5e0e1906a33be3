import type { ReactNode } from 'react';
import type { Area } from '../area.ts';

/**
 * A column of a list. `width` is its track size in `grid-template-columns`. The size must not depend on the content of
 * the rows, so that the column has the same width on every page.
 */
export type Column<Listed> = {
  width: string;
  align?: 'end';
  /** Renders the `<Cell>` of a row; `<NameCell>` for the name, `<PictureCell>` for a picture before the name. */
  cell: (row: Listed) => ReactNode;
};

/**
 * The columns of a list in their order. The key of a column is its sort key, usually the name of the database column.
 * The column of a picture before the name has the key 'picture'.
 */
export type Columns<Listed> = Readonly<Record<string, Column<Listed>>>;

/** The columns of an area's list, with the same keys as the labels of the area. */
export type ColumnsOf<A extends Pick<Area, 'labels'>, Listed> = Readonly<
  Record<keyof A['labels'], Column<Listed>>
>;

/** Returns the visible columns with their keys, in order; the name column is always visible. */
export function listVisibleColumns<Listed>(columns: Columns<Listed>, hidden: ReadonlySet<string>) {
  const name = findNameColumn(columns);
  return Object.entries(columns).filter(([each]) => each === name || !hidden.has(each));
}

/** Returns the key of the name column, which has the link to the record: the first key that is not 'picture'. */
export function findNameColumn(columns: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(columns).find((name) => name !== 'picture');
}
