import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { areas } from '#areas/index.ts';
import { formatCount } from '#lib/text.ts';
import { countedTables, tableCountQuery } from './dashboard.queries.ts';
import type { CountedTable } from './dashboard.queries.ts';

export function CountCards() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {countedTables.map((table) => (
        <CountCard key={table} table={table} />
      ))}
    </div>
  );
}

function CountCard({ table }: { table: CountedTable }) {
  const { path, title, icon: Icon } = areas[table];
  const count = useQuery(tableCountQuery(table));
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      className="group relative flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-raised hover:border-accent/50"
    >
      <span id={id} className="text-[0.8125rem] leading-5 font-medium text-muted">
        {table === 'products' ? 'Produtos Cadastrados' : title}
      </span>
      <span className="mt-auto flex items-end justify-between gap-2">
        {/* Only the number is the link, and its clickable area covers the card. A link with the title would have the
            same name as the link in the sidebar. */}
        <Link
          to={path}
          aria-describedby={id}
          className="min-w-6 rounded-sm text-2xl leading-8 font-semibold tracking-tight after:absolute after:inset-0"
          aria-busy={count.isPending}
        >
          {count.isPending ? '...' : formatCount(count.data ?? 0)}
        </Link>
        <Icon className="mb-1.5 size-5 shrink-0 text-muted group-hover:text-accent" />
      </span>
    </div>
  );
}
