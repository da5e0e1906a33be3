import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the ref of the element around the steps of a page. This element gets the focus at each change of step,
 * because the control that had the focus unmounts with its step.
 */
export function useFocusOnStepChange(step: string) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  // Move the focus before the browser paints the step, so that the user cannot choose a field before.
  useLayoutEffect(
    function focusNextStep() {
      if (last.current !== step) element.current?.focus({ preventScroll: true });
      last.current = step;
    },
    [step],
  );
  return element;
}
