import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

/** In place of the rows; `first` guides whoever has nothing at all yet. */
export function EmptyList({ text, first }: { text: string; first?: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface shadow-raised">
      <EmptyState title={text} action={first} />
    </div>
  );
}
