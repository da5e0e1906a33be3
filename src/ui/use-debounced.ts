import { useEffect, useState } from 'react';

/** Returns the last `text` that stayed the same for `pause` milliseconds, so that not every letter sends a request. */
export function useDebouncedText(text: string, pause: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(
    function settleInAPause() {
      const timer = setTimeout(() => setSettled(text), pause);
      return () => clearTimeout(timer);
    },
    [text, pause],
  );
  return settled;
}
