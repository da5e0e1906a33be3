import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type ErrorBoxProps = {
  children: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** A link or button, e.g. a link to the list. It is outside the alert, so screen readers do not announce it. */
  action?: ReactNode;
};

/** A red box that replaces content that failed to load. */
export function ErrorBox({ children, onRetry, retrying, action }: ErrorBoxProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-danger-soft px-4 py-3 text-danger">
      <div role="alert" className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-3">
        <CircleAlert className="size-4.5 shrink-0" />
        <p className="min-w-0 flex-1 basis-40">{children}</p>
        {onRetry && (
          <Button size="sm" onClick={onRetry} busy={retrying}>
            Tentar novamente
          </Button>
        )}
      </div>
      {action}
    </div>
  );
}
