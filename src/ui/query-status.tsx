import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { ErrorBox } from './error-box.tsx';
import { SpinnerArea } from './spinner.tsx';

export type QueryStatusProps = {
  /** The result of `useQuery` or `useInfiniteQuery`. */
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Shown while the first data is loading; a spinner by default. */
  loading?: ReactNode;
  /** The text of a failure. */
  children: ReactNode;
};

/** In place of the data of a query: that it is loading, or that it failed, with a retry. */
export function QueryStatus({ query, loading = <SpinnerArea />, children }: QueryStatusProps) {
  if (!query.error) return query.data === undefined ? loading : null;
  return (
    <ErrorBox onRetry={() => void query.refetch()} retrying={query.isFetching}>
      {children}
    </ErrorBox>
  );
}

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
