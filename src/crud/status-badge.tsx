import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';

/** A status in the list: green while in use, amber while someone has to decide, grey otherwise. */
export function StatusBadge({ children }: { children: string }) {
  return <Badge tone={tones[children]}>{children}</Badge>;
}

const tones: Record<string, BadgeTone> = { Ativo: 'green', Ativa: 'green', Pendente: 'amber' };
