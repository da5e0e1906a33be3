import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type SearchResultGroupProps = { title: string; children: ReactNode };

/**
 * Search results of one kind, under a title. The children are list items, each with a link that has
 * `searchResultLinkClass`.
 */
export function SearchResultGroup({ title, children }: SearchResultGroupProps) {
  return (
    <section aria-label={title} className="pb-1">
      <h3 className={searchResultTitleClass}>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** An icon with the size of a small picture, for results without a picture. */
export function SearchResultIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-control bg-sunken text-muted">
      <Icon className="size-4" />
    </span>
  );
}

export const searchResultTitleClass = 'px-2.5 pt-2 pb-1 text-xs font-medium text-muted';

export const searchResultLinkClass =
  'flex min-h-9 items-center gap-3 rounded-control px-2.5 py-1 hover:bg-hover ' +
  'focus-visible:bg-hover focus-visible:-outline-offset-2';
