import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { fromList } from '../list-search.ts';

/**
 * Leaves a form, opens its list and ignores unsaved changes. If the list is the previous history entry, it is restored
 * with its filters, page and scroll position.
 */
export function useLeaveForm(list: string): () => void {
  const router = useRouter();
  return () => {
    if (router.history.location.state.fromList !== undefined)
      router.history.back({ ignoreBlocker: true });
    else void router.navigate({ to: list, ignoreBlocker: true });
  };
}

/** Opens the form again that 'Cancelar' has just closed. */
export function useReopenForm(list: string): () => void {
  const router = useRouter();
  const [form] = useState(router.state.location.pathname);
  return () => {
    const atList = router.state.location.pathname === list;
    void router.navigate({ to: form, state: atList ? fromList : {} });
  };
}
