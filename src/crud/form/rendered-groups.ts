import { Children, startTransition, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

/**
 * Returns the groups of a form to render. Until the first paint, these are only the groups that fit into the window,
 * but at least two. All groups are returned after the first paint, or before the first of `inputEvents` is handled, so
 * that no key press, click or save finds an incomplete form.
 */
export function useRenderedGroups(children: ReactNode): ReactNode[] {
  const groups = Children.toArray(children);
  const [isWhole, setWhole] = useState(false);
  useEffect(
    function renderRest() {
      if (isWhole) return;
      const renderAll = () => setWhole(true);
      const renderOnInput = () => flushSync(renderAll);
      const frame = requestAnimationFrame(() => setTimeout(() => startTransition(renderAll)));
      for (const event of inputEvents) addEventListener(event, renderOnInput, { capture: true });
      return () => {
        cancelAnimationFrame(frame);
        for (const event of inputEvents)
          removeEventListener(event, renderOnInput, { capture: true });
      };
    },
    [isWhole],
  );
  const fit = Math.max(2, Math.ceil((innerHeight - around) / height));
  return isWhole ? groups : groups.slice(0, fit);
}

const inputEvents = ['keydown', 'pointerdown', 'click', 'submit', 'scroll', 'dragenter'];

/** The usual height of a group, in CSS pixels. */
const height = 300;
/** The usual height of the page's parts above and below the groups, in CSS pixels. */
const around = 180;
