import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type ErrorBoxProps = { children: ReactNode; onRetry?: () => void; retrying?: boolean };

/** The red box that stands where the content would be. */
export function ErrorBox({ children, onRetry, retrying }: ErrorBoxProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-danger/30 bg-danger-soft px-4 py-3 text-danger"
    >
      <CircleAlert aria-hidden="true" className="size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 basis-48">{children}</p>
      {onRetry && (
        <Button size="sm" onClick={onRetry} busy={retrying}>
          Tentar novamente
        </Button>
      )}
    </div>
  );
}
