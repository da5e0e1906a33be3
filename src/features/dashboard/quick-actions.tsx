import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useEffect } from 'react';
import { allAreas, areasToAddTo } from '#app/areas.ts';
import { useMay, useProfile } from '#features/auth/profile.queries.ts';
import { kept } from '#lib/kept.ts';
import { Card } from '#ui/card.tsx';

export function QuickActions() {
  const shown = areasToAddTo(useMay());
  const awaited = useAwaited(shown.length);
  return (
    <Card title="Ações Rápidas" description="Cadastre algo novo com um clique.">
      {/* With an odd number the first is as wide as two: none is left alone on the last line. */}
      <ul className="grid gap-2 @md:grid-cols-2 @md:[&>:first-child:nth-last-child(odd)]:col-span-2 @4xl:grid-cols-4">
        {shown.map(({ add, one }) => (
          <li key={add}>
            <Link
              to={add}
              className="flex h-11 items-center gap-3 rounded-control bg-sunken px-3 font-medium hover:bg-accent-soft hover:text-accent"
            >
              <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
                <Plus aria-hidden="true" className="size-3.5" />
              </span>
              Adicionar {one}
            </Link>
          </li>
        ))}
        {Array.from({ length: awaited }, (_, place) => (
          <li key={place} aria-hidden="true" className="skeleton h-11" />
        ))}
      </ul>
    </Card>
  );
}

/** For how many more the room is kept until the role is known: as many as there were on the last visit, else all. */
function useAwaited(shown: number): number {
  const isKnown = !!useProfile().data;
  useEffect(
    function rememberForTheNextVisit() {
      if (isKnown) kept.set(key, String(shown));
    },
    [isKnown, shown],
  );
  return isKnown ? 0 : Math.max(0, (Number(kept.get(key)) || allAreas.length) - shown);
}

const key = 'vitrine:acoes';
