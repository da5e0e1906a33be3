import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useEffect } from 'react';
import { allAreas, findAddableAreas } from '#areas/index.ts';
import { useMay, useProfile } from '#features/auth/profile.queries.ts';
import { safeLocalStorage } from '#lib/local-store.ts';
import { Card } from '#ui/card.tsx';

export function QuickActions() {
  const shown = findAddableAreas(useMay());
  const awaited = usePlaceholderCount(shown.length);
  return (
    <Card title="Ações Rápidas" className="p-3">
      {/* If the number of actions is odd, the first action has twice the width, so that the last line is full. */}
      <ul
        className={`grid gap-2 @md:grid-cols-2 @md:[&>:first-child:nth-last-child(odd)]:col-span-2 ${wideColumns[chooseColumnCount(shown.length + awaited)]}`}
      >
        {shown.map(({ add, one }) => (
          <li key={add}>
            <Link
              to={add}
              className="flex h-9 items-center gap-1.5 rounded-control bg-sunken px-2 text-[0.8125rem] font-medium whitespace-nowrap hover:bg-accent-soft hover:text-accent pointer-coarse:h-11"
            >
              <Plus className="size-4 shrink-0 text-accent" />
              Adicionar {one}
            </Link>
          </li>
        ))}
        {Array.from({ length: awaited }, (_, place) => (
          <li key={place} aria-hidden="true" className="skeleton h-9 pointer-coarse:h-11" />
        ))}
      </ul>
    </Card>
  );
}

/** Returns the largest number of columns, at most four, with which every line of the actions is full. */
export function chooseColumnCount(actions: number): 4 | 3 | 2 {
  const cells = actions + (actions % 2);
  return cells % 4 === 0 ? 4 : cells % 3 === 0 ? 3 : 2;
}

const wideColumns = { 4: '@2xl:grid-cols-4', 3: '@2xl:grid-cols-3', 2: '' };

/**
 * Returns the number of placeholders, so that the card has its final height while the role is unknown. The placeholders
 * and the `shown` actions together are as many as the actions of the last visit, or as all areas at the first visit.
 */
function usePlaceholderCount(shown: number): number {
  const isKnown = !!useProfile().data;
  useEffect(
    function storeForNextVisit() {
      if (isKnown) safeLocalStorage.set(key, String(shown));
    },
    [isKnown, shown],
  );
  return isKnown ? 0 : Math.max(0, (Number(safeLocalStorage.get(key)) || allAreas.length) - shown);
}

const key = 'vitrine:acoes';
