import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#ui/confirm.tsx';

/**
 * While there are unsaved changes, a link or Back asks first, and the browser asks before it closes or
 * reloads the tab. `onLeave` is told when the person chooses to go.
 */
export function useUnsavedGuard(unsaved: boolean, onLeave: () => void) {
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    async shouldBlockFn() {
      const leaves = await confirm({
        message: 'Há alterações que não foram salvas. Deseja sair sem salvar?',
        action: 'Sair sem salvar',
      });
      if (leaves) onLeave();
      return !leaves;
    },
  });
}
