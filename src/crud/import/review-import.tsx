import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatAmount } from '#lib/money.ts';
import { countOf, formatCount, shortened } from '#lib/text.ts';
import { sheetTime } from '#lib/wall-time.ts';
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { DoubtNotes, useDoubts } from '../bulk/confirm-doubts.tsx';
import { columnOf, problemsOf } from './import-area.ts';
import type { ImportArea } from './import-area.ts';
import { stagedRows } from './staged-import.ts';
import type { Counts, Opening, Outcome, StagedRow } from './staged-import.ts';
import { downloadRefused } from './template.ts';

export type ReviewImportProps = {
  importing: ImportArea;
  opening: Opening;
  counts: Counts;
  onApply: () => void;
  onBack: () => void;
};

/** The third step: what would happen to each row, before anything does. */
export function ReviewImport({ importing, opening, counts, onApply, onBack }: ReviewImportProps) {
  const { count } = importing.area;
  const planned = plans.filter(({ outcome }) => counts[outcome]);
  const [chosen, setChosen] = useState<Outcome>(planned[0]?.outcome ?? 'keep');
  const wanted = (counts.create ?? 0) + (counts.change ?? 0);
  const doubts = useDoubts(counts.doubtful ?? 0, count);
  return (
    <>
      <Card title="Conferência" description={`${opening.file_name}: nada mudou ainda.`}>
        <ul className="flex flex-wrap gap-2">
          {planned.map(({ outcome, words, one = words, tone }) => (
            <li key={outcome}>
              <button
                type="button"
                aria-pressed={chosen === outcome}
                onClick={() => setChosen(outcome)}
                className="flex min-h-9 items-center gap-2 rounded-control border border-line px-3 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                <Badge tone={tone}>{formatCount(counts[outcome] ?? 0)}</Badge>
                {counts[outcome] === 1 ? one : words}
              </button>
            </li>
          ))}
        </ul>
        {doubts.field && <div className="mt-4">{doubts.field}</div>}
        {wanted === 0 && (
          <p className="mt-4 text-muted">Não há nada para importar desta planilha.</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {wanted > 0 && (
            <Button variant="primary" onClick={() => doubts.isConfirmed() && onApply()}>
              Importar {countOf(wanted, ...count)}
            </Button>
          )}
          {!!counts.refuse && (
            <Button icon={<Download />} onClick={() => void downloadRefused(importing, opening)}>
              Baixar recusadas
            </Button>
          )}
          <Button onClick={onBack}>Voltar</Button>
        </div>
      </Card>
      <Rows key={chosen} importing={importing} opening={opening} outcome={chosen} />
    </>
  );
}

const plans: { outcome: Outcome; words: string; one?: string; tone: BadgeTone }[] = [
  { outcome: 'create', words: 'a criar', tone: 'green' },
  { outcome: 'change', words: 'a mudar', tone: 'blue' },
  { outcome: 'keep', words: 'sem mudança', tone: 'neutral' },
  { outcome: 'refuse', words: 'recusadas', one: 'recusada', tone: 'red' },
];

type RowsProps = { importing: ImportArea; opening: Opening; outcome: Outcome };

const pageSize = 50;

function Rows({ importing, opening, outcome }: RowsProps) {
  const query = useInfiniteQuery({
    queryKey: ['imports', 'rows', opening.id, outcome],
    queryFn: ({ pageParam }) => stagedRows(opening.id, [outcome], pageParam, pageSize),
    initialPageParam: 0,
    getNextPageParam: (page: StagedRow[]) => page.at(-1)?.place,
    placeholderData: keepPreviousData,
  });
  if (query.isError)
    return <ErrorBox onRetry={() => void query.refetch()}>{query.error.message}</ErrorBox>;
  if (!query.data) return <SpinnerArea className="min-h-40" />;
  const rows = query.data.pages.flat();
  const isMore = (query.data.pages.at(-1)?.length ?? 0) > 0 && query.hasNextPage;
  return (
    <div className="min-w-0">
      <ol
        className="rounded-card border border-line bg-surface shadow-raised"
        aria-label="Linhas da planilha"
      >
        {rows.map((row) => (
          <ReviewRow key={row.place} importing={importing} row={row} />
        ))}
      </ol>
      {isMore && rows.length % pageSize === 0 && (
        <Button
          className="mt-3"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostrar mais linhas
        </Button>
      )}
    </div>
  );
}

function ReviewRow({ importing, row }: { importing: ImportArea; row: StagedRow }) {
  const problems = problemsOf(importing, row);
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 sm:grid-cols-[5rem_minmax(8rem,14rem)_1fr]">
      <span className="text-muted">Linha {row.place}</span>
      <span className="font-medium wrap-anywhere">{shown(row.cells[importing.key])}</span>
      <div className="min-w-0 text-[0.8125rem]">
        {problems.map(([label, text]) => (
          <p key={label + text} className="text-danger wrap-anywhere">
            {label && <b className="font-medium">{label}: </b>}
            {text}
          </p>
        ))}
        {row.outcome === 'create' && (
          <p className="truncate text-muted">{shown(row.cells['name'])}</p>
        )}
        {row.outcome === 'change' && <Changes importing={importing} row={row} />}
        <DoubtNotes doubts={row.doubts} texts={importing.doubts ?? {}} />
      </div>
    </li>
  );
}

function Changes({ importing, row }: { importing: ImportArea; row: StagedRow }) {
  return Object.entries(row.before).map(([name, before]) => {
    const after = row.after[name];
    const column = columnOf(importing, name);
    const text = (value: unknown) =>
      choiceName(column?.choices, value) ??
      shown(column?.date && typeof value === 'string' ? sheetTime(value) : value);
    return (
      <p key={name} className="wrap-anywhere">
        <b className="font-medium">{column?.label ?? name}: </b>
        <span className="text-muted line-through">{text(before)}</span>
        <span className="sr-only"> passa a ser</span> <span>{text(after)}</span>
      </p>
    );
  });
}

function choiceName(
  choices: Readonly<Record<string, unknown>> = {},
  value: unknown,
): string | undefined {
  return Object.keys(choices).find((name) => choices[name] === value);
}

/** A stored value as people read it. */
function shown(value: unknown): string {
  if (typeof value === 'number') return formatAmount(value);
  return typeof value === 'string' && value !== '' ? shortened(value, 80) : '(vazio)';
}
