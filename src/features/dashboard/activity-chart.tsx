import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overviews } from '#areas/overviews.ts';
import { formatDay } from '#lib/date.ts';
import { formatCountWithNoun, formatCount } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { batchesPerDayQuery } from './dashboard.queries.ts';
import type { DailyBatchCount } from './dashboard.queries.ts';
import { OverviewLink } from './overview-link.tsx';

type ActivityChartProps = {
  /** Whether the user may open the page /atividade. */
  seesAll?: boolean;
};

/** Renders the number of changes (batches) on each of the last thirty days, as a chart or as a table. */
export function ActivityChart({ seesAll = false }: ActivityChartProps) {
  const query = useQuery(batchesPerDayQuery);
  const { data } = query;
  const [inTable, setInTable] = useState(false);
  const toggle = (
    // Always render the button, so that nothing moves when the data arrives.
    <Button
      size="sm"
      className={`-my-1 ${data ? '' : 'invisible'}`}
      onClick={() => setInTable(!inTable)}
    >
      {inTable ? 'Ver como gráfico' : 'Ver como tabela'}
    </Button>
  );
  return (
    <Card title="Alterações em 30 dias" actions={toggle}>
      <div className="h-62">
        {data && (inTable ? <DaysTable days={data} /> : <Chart days={data} seesAll={seesAll} />)}
        {!data && (
          <QueryStatus query={query} loading={<CenteredSpinner className="h-full" />}>
            Falha ao carregar as alterações.
          </QueryStatus>
        )}
      </div>
    </Card>
  );
}

type DaysProps = { days: readonly DailyBatchCount[] };
type ChartProps = DaysProps & Required<ActivityChartProps>;

function Chart({ days, seesAll }: ChartProps) {
  const most = Math.max(...days.map(({ batches }) => batches));
  const total = days.reduce((sum, { batches }) => sum + batches, 0);
  const first = days[0]?.day ?? '';
  const width = 100 / days.length;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-muted">
          <strong className="text-2xl leading-8 font-semibold tracking-tight text-ink">
            {formatCount(total)}
          </strong>{' '}
          {total === 1 ? 'alteração' : 'alterações'}
        </p>
        {seesAll && <OverviewLink to={overviews.atividade.path}>Abrir a Atividade</OverviewLink>}
      </div>
      <svg
        role="img"
        aria-label={chartText(days, total)}
        className="mt-3 block h-46 w-full border-b border-line"
      >
        {days.map(({ day, batches }, index) => {
          const height = most > 0 ? (100 * batches) / most : 0;
          return (
            <g key={day} className="group">
              {/* The hover target is as high as the chart: a low bar would be too small. */}
              <rect x={`${index * width}%`} width={`${width}%`} height="100%" fill="transparent">
                <title>{`${formatDay(day)}: ${formatCountWithNoun(batches, 'alteração', 'alterações')}`}</title>
              </rect>
              {batches > 0 && (
                <rect
                  x={`${index * width + width / 8}%`}
                  y={`${100 - Math.max(height, 2)}%`}
                  width={`${(width * 3) / 4}%`}
                  height={`${Math.max(height, 2)}%`}
                  className="pointer-events-none fill-accent group-hover:fill-accent-strong"
                />
              )}
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted">
        <span>{formatDay(first).slice(0, 5)}</span>
        <span>hoje</span>
      </p>
    </>
  );
}

function chartText(days: readonly DailyBatchCount[], total: number): string {
  if (total === 0) return 'Nenhuma alteração nos últimos 30 dias.';
  const busiest = days.reduce((most, each) => (each.batches > most.batches ? each : most));
  return `Alterações por dia: ${formatCount(total)} em 30 dias, o máximo em ${formatDay(busiest.day)}, com ${formatCount(busiest.batches)}.`;
}

function DaysTable({ days }: DaysProps) {
  return (
    <div
      role="region"
      aria-label="Alterações por dia"
      // The region is focusable, so that users can scroll the table with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="h-full overflow-y-auto"
    >
      <table className="w-full">
        <thead className="sticky top-0 bg-surface text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              Dia
            </th>
            <th scope="col" className="py-1 pe-2 text-end font-medium">
              Alterações
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, batches }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {formatDay(day)}
              </th>
              <td className="py-1 pe-2 text-end">{formatCount(batches)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
