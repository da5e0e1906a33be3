import { Children, startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

/**
 * Of the groups of a form those to draw now: at first as many as the window has room for, the others once these have
 * been painted, or before whatever anybody does: nothing that is pressed, typed or saved meets half a form.
 */
export function useDrawnGroups(children: ReactNode): ReactNode[] {
  const groups = Children.toArray(children);
  const [isWhole, setWhole] = useState(false);
  useEffect(
    function drawTheOthers() {
      if (isWhole) return;
      const drawAll = () => setWhole(true);
      const drawForAct = () => flushSync(drawAll);
      const frame = requestAnimationFrame(() => setTimeout(() => startTransition(drawAll)));
      for (const act of acts) addEventListener(act, drawForAct, { capture: true });
      return () => {
        cancelAnimationFrame(frame);
        for (const act of acts) removeEventListener(act, drawForAct, { capture: true });
      };
    },
    [isWhole],
  );
  const fit = Math.max(2, Math.ceil((innerHeight - around) / height));
  return isWhole ? groups : groups.slice(0, fit);
}

const acts = ['keydown', 'pointerdown', 'click', 'submit', 'scroll', 'dragenter'];

// CSS pixels: the height of a group, as a rule, and of what stands above and below them.
const height = 300;
const around = 180;
