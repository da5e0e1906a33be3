import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { createContext, use } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { WholeText } from './whole-text.tsx';

export type TableProps = {
  /** What the rows are, for screen readers: 'Produtos'. */
  caption: string;
  /** The shown rows are of an earlier question; the answer to the present one is on its way. */
  stale?: boolean;
  /**
   * Widths of the columns (CSS grid-template-columns, e.g. '4rem minmax(0,1fr) 9rem'): they are the same on
   * every page, and a row is one line of 56 px whose long texts end in an ellipsis; on a phone it is 72 px.
   */
  columns?: string;
  /** How the rows are sorted, for its `<SortCell>`s. */
  sorting?: Sorting;
  head: ReactNode;
  children: ReactNode;
};

/**
 * A real table, whose rows become cards where it is narrow. Nothing around it may scroll sideways: the
 * header sticks to the window, under the bar of the shell (--header-height, one line by default).
 */
export function Table({ caption, stale, columns, sorting = unsorted, ...parts }: TableProps) {
  const { head, children } = parts;
  const table = (
    <div className="@container">
      <table
        aria-busy={stale || undefined}
        data-fixed={columns && ''}
        style={columns ? ({ '--columns': columns } as CSSProperties) : undefined}
        className="w-full border-separate border-spacing-0 rounded-card border border-line bg-surface shadow-raised data-fixed:block @max-table:block @max-table:border-0 @max-table:bg-transparent @max-table:shadow-none"
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-[var(--header-height,3.5rem)] z-10 in-data-fixed:block @max-table:static @max-table:block">
          <tr
            className={`${fixedRow} @max-table:flex @max-table:flex-wrap @max-table:gap-1 @max-table:pb-2`}
          >
            <SortingContext value={sorting}>{head}</SortingContext>
          </tr>
        </thead>
        <tbody
          className={`transition-opacity in-data-fixed:block @max-table:grid in-data-fixed:@max-table:gap-0 in-data-fixed:@max-table:overflow-hidden in-data-fixed:@max-table:rounded-card in-data-fixed:@max-table:bg-surface in-data-fixed:@max-table:shadow-raised @max-table:gap-2 @2xl:@max-table:grid-cols-2 ${stale ? 'opacity-60' : ''}`}
        >
          {children}
        </tbody>
      </table>
    </div>
  );
  return columns ? <WholeText>{table}</WholeText> : table;
}

const fixedRow =
  'in-data-fixed:@min-table:grid in-data-fixed:@min-table:grid-cols-(--columns) in-data-fixed:@min-table:items-center';

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
  'in-data-fixed:@min-table:flex in-data-fixed:@min-table:items-center in-data-fixed:@min-table:[&.text-right]:justify-end h-10 border-b border-line bg-canvas text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-card last:rounded-tr-card ' +
  '@max-table:h-auto @max-table:border-0 @max-table:bg-transparent @max-table:p-0';

export function Row({ children }: { children: ReactNode }) {
  return <tr className={`${rowClass} ${fixedRow} ${fixedOnly}`}>{children}</tr>;
}

/** For the link on the main cell: with fixed columns it reaches over the whole row, under whatever else can be pressed there. */
export const rowLinkClass =
  'rounded-sm font-semibold text-ink in-data-fixed:block in-data-fixed:truncate in-data-fixed:after:absolute in-data-fixed:after:inset-0 in-data-fixed:after:content-[""] hover:text-accent';

// Rows out of sight are not laid out.
const fixedOnly =
  'in-data-fixed:relative in-data-fixed:[content-visibility:auto] in-data-fixed:[contain-intrinsic-size:auto_3.5rem] in-data-fixed:@min-table:h-14 in-data-fixed:@min-table:border-b in-data-fixed:@min-table:border-line ' +
  'in-data-fixed:[&:last-child]:border-b-0 in-data-fixed:[&_:is(a,button):not([data-row-link])]:relative ' +
  'in-data-fixed:@max-table:h-18 in-data-fixed:@max-table:grid-cols-[3rem_minmax(0,1fr)_auto_auto] in-data-fixed:@max-table:grid-rows-2 in-data-fixed:@max-table:gap-x-3 in-data-fixed:@max-table:gap-y-0 in-data-fixed:@max-table:rounded-none in-data-fixed:@max-table:border-0 in-data-fixed:@max-table:border-b in-data-fixed:@max-table:py-2 in-data-fixed:@max-table:pr-1 in-data-fixed:@max-table:shadow-none';

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
    <td
      data-label={label}
      className={`${cellClass} ${fixedCell} ${places[place]} ${className ?? ''}`}
    >
      {children}
    </td>
  );
}

const cellClass =
  'border-b border-line px-3 py-2 align-middle text-pretty @max-roomy:px-1.5 @min-table:first:pl-3 @min-table:last:pr-3 @max-roomy:@min-table:text-[0.8125rem] @max-table:min-w-0 @max-table:border-0 @max-table:p-0';

const fixedCell =
  'in-data-fixed:min-w-0 in-data-fixed:truncate in-data-fixed:border-0 in-data-fixed:py-0 in-data-fixed:text-[0.8125rem] in-data-fixed:leading-5';

const underLabel =
  '@max-table:text-left @max-table:before:block @max-table:before:text-xs @max-table:before:text-muted @max-table:before:content-[attr(data-label)]';

const places = {
  picture: '@max-table:col-span-1',
  main: '@max-table:col-span-5 @max-table:self-center',
  value: `@max-table:col-span-2 ${underLabel}`,
  half: `@max-table:col-span-3 ${underLabel}`,
  wide: `@max-table:col-span-6 ${underLabel}`,
  actions: '@max-table:col-span-6 @max-table:-mb-1 @max-table:border-t @max-table:pt-1',
  // Of rows with fixed columns. On a phone a row shows these; its other cells are there for who can't see it.
  thumb:
    'in-data-fixed:@max-table:col-start-1 in-data-fixed:@max-table:row-span-2 in-data-fixed:@max-table:self-center',
  name: 'in-data-fixed:@max-table:col-start-2 in-data-fixed:@max-table:row-span-2 in-data-fixed:@max-table:self-center',
  amount:
    'in-data-fixed:@max-table:col-start-3 in-data-fixed:@max-table:row-start-1 in-data-fixed:@max-table:self-end in-data-fixed:text-right',
  status:
    'in-data-fixed:@max-table:col-start-3 in-data-fixed:@max-table:row-start-2 in-data-fixed:@max-table:justify-self-end',
  detail: '@max-table:sr-only',
  menu: 'overflow-visible! in-data-fixed:@max-table:col-start-4 in-data-fixed:@max-table:row-span-2 in-data-fixed:@max-table:row-start-1 in-data-fixed:@max-table:self-center text-right',
};
