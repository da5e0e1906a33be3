import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { areasToAddTo } from '#app/areas.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { Card } from '#ui/card.tsx';

export function QuickActions() {
  const shown = areasToAddTo(useMay());
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
      </ul>
    </Card>
  );
}
