import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { areasToAddTo } from '#app/areas.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { Card } from '#ui/card.tsx';

export function QuickActions() {
  const shown = areasToAddTo(useMay());
  return (
    <Card title="Ações Rápidas" description="Cadastre algo novo com um clique.">
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map(({ add, one }) => (
          <li key={add}>
            <Link
              to={add}
              className="flex h-11 items-center gap-3 rounded-control border border-line px-3 font-medium hover:border-accent/50 hover:bg-accent-soft hover:text-accent"
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
