import { airState, airText } from '#lib/date.ts';
import type { AirState } from '#lib/date.ts';
import { Badge, badgeClass } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';

/** The status of a record: green while in use, amber while someone has to decide, grey otherwise. */
export function StatusBadge({ children }: { children: string }) {
  return <Badge tone={tones[children]}>{children}</Badge>;
}

/** Its looks, for what is the badge itself. */
export function statusClass(status: string): string {
  return badgeClass(tones[status]);
}

const tones: Record<string, BadgeTone> = { Ativo: 'green', Ativa: 'green', Pendente: 'amber' };

export type AirStatusProps = {
  status: string;
  /** With this status it is shown while its period lasts. */
  isActive: boolean;
  starts: string | null;
  ends: string | null;
  /** What a record that is scheduled, on air or over is called: 'Agendado', or 'Agendada'. */
  words: Readonly<Record<AirState, string>>;
  /** Without a period it is on air too, and says so. */
  always?: boolean;
};

/**
 * The status of a record with a period, and beside it the state of the period. Both are never green unless the record is
 * shown now: after the end, the status alone would say the opposite.
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
