import { formatDateTime } from '#lib/date.ts';
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';

export type AirState = 'scheduled' | 'running' | 'ended';

type Side = string | null | undefined;

/** Where in its period something is now; undefined where that is open on both sides. */
export function airState(starts: Side, ends: Side, now: number = Date.now()): AirState | undefined {
  if (starts && Date.parse(starts) > now) return 'scheduled';
  if (ends && Date.parse(ends) <= now) return 'ended';
  return starts || ends ? 'running' : undefined;
}

/** 'a partir de 20/11/2026, 08:00': what there is to know of a period in this state. */
export function airText(state: AirState, starts: Side, ends: Side): string {
  const until = ends ? ` até ${formatDateTime(ends)}` : '';
  if (state === 'ended') return `terminou em ${formatDateTime(ends ?? '')}`;
  if (!starts) return until.trim();
  return `${state === 'scheduled' ? 'a partir de' : 'desde'} ${formatDateTime(starts)}${until}`;
}

export type AirChipProps = {
  starts: string | null;
  ends: string | null;
  /** What a record that is scheduled, on air or over is called: 'Agendado', or 'Agendada'. */
  words: Readonly<Record<AirState, string>>;
};

/** The state of a period, in the cell of a list; when it begins or ends shows under the pointer and the focus. */
export function AirChip({ starts, ends, words }: AirChipProps) {
  const state = airState(starts, ends);
  if (!state) return null;
  const text = airText(state, starts, ends);
  return (
    <span data-whole={`${words[state]}: ${text}`} className="ml-1.5">
      <Badge tone={tones[state]}>{words[state]}</Badge>
      <span className="sr-only"> {text}</span>
    </span>
  );
}

const tones: Record<AirState, BadgeTone> = {
  scheduled: 'blue',
  running: 'green',
  ended: 'neutral',
};
