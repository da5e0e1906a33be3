import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { confirm } from '#ui/confirm.tsx';

/**
 * While there are unsaved changes, a link or Back opens a confirmation, and the browser asks before it closes or
 * reloads the tab. `onLeave` is called when the user chooses to leave. During a save, the link waits for its end: it is
 * followed without a question if the save succeeds. `saving` returns the running save, which resolves with its success.
 *
 * The returned function ends the guard: after a save there are no unsaved changes, although the form is rendered until
 * the next page. It returns whether a link was waiting, which is followed now.
 */
export function useUnsavedGuard(
  unsaved: boolean,
  onLeave: () => void,
  saving?: () => Promise<boolean> | undefined,
): () => boolean {
  const over = useRef(false);
  /** Decides about the last link that waits for a save: `true` blocks it, and undefined asks. */
  const decide = useRef<(blocked?: boolean) => void>(undefined);
  useEffect(() => () => decide.current?.(true), []);
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: () => unsaved && !over.current,
    async shouldBlockFn() {
      if (over.current) return false;
      decide.current?.(true);
      const save = saving?.();
      const blocked =
        save &&
        (await new Promise<boolean | undefined>((resolve) => {
          decide.current = resolve;
          void save.then((saved) => resolve(saved ? false : undefined));
        }));
      if (blocked !== undefined) return blocked;
      decide.current = undefined;
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
    decide.current?.(false);
    return !!decide.current;
  };
}
