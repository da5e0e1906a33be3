import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setMessageHandlers } from '#data/query-client.ts';
import type { UndoableRecord } from '#data/query-client.ts';
import { PlatformError } from '#data/unwrap.ts';
import { toast, removeToasts } from '#ui/toast.ts';
import { recordUndoneChange, offerUndoInRow } from './in-place/row-undo.ts';

/**
 * Shows the messages of mutations, with buttons that open the offered page or undo the change. Also shows unhandled
 * rejections with a `PlatformError`.
 */
export function useMutationMessages() {
  const router = useRouter();
  useEffect(
    function showMessages() {
      setMessageHandlers({
        error: (text, about) => toast.error(text, { about }),
        succeeded: (about) => removeToasts(about, 'error'),
        saved: offerUndoInRow,
        success(text, { offer, undo, together, variables }, [command]) {
          if (undo && together)
            return toast.together(text, command, { undo, variables }, (all) => ({
              // The cast is safe: all variables are from runs of the command that has this `together`.
              detail: together(all.map((each) => each.variables as never)),
              action: {
                label: 'Desfazer',
                run: () => void undoChanges(...all.map((each) => each.undo)),
              },
            }));
          const open = () => void router.navigate({ to: offer?.address });
          const offered = offer && { label: offer.label, run: open };
          const taken = undo && { label: 'Desfazer', run: () => void undoChanges(undo) };
          toast.success(text, { action: offered ?? taken, also: offered && taken });
        },
      });
    },
    [router],
  );
  useEffect(function showUnhandledFailures() {
    // Show an unhandled rejection of a request: otherwise the user's action would fail without a message.
    function show({ reason }: PromiseRejectionEvent) {
      if (reason instanceof PlatformError)
        toast.error(`Não foi possível concluir: ${reason.message}`);
    }
    addEventListener('unhandledrejection', show);
    return () => removeEventListener('unhandledrejection', show);
  }, []);
}

/**
 * Undoes saved changes and shows the result. Ignores a second call for the same records while the first call is
 * running. Loads the code at the first undo, because undo is rare.
 */
export async function undoChanges(...saved: readonly UndoableRecord[]): Promise<void> {
  const key = saved.map(({ table, id }) => `${table}/${id}`).join(' ');
  if (running.has(key)) return;
  running.add(key);
  const again = () => void undoChanges(...saved);
  try {
    const { undoSavedChanges } = await import('./history/undo.ts');
    if (await undoSavedChanges(saved, again)) saved.forEach(recordUndoneChange);
  } catch {
    const action = { label: 'Tentar novamente', run: again };
    toast.error('Não foi possível desfazer: sem conexão com o servidor.', { action });
  } finally {
    running.delete(key);
  }
}

/** The keys of the running undos: 'table/id' of each record. */
const running = new Set<string>();
