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
    <span data-whole={`${words[state]}: ${text}`} className="shrink-0">
      <Badge tone={airTones[state]}>{words[state]}</Badge>
      <span className="sr-only"> {text}</span>
    </span>
  );
}

const airTones: Record<AirState, BadgeTone> = {
  scheduled: 'blue',
  running: 'green',
  ended: 'neutral',
};
