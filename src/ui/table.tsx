import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { createContext, use } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { CenteredSpinner } from './spinner.tsx';
import { TruncatedTextTooltip } from './truncated-text-tooltip.tsx';

export type TableProps = {
  /** The accessible name of the table. */
  caption: string;
  /** Widths of the columns (CSS grid-template-columns): the same on every page, whatever the rows contain. */
  columns: string;
  /** Whether the rows are the result of an earlier query, while the current query is in flight. */
  stale?: boolean;
  /** The order of the rows, for the `<SortableHeadCell>`s. */
  sorting?: Sorting;
  /** A control that is displayed over the start of the header row. */
  corner?: ReactNode;
  head: ReactNode;
  /** The number of rows that are about to render, for which space is reserved. */
  coming?: number;
  /** The rows: `<tr>`s with `<Cell>`s. */
  children: ReactNode;
};

/**
 * A table whose rows have the same height, except an edited row: long texts end in an ellipsis. The styles are in
 * table.css. The header row sticks to the window, under the header of the shell (`--header-height`, 3.5rem by default).
 * It does not stick if the table is narrower than 62rem, or inside an element that scrolls horizontally. In windows
 * narrower than 64rem, the header row is invisible, and only screen readers read it.
 */
export function Table(props: TableProps) {
  const { caption, columns, stale, sorting, corner, head, coming = 0, children } = props;
  return (
    <TruncatedTextTooltip className="rows-frame">
      {corner}
      <table
        className="rows"
        // A cast: the type CSSProperties has no custom properties.
        style={{ '--columns': columns, '--coming': coming } as CSSProperties}
        aria-busy={stale || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <SortingContext value={sorting ?? unsorted}>{head}</SortingContext>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TruncatedTextTooltip>
  );
}

/** The placeholder for the rows of a loading table, with a spinner. It is almost as high as the window. */
export function RowsPlaceholder() {
  return (
    <tr className="waiting">
      <td>
        <CenteredSpinner className="absolute inset-0" />
      </td>
    </tr>
  );
}

export type Sorting = {
  /** A column, with a leading '-' for descending order: '-name' is name from Z to A. */
  sort: string;
  /** The label of each column. */
  labels: Partial<Record<string, string>>;
  /** Called when the user sorts by a header. Without `onSort`, headers show the order, but they do not sort. */
  onSort?: (sort: string) => void;
};

const unsorted: Sorting = { sort: '', labels: {} };
const SortingContext = createContext(unsorted);

/** A column header that sorts on click if the table has `onSort`. `column` is a key of `labels`. */
export function SortableHeadCell({ column, align }: { column: string; align?: 'end' }) {
  const { sort, labels, onSort } = use(SortingContext);
  const down = sort === `-${column}`;
  const active = down || sort === column;
  return (
    <th
      scope="col"
      aria-sort={active ? (down ? 'descending' : 'ascending') : undefined}
      className={align}
    >
      {onSort ? (
        <button type="button" onClick={() => onSort(active && !down ? `-${column}` : column)}>
          {labels[column]}
          {active && (down ? <ArrowDown /> : <ArrowUp />)}
        </button>
      ) : (
        labels[column]
      )}
    </th>
  );
}

/** A column header that does not sort. */
export function HeadCell({ align, children }: { align?: 'end'; children: ReactNode }) {
  return (
    <th scope="col" className={align}>
      {children}
    </th>
  );
}

export type CellProps = {
  /**
   * The position of the cell on a phone: the picture on the left, beside it the name with one or two notes below, then
   * the amount above the status, then the actions. A 'detail' is invisible there: only screen readers read it. If it
   * contains a link or a button, screen readers do not read it either.
   */
  place?: 'picture' | 'name' | 'note' | 'amount' | 'status' | 'actions' | 'detail';
  className?: string;
  children: ReactNode;
};

/** A cell of a row. The cell of the name is the row's header (`<th>`). */
export function Cell({ place = 'detail', className = '', children }: CellProps) {
  const classes = `${place} ${className}`;
  if (place !== 'name') return <td className={classes}>{children}</td>;
  return (
    <th scope="row" className={classes}>
      {children}
    </th>
  );
}
