import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notifyWith } from '#data/query-client.ts';
import type { Undoable } from '#data/query-client.ts';
import { toast } from '#ui/toast.ts';

/** Shows what the data layer has to say; a page that it offers is opened by the message's button. */
export function useMessages() {
  const router = useRouter();
  useEffect(
    function showMessages() {
      notifyWith({
        error: (text) => toast.error(text),
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

/** Few messages are taken back: the code comes when one is. */
async function takeBack(undo: Undoable) {
  const { undoSaved } = await import('./history/undo.ts');
  await undoSaved(undo);
}
