import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';

export type MoreButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className' | 'children'> & {
  /** The result of `useInfiniteQuery`. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** Loads the next page of a list; hidden after the last one. */
export function MoreButton({ query, ...button }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      {...button}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    />
  );
}
