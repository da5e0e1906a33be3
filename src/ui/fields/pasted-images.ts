import { useEffect, useEffectEvent } from 'react';

/** Hands over images that are pasted anywhere on the page. */
export function usePastedImages(onImages: (files: File[]) => void) {
  const take = useEffectEvent(onImages);
  useEffect(function takePastedImages() {
    function onPaste({ clipboardData }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])].filter(({ type }) =>
        type.startsWith('image/'),
      );
      // A form that is being saved takes nothing.
      if (document.querySelector('form > [inert]')) return;
      // A copied table brings a picture of itself along: where there is text, the text is meant.
      if (files.length > 0 && !clipboardData?.types.includes('text/plain')) take(files);
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
