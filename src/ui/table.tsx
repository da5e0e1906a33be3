import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { createContext, use } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { SpinnerArea } from './spinner.tsx';
import { WholeText } from './whole-text.tsx';

export type TableProps = {
  /** What the rows are, for screen readers: 'Produtos'. */
  caption: string;
  /** Widths of the columns (CSS grid-template-columns): the same on every page, whatever the rows hold. */
  columns: string;
  /** The shown rows are of an earlier question; the answer to the present one is on its way. */
  stale?: boolean;
  /** How the rows are sorted, for its `<SortCell>`s. */
  sorting?: Sorting;
  /** A control that stands at the beginning of the head, and moves with it. */
  corner?: ReactNode;
  head: ReactNode;
  /** For so many more rows there is to be room: they are about to be drawn. */
  coming?: number;
  /** `<tr>`s of `<Cell>`s. */
  children: ReactNode;
};

/**
 * A real table of rows of one height, whose long texts end in an ellipsis; table.css has its looks. Nothing
 * around it may scroll sideways: the header sticks to the window, under the bar of the shell
 * (--header-height, one line by default).
 */
export function Table(props: TableProps) {
  const { caption, columns, stale, sorting, corner, head, coming = 0, children } = props;
  return (
    <WholeText className="rows-frame">
      {corner}
      <table
        className="rows"
        // React knows no custom properties by type.
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
    </WholeText>
  );
}

/** In place of the rows of a table that are on their way, in the space that they are going to take. */
export function WaitingRows() {
  return (
    <tr className="waiting">
      <td>
        <SpinnerArea className="absolute inset-0" />
      </td>
    </tr>
  );
}

export type Sorting = {
  /** A column; a leading '-' tells the direction: '-name' is name from Z to A. */
  sort: string;
  /** What each column is called. */
  labels: Partial<Record<string, string>>;
  /** Without it the headers only say how the rows are sorted: the order is chosen elsewhere. */
  onSort?: (sort: string) => void;
};

const unsorted: Sorting = { sort: '', labels: {} };
const SortingContext = createContext(unsorted);

/** A header that sorts, by the name that the table's sorting has for its column. */
export function SortCell({ column, align }: { column: string; align?: 'end' }) {
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
          {active && (down ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
        </button>
      ) : (
        labels[column]
      )}
    </th>
  );
}

/** A header that does not sort. */
export function HeadCell({ align, children }: { align?: 'end'; children: ReactNode }) {
  return (
    <th scope="col" className={align}>
      {children}
    </th>
  );
}

export type CellProps = {
  /**
   * Where the cell stands on a phone: the picture at the left, the name beside it and a note or two below that,
   * the amount and the status at the right, the actions last. The details are then for who can't see them.
   */
  place?: 'picture' | 'name' | 'note' | 'amount' | 'status' | 'actions' | 'detail';
  className?: string;
  children: ReactNode;
};

/** The name is the header of its row. */
export function Cell({ place = 'detail', className = '', children }: CellProps) {
  const classes = `${place} ${className}`;
  if (place !== 'name') return <td className={classes}>{children}</td>;
  return (
    <th scope="row" className={classes}>
      {children}
    </th>
  );
}
