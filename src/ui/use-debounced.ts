import { useEffect, useState } from 'react';

/** Returns `text` once it has not changed for `pause` milliseconds, so that not every typed letter sends a request. */
export function useDebounced(text: string, pause: number): string {
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
