import { useEffect, useRef } from 'react';

/** For the element around the steps of a page: what had the focus goes with its step, and the next one gets it. */
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
