import type { ReactNode } from 'react';

export type ResultGroupProps = { title: string; children: ReactNode };

/** Results of one kind under its name: list items, each with a `resultLink`. */
export function ResultGroup({ title, children }: ResultGroupProps) {
  return (
    <section aria-label={title} className="pb-1">
      <h3 className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

export const resultLink =
  'flex min-h-8 items-baseline gap-3 rounded-control px-2.5 py-1.5 hover:bg-hover ' +
  'focus-visible:bg-hover focus-visible:-outline-offset-2';
