import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import type { Area } from '../area.ts';
import type { Names } from '../history/acts.ts';
import { noWords, valueText, wordsOf } from '../words.ts';
import type { BulkWords } from './bulk-words.ts';
import { DoubtNotes } from './confirm-doubts.tsx';
import { leaveOut, plannedRows } from './planned-change.ts';
import type { PlannedRow, RowsAsked, Totals } from './planned-change.ts';

export type PlannedRowsProps = {
  area: Area;
  words: BulkWords;
  bulk: string;
  asked: RowsAsked;
  /** Rows can be taken out and put back. */
  onTotals?: (totals: Totals) => void;
};

/** The rows of a change of many records, before and after, page by page. */
export function PlannedRows({ area, words, bulk, asked, onTotals }: PlannedRowsProps) {
  const { data: names = noNames } = useQuery({
    queryKey: ['bulk', 'names', area.table],
    queryFn: words.names ?? (() => Promise.resolve(noNames)),
  });
  const [out, setOut] = useState<ReadonlySet<string>>();
  const query = useInfiniteQuery({
    queryKey: ['bulk', 'rows', bulk, asked],
    queryFn: ({ pageParam }) => plannedRows(bulk, asked, pageParam),
    initialPageParam: 0,
    getNextPageParam: (page: PlannedRow[]) => (page.length < 50 ? undefined : page.at(-1)?.place),
    // Each look at them is another one: rows are taken out meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (query.isError)
    return <ErrorBox onRetry={() => void query.refetch()}>{query.error.message}</ErrorBox>;
  if (!query.data) return <SpinnerArea className="min-h-40" />;
  const rows = query.data.pages.flat();
  const areOut =
    out ?? new Set(rows.flatMap((row) => (row.outcome === 'out' ? row.record_id : [])));
  async function toggle(row: PlannedRow) {
    const leave = !areOut.has(row.record_id);
    try {
      onTotals?.(await leaveOut(bulk, row.place, leave));
      const next = new Set(areOut);
      if (leave) next.add(row.record_id);
      else next.delete(row.record_id);
      setOut(next);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <>
      <ol aria-label={`${area.title} da mudança`} className="rounded-card border border-line">
        {rows.map((row) => (
          <li
            key={row.place}
            className="grid gap-x-4 gap-y-1 border-b border-line px-3 py-2 text-[0.8125rem] last:border-b-0 sm:grid-cols-[minmax(8rem,1fr)_minmax(10rem,1.4fr)_auto]"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">{row.title}</p>
              {row.detail && <p className="text-muted">{row.detail}</p>}
            </div>
            <RowChange {...{ area, row, names, words }} isOut={areOut.has(row.record_id)} />
            {onTotals && (row.outcome === 'change' || row.outcome === 'out') && (
              <Button
                size="sm"
                variant="ghost"
                className="justify-self-start"
                aria-label={`${areOut.has(row.record_id) ? 'Pôr de volta' : 'Tirar'}: ${row.title}`}
                onClick={() => void toggle(row)}
              >
                {areOut.has(row.record_id) ? 'Pôr de volta' : 'Tirar'}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          className="mt-3"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </>
  );
}

type RowChangeProps = Pick<PlannedRowsProps, 'area' | 'words'> & {
  row: PlannedRow;
  names: Names;
  isOut: boolean;
};

function RowChange({ area, row, names, words, isOut }: RowChangeProps) {
  const { data: told = noWords } = useQuery(wordsOf(area.table));
  if (isOut) return <p className="text-muted">Fica como está: foi tirado da mudança.</p>;
  if (row.outcome === 'stale') return <p className="text-muted">Alguém mudou depois.</p>;
  const changed = Object.keys(row.after).filter((name) => row.before[name] !== row.after[name]);
  return (
    <div className="min-w-0">
      {changed.map((name) => (
        <p key={name} className="wrap-anywhere">
          {changed.length > 1 && <b className="font-medium">{told.labels[name]}: </b>}
          <s className="text-muted">{valueText(name, row.before[name], told, names)}</s>
          <span className="sr-only"> passa a ser</span>{' '}
          {valueText(name, row.after[name], told, names)}
        </p>
      ))}
      <DoubtNotes doubts={row.doubts} texts={words.doubts ?? {}} />
      {row.refusal && <p className="text-danger">{row.refusal.message}</p>}
    </div>
  );
}

const noNames: Names = {};
