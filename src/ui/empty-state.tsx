import type { ReactNode } from 'react';

export type EmptyStateProps = {
  icon?: ReactNode;
  title: ReactNode;
  /** A text that explains the purpose of the missing content, and the first step to add it. */
  children?: ReactNode;
  action?: ReactNode;
  /** Whether to render only one line with the title and the action, because more content follows below. */
  isLow?: boolean;
};

export function EmptyState({ icon, title, children, action, isLow }: EmptyStateProps) {
  if (isLow)
    return (
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-3 text-center">
        <p className="font-medium text-balance text-ink">{title}</p>
        {action}
      </div>
    );
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {icon && (
        <div
          aria-hidden="true"
          className="mb-4 flex size-12 items-center justify-center rounded-card bg-sunken text-muted [&_svg]:size-6"
        >
          {icon}
        </div>
      )}
      <p className="font-medium text-balance text-ink">{title}</p>
      {children && <div className="mt-1 max-w-sm text-muted">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
