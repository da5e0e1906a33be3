import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type OverviewLinkProps = { to: '/lixeira' | '/atividade'; children: ReactNode };

/** Renders the small link of a card to the page with more details. */
export function OverviewLink({ to, children }: OverviewLinkProps) {
  return (
    <Link
      to={to}
      className="-my-1 inline-flex min-h-6 items-center text-xs font-medium text-accent hover:underline"
    >
      {children}
    </Link>
  );
}
