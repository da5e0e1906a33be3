import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { errorText } from '#lib/error-text.ts';
import { createUserCheck } from '#lib/user-change.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { MoreButton } from '#ui/query-status.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { toast, removeMessages } from '#ui/toast.ts';
import { inGenderOf } from '../area.ts';
import type { Area } from '../area.ts';
import { fetchBatchRows, setLeftOut } from './batch.queries.ts';
import type { BatchRow, Plan, RowsRequest, Totals } from './batch.queries.ts';

export type RowsProps = {
  plan: Plan;
  request: RowsRequest;
  /** The number of rows that match `request`. */
  total: number;
  /** Receives the new totals after the user left a row out or included it again. If absent, rows have no `toggle`. */
  onTotals?: (totals: Totals) => void;
  children: (shown: ShownRow[]) => ReactNode;
};

export type ShownRow = {
  row: BatchRow;
  isOut: boolean;
  /** The button 'Remover' or 'Incluir de novo'; false or undefined if the row cannot be left out. */
  toggle: ReactNode;
};

const pageSize = 50;

/** Renders the rows of a batch, page by page. */
export function Rows({ plan: { id, steps }, request, total, onTotals, children }: RowsProps) {
  // Keep the first total: the prop changes when the user leaves a row out, but the row stays in the loaded pages.
  const [all] = useState(total);
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const query = useInfiniteQuery({
    queryKey: ['batches', 'rows', id, request],
    queryFn: ({ pageParam }) => fetchBatchRows(id, request, pageParam, pageSize),
    initialPageParam: 0,
    getNextPageParam: (page: BatchRow[], pages: BatchRow[][]) =>
      pages.flat().length < all ? page.at(-1)?.place : undefined,
    // Refetch on each mount, because the user perhaps left out rows since the last mount.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (query.isError)
    return <ErrorBox onRetry={() => void query.refetch()}>{query.error.message}</ErrorBox>;
  if (!query.data) return <SpinnerArea className="min-h-40" />;
  const rows = query.data.pages.flat();
  async function toggle(place: number, isOut: boolean) {
    const about = ['batch row', id, place];
    const isSameUser = createUserCheck();
    try {
      onTotals?.(await setLeftOut(id, place, isOut));
      removeMessages(about, 'error');
      setToggled((before) => new Map(before).set(place, isOut));
    } catch (error) {
      if (isSameUser()) toast.error(errorText(error), { about });
    }
  }
  // Show no button after the first step, because then the server refuses to include a row again.
  const canToggle = onTotals && steps === 0;
  const shown = rows.map((row): ShownRow => {
    const isOut = toggled.get(row.place) ?? row.outcome === 'out';
    const isPlanned = ['create', 'change', 'out'].includes(row.outcome);
    const name = isOut ? 'Incluir de novo' : 'Remover';
    const button = canToggle && isPlanned && (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${name}: ${row.title ?? row.detail}`}
        onClick={() => void toggle(row.place, !isOut)}
      >
        {name}
      </Button>
    );
    return { row, isOut, toggle: button };
  });
  return (
    <div className="min-w-0">
      {children(shown)}
      <MoreButton query={query} className="mt-3">
        Mostrar mais
      </MoreButton>
    </div>
  );
}

export type RowListProps = Omit<RowsProps, 'children'> & {
  area: Pick<Area, 'adding'>;
  label: string;
  /** Renders the change of a row. */
  renderChange: (row: BatchRow) => ReactNode;
};

/** Renders the rows as a list: the record, the change or the text of `outText`, and the button `toggle`. */
export function RowList({ area, label, renderChange, ...rows }: RowListProps) {
  return (
    <Rows {...rows}>
      {(shown) => (
        <ol aria-label={label} className="rounded-card border border-line bg-surface">
          {shown.map(({ row, isOut, toggle }) => (
            <li
              key={row.place}
              className="grid gap-x-4 gap-y-1 border-b border-line px-3 py-2 text-[0.8125rem] last:border-b-0 sm:grid-cols-[minmax(8rem,1fr)_minmax(10rem,1.4fr)_auto]"
            >
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{row.title}</p>
                {row.detail && <p className="text-muted">{row.detail}</p>}
              </div>
              <div className="min-w-0 wrap-anywhere">
                {isOut ? <p className="text-muted">{outText(area, row)}</p> : renderChange(row)}
              </div>
              <div className="justify-self-start max-sm:-ml-2.5">{toggle}</div>
            </li>
          ))}
        </ol>
      )}
    </Rows>
  );
}

/**
 * Returns the text that replaces the change of a row that the user left out. A row without `record_id` is a new record.
 */
export function outText(area: Pick<Area, 'adding'>, { record_id }: BatchRow): string {
  return `${inGenderOf(area, record_id === null ? 'Não será importado' : 'Não será alterado')}.`;
}
