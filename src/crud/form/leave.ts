import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { fromList } from '../views/list-address.ts';

/**
 * Leaves a form for its list, unsaved changes or not. Where the list was one step back it is shown as
 * it was left: same filters, page and scroll.
 */
export function useLeaveForm(list: string): () => void {
  const router = useRouter();
  return () => {
    if (router.history.location.state.fromList !== undefined)
      router.history.back({ ignoreBlocker: true });
    else void router.navigate({ to: list, ignoreBlocker: true });
  };
}

/** Opens a form again that was just left by 'Cancelar'. */
export function useReopenForm(list: string): () => void {
  const router = useRouter();
  const [form] = useState(router.state.location.pathname);
  return () => {
    const atList = router.state.location.pathname === list;
    void router.navigate({ to: form, state: atList ? fromList : {} });
  };
}
