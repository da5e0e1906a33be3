import { Dialog } from './dialog.tsx';
import type { DialogProps } from './dialog.tsx';
import { QueryStatus } from './query-status.tsx';
import type { QueryStatusProps } from './query-status.tsx';
import { SpinnerArea } from './spinner.tsx';

export type QueryDialogProps = Pick<DialogProps, 'title' | 'onClose'> &
  Pick<QueryStatusProps, 'query' | 'children'>;

/** A dialog whose content is still loading, or has failed to load. Its children are the text of the failure. */
export function QueryDialog({ query, children, ...dialog }: QueryDialogProps) {
  return (
    <Dialog {...dialog}>
      <QueryStatus query={query} loading={<SpinnerArea className="min-h-48" />}>
        {children}
      </QueryStatus>
    </Dialog>
  );
}
