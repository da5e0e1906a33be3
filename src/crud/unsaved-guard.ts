import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { confirm } from '#ui/confirm.tsx';

/**
 * While there are unsaved changes, a link or Back opens a confirmation, and the browser asks before it closes or
 * reloads the tab. `onLeave` is called when the user chooses to leave. The returned function ends the guard: after a
 * save there are no unsaved changes, although the form is rendered until the next page.
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
