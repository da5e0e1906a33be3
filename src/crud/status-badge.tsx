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
