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
        className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface shadow-raised @max-4xl:block @max-4xl:border-0 @max-4xl:bg-transparent @max-4xl:shadow-none"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[var(--header-height,3.5rem)] z-10 @max-4xl:static @max-4xl:block">
          <tr className="@max-4xl:flex @max-4xl:flex-wrap @max-4xl:gap-1 @max-4xl:pb-2">
            <SortingContext value={sorting}>{head}</SortingContext>
          </tr>
        </thead>
        <tbody
          className={`transition-opacity @max-4xl:grid @max-4xl:gap-2 @2xl:@max-4xl:grid-cols-2 ${stale ? 'opacity-60' : ''}`}
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
      className={`${headClass} ${align === 'end' ? 'text-right' : 'text-left'} px-1`}
    >
      <button
        type="button"
        onClick={() => onSort(active && !down ? `-${column}` : column)}
        className={`inline-flex h-7 items-center gap-1 rounded-control px-2 hover:bg-hover hover:text-ink ${active ? 'text-ink' : ''} ${align === 'end' ? 'flex-row-reverse @max-4xl:flex-row' : ''} @max-4xl:border @max-4xl:border-line @max-4xl:bg-surface`}
      >
        {children}
        <span aria-hidden="true" className="w-3 [&>svg]:size-3">
          {active && (down ? <ArrowDown /> : <ArrowUp />)}
        </span>
      </button>
    </th>
  );
}

/** A header that does not sort; cards have no use for it. */
export function HeadCell({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <th scope="col" className={`${headClass} px-3 text-left @max-4xl:hidden ${className ?? ''}`}>
      {children}
    </th>
  );
}

const headClass =
  'h-10 border-b border-line bg-canvas text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-card last:rounded-tr-card ' +
  '@max-4xl:h-auto @max-4xl:border-0 @max-4xl:bg-transparent @max-4xl:p-0';

export function Row({ children }: { children: ReactNode }) {
  return <tr className={rowClass}>{children}</tr>;
}

const rowClass =
  'group/row hover:bg-hover focus-within:bg-hover [&:last-child>td]:border-b-0 [&:last-child>td:first-child]:rounded-bl-card [&:last-child>td:last-child]:rounded-br-card ' +
  '@max-4xl:grid @max-4xl:grid-cols-6 @max-4xl:gap-x-3 @max-4xl:gap-y-2.5 @max-4xl:rounded-card @max-4xl:border @max-4xl:border-line ' +
  '@max-4xl:bg-surface @max-4xl:p-3 @max-4xl:shadow-raised @max-4xl:hover:bg-surface';

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
  'border-b border-line px-3 py-2 align-middle @max-4xl:min-w-0 @max-4xl:border-0 @max-4xl:p-0';

const underLabel =
  '@max-4xl:text-left @max-4xl:before:block @max-4xl:before:text-xs @max-4xl:before:text-muted @max-4xl:before:content-[attr(data-label)]';

const places = {
  picture: '@max-4xl:col-span-1',
  main: '@max-4xl:col-span-5',
  value: `@max-4xl:col-span-2 ${underLabel}`,
  half: `@max-4xl:col-span-3 ${underLabel}`,
  wide: `@max-4xl:col-span-6 ${underLabel}`,
  actions: '@max-4xl:col-span-6 @max-4xl:-mb-1 @max-4xl:border-t @max-4xl:pt-1',
};
