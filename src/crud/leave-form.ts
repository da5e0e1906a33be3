import { useRouter } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form was opened from its list, which is one step back. */
    fromList?: true;
  }
}

/** The mark that a list puts on its links to a form. */
export const fromList: HistoryState = { fromList: true };

/**
 * Leaves a form for its list, unsaved changes or not. Where the list was one step back it is shown as
 * it was left: same filters, page and scroll.
 */
export function useLeaveForm(list: string): () => void {
  const router = useRouter();
  return () => {
    if (router.history.location.state.fromList) router.history.back({ ignoreBlocker: true });
    else void router.navigate({ to: list, ignoreBlocker: true });
  };
}
