import { periodState, formatPeriod } from '#lib/date.ts';
import type { PeriodState } from '#lib/date.ts';
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { Cell } from '#ui/table.tsx';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { StatusBadge } from '../status-badge.tsx';
import type { Column } from '../views/columns.ts';

export type PeriodStatusColumnSettings<Status> = {
  /** The status that allows a record to be shown during its period. */
  active: Status;
  /** The labels of scheduled, on-air and ended records, in the gender of their noun: 'Agendado' or 'Agendada'. */
  words: Readonly<Record<PeriodState, string>>;
  /** Whether the on-air label is also shown for a record without a period, which is always on air. */
  always?: boolean;
};

type Aired = { status: string; starts_at: string | null; ends_at: string | null };

/** Returns the list column that shows the status and the period state of each record. */
export function makePeriodStatusColumn<Row extends Aired>(
  settings: PeriodStatusColumnSettings<Row['status']>,
): Column<Row> {
  return {
    // The width has space for the badges 'Ativo' and 'Encerrado, fora do ar'.
    width: '13rem',
    cell: (row) => (
      <Cell
        place="status"
        className="flex items-center gap-1.5 rows-narrow:flex-col rows-narrow:items-end rows-narrow:gap-1"
      >
        <AirStatus {...settings} row={row} />
      </Cell>
    ),
  };
}

/**
 * Renders the status of a record and, if the status is `active`, the state of its period. The state is green only while
 * the record is on air. After the end of the period the status is grey too, because green would be misleading.
 */
function AirStatus({
  active,
  words,
  always,
  row,
}: PeriodStatusColumnSettings<string> & { row: Aired }) {
  const { status, starts_at: starts, ends_at: ends } = row;
  const period = useTimeDependentValue(() => periodState(starts, ends));
  const state = period ?? (always ? 'running' : undefined);
  if (status !== active || !state) return <StatusBadge>{status}</StatusBadge>;
  const text = period && formatPeriod(period, starts, ends);
  return (
    <>
      {state === 'ended' ? <Badge>{status}</Badge> : <StatusBadge>{status}</StatusBadge>}
      <span data-whole={text && `${words[state]}: ${text}`} className="shrink-0">
        <Badge tone={airTones[state]}>
          {words[state]}
          {state === 'ended' && <span className="aside">, fora do ar</span>}
        </Badge>
        {text && <span className="sr-only"> {text}</span>}
      </span>
    </>
  );
}

const airTones: Record<PeriodState, BadgeTone> = {
  scheduled: 'blue',
  running: 'green',
  ended: 'neutral',
};
