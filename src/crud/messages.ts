import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notifyWith } from '#data/query-client.ts';
import { toast } from '#ui/toast.ts';

/** Shows what the data layer has to say; a page that it offers is opened by the message's button. */
export function useMessages() {
  const router = useRouter();
  useEffect(
    function showMessages() {
      notifyWith({
        error: (text) => toast.error(text),
        success(text, offer) {
          const run = () => void router.navigate({ to: offer?.address });
          toast.success(text, offer && { action: { label: offer.label, run } });
        },
      });
    },
    [router],
  );
}
