/** A column of a list: as wide on every page (a track of grid-template-columns). */
export type Column = {
  width: string;
  /** What its head says, unless the list can be sorted by it: then the order's name. */
  label?: string;
  align?: 'end';
};

/**
 * The columns of a list in their order, by name: that of the database where it shows one, which is also what sorts by
 * it. A picture before the name is called 'picture'.
 */
export type Columns = Readonly<Record<string, Column>>;

/** Which columns are shown, and at which places others would be. */
export function shownColumns(columns: Columns, hidden: ReadonlySet<string>) {
  const name = nameColumn(columns);
  const all = Object.entries(columns);
  const isHidden = ([each]: (typeof all)[number]) => each !== name && hidden.has(each);
  return {
    shown: all.filter((column) => !isHidden(column)),
    hiddenAt: new Set(all.flatMap((column, place) => (isHidden(column) ? place : []))),
  };
}

/** The first one that is no picture: it is always there, and what leads to the record. */
export function nameColumn(columns: Columns): string | undefined {
  return Object.keys(columns).find((name) => name !== 'picture');
}
