import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { ErrorBox } from './error-box.tsx';
import { CenteredSpinner } from './spinner.tsx';

export type QueryStatusProps = {
  /** The result of `useQuery` or `useInfiniteQuery`. */
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The content while the first data is loading; a spinner by default. */
  loading?: ReactNode;
  /** The error message, shown if the query has failed. */
  children: ReactNode;
};

/** A spinner while a query is loading, or its error with a button that retries. Nothing if the query has succeeded. */
export function QueryStatus({ query, loading = <CenteredSpinner />, children }: QueryStatusProps) {
  if (!query.error) return query.data === undefined ? loading : null;
  return (
    <ErrorBox onRetry={() => void query.refetch()} retrying={query.isFetching}>
      {children}
    </ErrorBox>
  );
}

export type LoadMoreButtonProps = Pick<
  ButtonProps,
  'size' | 'variant' | 'className' | 'children'
> & {
  /** The result of `useInfiniteQuery`. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** A button that loads the next page of an infinite query. It is not rendered after the last page. */
export function LoadMoreButton({ query, ...button }: LoadMoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      {...button}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    />
  );
}
