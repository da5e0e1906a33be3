/** A column of a list, with the same width on every page (a track of grid-template-columns). */
export type Column = {
  width: string;
  align?: 'end';
};

/**
 * The columns of a list in their order. The key is the name of the database column, and the sort key. The column of a
 * picture before the name has the key 'picture'.
 */
export type Columns = Readonly<Record<string, Column>>;

/** The visible columns, and the indexes of the hidden ones. */
export function shownColumns(columns: Columns, hidden: ReadonlySet<string>) {
  const name = nameColumn(columns);
  const all = Object.entries(columns);
  const isHidden = ([each]: (typeof all)[number]) => each !== name && hidden.has(each);
  return {
    shown: all.filter((column) => !isHidden(column)),
    hiddenAt: new Set(all.flatMap((column, place) => (isHidden(column) ? place : []))),
  };
}

/** The first column that is no picture: always visible, with the link to the record. */
export function nameColumn(columns: Columns): string | undefined {
  return Object.keys(columns).find((name) => name !== 'picture');
}
