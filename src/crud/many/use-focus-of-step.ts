import { useEffect, useRef } from 'react';

/**
 * For the element around the steps of a page: the focused element unmounts with its step, so the next step is focused.
 */
export function useFocusOfStep(step: string) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(
    function focusNextStep() {
      if (last.current !== step) element.current?.focus({ preventScroll: true });
      last.current = step;
    },
    [step],
  );
  return element;
}
