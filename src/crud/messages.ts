import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notifyWith } from '#data/query-client.ts';
import type { Undoable } from '#data/query-client.ts';
import { toast } from '#ui/toast.ts';
import { endOffer, offerInRow } from './in-place/row-undo.ts';

/** Shows what the data layer has to say; a page that it offers is opened by the message's button. */
export function useMessages() {
  const router = useRouter();
  useEffect(
    function showMessages() {
      notifyWith({
        error: (text) => toast.error(text),
        saved: offerInRow,
        success(text, { offer, undo }) {
          const open = () => void router.navigate({ to: offer?.address });
          const offered = offer && { label: offer.label, run: open };
          const taken = undo && { label: 'Desfazer', run: () => void takeBack(undo) };
          toast.success(text, { action: offered ?? taken, also: offered && taken });
        },
      });
    },
    [router],
  );
}

/** Little is taken back: the code comes when something is. A second press waits for the first. */
export async function takeBack(undo: Undoable): Promise<void> {
  const key = `${undo.table}/${undo.id}`;
  if (running.has(key)) return;
  running.add(key);
  const again = () => void takeBack(undo);
  try {
    const { undoSaved } = await import('./history/undo.ts');
    if (await undoSaved(undo, again)) endOffer(undo);
  } catch {
    const action = { label: 'Tentar novamente', run: again };
    toast.error('Não foi possível desfazer: sem conexão com o servidor.', { action });
  } finally {
    running.delete(key);
  }
}

/** The records of which something is being taken back. */
const running = new Set<string>();
