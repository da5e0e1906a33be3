import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';

export type TableProps = {
  /** What the rows are, for screen readers: 'Produtos'. */
  caption: string;
  /** The shown rows are of an earlier question; the answer to the present one is on its way. */
  stale?: boolean;
  /** How the rows are sorted, for its `<SortCell>`s. */
  sorting?: Sorting;
  head: ReactNode;
  children: ReactNode;
};

/**
 * A real table, whose rows become cards where it is narrow. Nothing around it may scroll sideways: the
 * header sticks to the window, under the bar of the shell (--header-height, one line by default).
 */
export function Table({ caption, stale, sorting = unsorted, head, children }: TableProps) {
  return (
    <div className="@container">
      <table
        aria-busy={stale || undefined}
        className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface shadow-raised @max-table:block @max-table:border-0 @max-table:bg-transparent @max-table:shadow-none"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[var(--header-height,3.5rem)] z-10 @max-table:static @max-table:block">
          <tr className="@max-table:flex @max-table:flex-wrap @max-table:gap-1 @max-table:pb-2">
            <SortingContext value={sorting}>{head}</SortingContext>
          </tr>
        </thead>
        <tbody
          className={`transition-opacity @max-table:grid @max-table:gap-2 @2xl:@max-table:grid-cols-2 ${stale ? 'opacity-60' : ''}`}
        >
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** Direction is told by a leading '-': '-name' is name from Z to A. */
export type Sorting = { sort: string; onSort: (sort: string) => void };

const unsorted: Sorting = { sort: '', onSort() {} };
const SortingContext = createContext(unsorted);

export type SortCellProps = Partial<Sorting> & {
  column: string;
  align?: 'start' | 'end';
  children: ReactNode;
};

export function SortCell({ column, align, children, ...given }: SortCellProps) {
  const { sort, onSort } = { ...use(SortingContext), ...given };
  const down = sort === `-${column}`;
  const active = down || sort === column;
  return (
    <th
      scope="col"
      aria-sort={active ? (down ? 'descending' : 'ascending') : undefined}
      className={`${headClass} ${align === 'end' ? 'text-right' : 'text-left'} px-1 @max-roomy:px-0 @max-roomy:@min-table:first:pl-1.5`}
    >
      <button
        type="button"
        onClick={() => onSort(active && !down ? `-${column}` : column)}
        className={`inline-flex h-7 items-center gap-1 rounded-control px-2 @max-roomy:@min-table:px-1.5 @max-table:h-8 hover:bg-hover hover:text-ink ${active ? 'text-ink' : ''} ${align === 'end' ? 'flex-row-reverse @max-table:flex-row' : ''} @max-table:border @max-table:border-line @max-table:bg-surface`}
      >
        {children}
        <span aria-hidden="true" className="w-3 @max-table:empty:hidden [&>svg]:size-3">
          {active && (down ? <ArrowDown /> : <ArrowUp />)}
        </span>
      </button>
    </th>
  );
}

/** A header that does not sort; cards have no use for it. */
export function HeadCell({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <th
      scope="col"
      className={`${headClass} px-3 text-left @max-roomy:px-1.5 @min-table:first:pl-3 @min-table:last:pr-3 @max-table:hidden ${className ?? ''}`}
    >
      {children}
    </th>
  );
}

const headClass =
  'h-10 border-b border-line bg-canvas text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-card last:rounded-tr-card ' +
  '@max-table:h-auto @max-table:border-0 @max-table:bg-transparent @max-table:p-0';

export function Row({ children }: { children: ReactNode }) {
  return <tr className={rowClass}>{children}</tr>;
}

const rowClass =
  'group/row hover:bg-hover focus-within:bg-hover [&:last-child>td]:border-b-0 [&:last-child>td:first-child]:rounded-bl-card [&:last-child>td:last-child]:rounded-br-card ' +
  '@max-table:grid @max-table:grid-flow-dense @max-table:grid-cols-6 @max-table:gap-x-3 @max-table:gap-y-2.5 @max-table:rounded-card @max-table:border @max-table:border-line ' +
  '@max-table:bg-surface @max-table:p-3 @max-table:shadow-raised @max-table:hover:bg-surface';

export type CellProps = {
  /** Named above the value on a card, where no header says it. */
  label?: string;
  /** Where the cell stands on a card: picture and main share the first line, long texts have one each, actions the last. */
  place?: keyof typeof places;
  className?: string;
  children: ReactNode;
};

export function Cell({ label, place = 'value', className, children }: CellProps) {
  return (
    <td data-label={label} className={`${cellClass} ${places[place]} ${className ?? ''}`}>
      {children}
    </td>
  );
}

const cellClass =
  'border-b border-line px-3 py-2 align-middle text-pretty @max-roomy:px-1.5 @min-table:first:pl-3 @min-table:last:pr-3 @max-roomy:@min-table:text-[0.8125rem] @max-table:min-w-0 @max-table:border-0 @max-table:p-0';

const underLabel =
  '@max-table:text-left @max-table:before:block @max-table:before:text-xs @max-table:before:text-muted @max-table:before:content-[attr(data-label)]';

const places = {
  picture: '@max-table:col-span-1',
  main: '@max-table:col-span-5 @max-table:self-center',
  value: `@max-table:col-span-2 ${underLabel}`,
  half: `@max-table:col-span-3 ${underLabel}`,
  wide: `@max-table:col-span-6 ${underLabel}`,
  actions: '@max-table:col-span-6 @max-table:-mb-1 @max-table:border-t @max-table:pt-1',
};
