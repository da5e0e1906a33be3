import { Badge, badgeClass } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';

/** Renders a status: green for a record in use, amber while a decision is pending, grey otherwise. */
export function StatusBadge({ children }: { children: string }) {
  return <Badge tone={tones[children]}>{children}</Badge>;
}

/** Returns the classes of `StatusBadge`, for a different element that is styled as that badge. */
export function statusBadgeClass(status: string): string {
  return badgeClass(tones[status]);
}

const tones: Record<string, BadgeTone> = { Ativo: 'green', Ativa: 'green', Pendente: 'amber' };
