import { useBlocker, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { confirm } from '#ui/confirm.tsx';
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

/**
 * While there are unsaved changes, a link or Back asks first, and the browser asks before it closes or
 * reloads the tab. `onLeave` is told when the person chooses to go. The answer ends the guard: after a
 * save nothing is at stake any more, though the form is still there until the next page has come.
 */
export function useUnsavedGuard(unsaved: boolean, onLeave: () => void): () => void {
  const over = useRef(false);
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: () => unsaved && !over.current,
    async shouldBlockFn() {
      if (over.current) return false;
      const leaves = await confirm({
        message: 'Há alterações que não foram salvas. Deseja sair sem salvar?',
        action: 'Sair sem salvar',
      });
      if (leaves) onLeave();
      return !leaves;
    },
  });
  return () => {
    over.current = true;
  };
}
