import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';
import { QueryStatus } from './query-status.tsx';
import type { QueryStatusProps } from './query-status.tsx';
import { CenteredSpinner } from './spinner.tsx';

export type QueryStatusDialogProps = Pick<DialogProps, 'title' | 'onClose'> &
  Pick<QueryStatusProps, 'query' | 'children'>;

/** A dialog with a spinner while a query is loading, or with the error message `children` if the query has failed. */
export function QueryStatusDialog({ query, children, ...dialog }: QueryStatusDialogProps) {
  return (
    <Dialog {...dialog}>
      <QueryStatus query={query} loading={<CenteredSpinner className="min-h-48" />}>
        {children}
      </QueryStatus>
    </Dialog>
  );
}
