import { useEffect, useRef } from 'react';

/**
 * Returns the ref of the element around the steps of a page. The focused control unmounts with its step, so the element
 * gets the focus at each change of step.
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
