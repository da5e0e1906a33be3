import { useIsMutating } from '@tanstack/react-query';
import type { MutationFilters } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queryClient } from '#data/query-client.ts';
import { createStore } from '#lib/create-store.ts';
import { askConfirmation } from '#ui/confirm.tsx';

/**
 * Guards unsaved changes: a navigation (a link or Back) opens a confirmation, and the browser asks before it closes or
 * reloads the tab. `onLeave` is called when the user chooses to leave. `saving` returns the running save, which
 * resolves with true after a success. A navigation during a save waits, and continues without a confirmation if the
 * save succeeds.
 *
 * Returns a function that ends the guard. Call it after a save: the form is still rendered until the next page opens,
 * but has no unsaved changes. The function continues a waiting navigation, and returns whether there was one.
 */
export function useUnsavedGuard(
  unsaved: boolean,
  onLeave: () => void,
  saving?: () => Promise<boolean> | undefined,
): () => boolean {
  const over = useRef(false);
  /** Decides the last navigation that waits for a save: true blocks it, false continues it, undefined asks the user. */
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
      const leaves = await askConfirmation({
        message: 'Há alterações que não foram salvas. Deseja sair sem salvar?',
        action: 'Sair sem salvar',
      });
      if (leaves) onLeave();
      else stays.set(stays.get() + 1);
      return !leaves;
    },
  });
  return () => {
    over.current = true;
    decide.current?.(false);
    return !!decide.current;
  };
}

/**
 * Returns the number of times that the user chose to stay. A control that has requested a new URL must show the current
 * URL again when this number changes, because the router does not report a blocked navigation.
 */
export function useStayCount(): number {
  return useSyncExternalStore(stays.subscribe, stays.get);
}

const stays = createStore(0);

/**
 * Guards the edits of a list that wait for an earlier edit. The browser asks before it closes or reloads the tab, and
 * 'Sair' opens a confirmation. Other pages of the panel open without a question, because the panel still sends the
 * edits while these pages are open.
 */
export function useWaitingEditsGuard() {
  const isWaiting = useIsMutating(waitingEdits) > 0;
  useBlocker({
    disabled: !isWaiting,
    enableBeforeUnload: true,
    async shouldBlockFn({ next }) {
      // Only the sign-out loses the edits: the panel drops the edits of a user whose session has ended.
      const isLost = next.pathname === '/login' && queryClient.isMutating(waitingEdits) > 0;
      if (!isLost) return false;
      return !(await askConfirmation({
        message: 'Há alterações da lista que ainda não foram enviadas. Deseja sair sem enviar?',
        action: 'Sair sem enviar',
      }));
    },
  });
}

/** The filter for mutations with the key `[table, 'edit']` that wait for an earlier mutation of the same scope. */
const waitingEdits: MutationFilters = {
  predicate: ({ state, options }) => state.isPaused && options.mutationKey?.[1] === 'edit',
};
