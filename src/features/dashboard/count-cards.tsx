import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Handshake from 'lucide-react/icons/handshake';
import Package from 'lucide-react/icons/package';
import Tags from 'lucide-react/icons/tags';
import Truck from 'lucide-react/icons/truck';
import { tableCount } from './dashboard.queries.ts';

export function CountCards() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map((card) => (
        <CountCard key={card.table} {...card} />
      ))}
    </div>
  );
}

function CountCard({ table, label, to, Icon }: (typeof cards)[number]) {
  const count = useQuery(tableCount(table));
  return (
    <Link
      to={to}
      className="group flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-raised hover:border-accent/50"
    >
      <span className="text-[0.8125rem] leading-5 font-medium text-muted">{label}</span>
      <span className="mt-auto flex items-end justify-between gap-2">
        <span
          className="text-2xl leading-8 font-semibold tracking-tight"
          aria-busy={count.isPending}
        >
          {count.isPending ? '...' : (count.data ?? 0).toLocaleString('pt-BR')}
        </span>
        <Icon
          aria-hidden="true"
          className="mb-1.5 size-5 shrink-0 text-muted group-hover:text-accent"
        />
      </span>
    </Link>
  );
}

const cards = [
  { table: 'products', label: 'Produtos Cadastrados', to: '/produtos', Icon: Package },
  { table: 'categories', label: 'Categorias', to: '/categorias', Icon: Tags },
  { table: 'distribuidores', label: 'Distribuidores', to: '/distribuidores', Icon: Truck },
  { table: 'parceiros', label: 'Parceiros', to: '/parceiros', Icon: Handshake },
] as const;
