import { useId } from 'react';
import type { ReactNode } from 'react';

export type CardProps = {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A frame around related content. A card with a title is an ARIA region with that name. */
export function Card({
  title,
  description,
  actions,
  className = 'p-4 sm:p-5',
  children,
}: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className="rounded-card border border-line bg-surface shadow-raised"
    >
      {title && (
        <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 sm:px-5">
          <div>
            <h2 id={titleId} className="text-sm font-semibold">
              {title}
            </h2>
            {description && <p className="mt-0.5 text-xs text-muted">{description}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={className}>{children}</div>
    </section>
  );
}
