import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { MouseEvent, SyntheticEvent } from 'react';
import { fromList } from '../form/leave.ts';

/**
 * Handlers around a list, whose links to forms are plain ones: each of the router's own listens to every
 * change of the address, and a list has hundreds. They are followed without loading the panel again, and
 * what they lead to is fetched as soon as the pointer or the focus comes near.
 */
export function useRowLinks() {
  const router = useRouter();
  const timer = useRef(0);
  function lookAhead({ target }: SyntheticEvent) {
    clearTimeout(timer.current);
    const to = addressOf(target);
    if (to) timer.current = window.setTimeout(() => void router.preloadRoute({ to }), rest);
  }
  useEffect(function endWithThePage() {
    return () => clearTimeout(timer.current);
  }, []);
  return {
    onClick(event: MouseEvent) {
      const to = addressOf(event.target);
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
      // Another tab, another window or a download: what the browser does with a link.
      if (!to || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      void router.navigate({ to, state: fromList });
    },
    onPointerOver: lookAhead,
    onTouchStart: lookAhead,
    onFocus: lookAhead,
  };
}

/** Milliseconds that a pointer stays on a link it means, as the router has it. */
const rest = 50;

function addressOf(target: EventTarget): string | undefined {
  const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
  return link?.getAttribute('href') ?? undefined;
}
