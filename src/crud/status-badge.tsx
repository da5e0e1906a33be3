import { airState, airText } from '#lib/date.ts';
import type { AirState } from '#lib/date.ts';
import { Badge, badgeClass } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';

/** The status of a record: green for a record in use, amber while a decision is pending, grey otherwise. */
export function StatusBadge({ children }: { children: string }) {
  return <Badge tone={tones[children]}>{children}</Badge>;
}

/** The classes of the badge, for another element that is styled as the badge. */
export function statusClass(status: string): string {
  return badgeClass(tones[status]);
}

const tones: Record<string, BadgeTone> = { Ativo: 'green', Ativa: 'green', Pendente: 'amber' };

export type AirStatusProps = {
  status: string;
  /** Whether the status allows the record to be shown during its period. */
  isActive: boolean;
  starts: string | null;
  ends: string | null;
  /** The labels of scheduled, on-air and ended records: 'Agendado', or 'Agendada'. */
  words: Readonly<Record<AirState, string>>;
  /** Also shows the state of a record without a period, which is always on air. */
  always?: boolean;
};

/**
 * The status of a record with a period, and beside it the state of the period. Both are green only while the record is
 * shown: after its end, a green status would be misleading.
 */
export function AirStatus({ status, isActive, starts, ends, words, always }: AirStatusProps) {
  const period = airState(starts, ends);
  const state = period ?? (always ? 'running' : undefined);
  if (!isActive || !state) return <StatusBadge>{status}</StatusBadge>;
  const text = period && airText(period, starts, ends);
  return (
    <>
      <Badge tone={state === 'ended' ? 'neutral' : tones[status]}>{status}</Badge>
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

const airTones: Record<AirState, BadgeTone> = {
  scheduled: 'blue',
  running: 'green',
  ended: 'neutral',
};
