import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { getErrorMessage } from '#lib/error-message.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { LoadMoreButton } from '#ui/query-status.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { toast, removeToasts } from '#ui/toast.ts';
import { adaptToGender } from '../area.ts';
import type { Area } from '../area.ts';
import { fetchBatchRows, setRowExcluded } from './batch.queries.ts';
import type { BatchRow, BatchPlan, RowsRequest, PlanTotals } from './batch.queries.ts';

/** The rows to show: a part of a batch. */
export type ShownRowsProps = {
  plan: BatchPlan;
  request: RowsRequest;
  /** The number of rows that match `request`. */
  total: number;
  /** Receives the new totals after the user left a row out or included it again. If absent, rows have no `toggle`. */
  onTotals?: (totals: PlanTotals) => void;
  /** Called when the first rows have loaded, or could not be loaded, before the browser paints them. */
  onLoad?: (() => void) | undefined;
};

type BatchRowsProps = ShownRowsProps & { children: (shown: ReviewRow[]) => ReactNode };

export type ReviewRow = {
  row: BatchRow;
  isOut: boolean;
  /** The button 'Remover' or 'Incluir de novo'; false or undefined if the row cannot be left out. */
  toggle: ReactNode;
};

const pageSize = 50;

/** Loads the rows of a batch, page by page, and passes them to `children`, which renders them. */
export function BatchRows({
  plan: { id, steps },
  request,
  total,
  onTotals,
  onLoad,
  children,
}: BatchRowsProps) {
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
  const reportLoad = useEffectEvent(() => onLoad?.());
  useLayoutEffect(
    function reportFirstRows() {
      if (!query.isPending) reportLoad();
    },
    [query.isPending],
  );
  if (query.isError)
    return <ErrorBox onRetry={() => void query.refetch()}>{query.error.message}</ErrorBox>;
  if (!query.data) return <CenteredSpinner />;
  const rows = query.data.pages.flat();
  async function toggle(place: number, isOut: boolean) {
    const about = ['batch row', id, place];
    const isSameUser = createSameUserCheck();
    try {
      onTotals?.(await setRowExcluded(id, place, isOut));
      removeToasts(about, 'error');
      setToggled((before) => new Map(before).set(place, isOut));
    } catch (error) {
      if (isSameUser()) toast.error(getErrorMessage(error), { about });
    }
  }
  // Show no button after the first step, because then the server refuses to include a row again.
  const canToggle = onTotals && steps === 0;
  const shown = rows.map((row): ReviewRow => {
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
      <LoadMoreButton query={query} className="mt-3">
        Mostrar mais
      </LoadMoreButton>
    </div>
  );
}

export type BatchRowListProps = ShownRowsProps & {
  area: Pick<Area, 'adding'>;
  label: string;
  /** Renders the change of a row. */
  renderChange: (row: BatchRow) => ReactNode;
};

/** Renders the rows as a list. Each item has the record, the change or the text of `leftOutText`, and `toggle`. */
export function BatchRowList({ area, label, renderChange, ...rows }: BatchRowListProps) {
  return (
    <BatchRows {...rows}>
      {(shown) => (
        <ol aria-label={label} className="rounded-card border border-line bg-surface">
          {shown.map(({ row, isOut, toggle }) => (
            <li
              key={row.place}
              className="grid items-baseline gap-x-4 gap-y-1 border-b border-line px-3 py-2 text-[0.8125rem] last:border-b-0 sm:grid-cols-[minmax(8rem,1fr)_minmax(10rem,1.4fr)_auto]"
            >
              <div className="min-w-0 wrap-anywhere">
                <p className="font-medium">{row.title}</p>
                {row.detail && <p className="text-muted">{row.detail}</p>}
              </div>
              <div className="min-w-0 wrap-anywhere">
                {isOut ? <p className="text-muted">{leftOutText(area, row)}</p> : renderChange(row)}
              </div>
              <div className="justify-self-start max-sm:-ml-2.5">{toggle}</div>
            </li>
          ))}
        </ol>
      )}
    </BatchRows>
  );
}

/**
 * Returns the text that replaces the change of a row that the user left out. A row without `record_id` is a new record.
 */
export function leftOutText(area: Pick<Area, 'adding'>, { record_id }: BatchRow): string {
  return `${adaptToGender(area, record_id === null ? 'Não será importado' : 'Não será alterado')}.`;
}
