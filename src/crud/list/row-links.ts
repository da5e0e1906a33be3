import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { MouseEvent, PointerEvent, SyntheticEvent } from 'react';
import { getListHistoryState } from '../list-search.ts';

/**
 * Returns the event handlers for the element around a list.
 * - A click anywhere in a row opens the record without a reload. Hover, touch and focus prefetch the record.
 * - Users can select the text of a row: only the name is a link, and a click that ends a selection opens nothing.
 * - Links to forms are plain `<a>`, because every `<Link>` of the router subscribes to navigations, and a list has
 *   hundreds of links.
 */
export function useRowLinkHandlers() {
  const router = useRouter();
  const timer = useRef(0);
  const pressed = useRef({ x: 0, y: 0 });
  function prefetchTarget({ target }: SyntheticEvent) {
    clearTimeout(timer.current);
    const to = addressOf(linkAt(target));
    if (to) timer.current = window.setTimeout(() => void router.preloadRoute({ to }), hoverDelay);
  }
  function follow(event: MouseEvent) {
    const link = linkAt(event.target);
    if (link && hasSelected(event, pressed.current)) return event.preventDefault();
    const to = addressOf(link);
    if (!to) return;
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
    // Let the browser handle a click with a modifier key or another button, if the target is the link itself. Such a
    // click opens a new tab or window, or starts a download.
    if (!isPlain && link?.contains(event.target as Node)) return;
    event.preventDefault();
    if (isPlain) void router.navigate({ to, state: getListHistoryState });
    else if (button < 2) window.open(to, '_blank', 'noopener');
  }
  useEffect(function stopOnUnmount() {
    return () => clearTimeout(timer.current);
  }, []);
  return {
    onClick: follow,
    // Called for a click with another button, for example the middle button.
    onAuxClick: follow,
    onPointerDown({ clientX, clientY }: PointerEvent) {
      pressed.current = { x: clientX, y: clientY };
    },
    onPointerOver: prefetchTarget,
    onTouchStart: prefetchTarget,
    onFocus: prefetchTarget,
  };
}

/** The time between hover, touch or focus and the prefetch, in milliseconds; the same as in the router. */
const hoverDelay = 50;

/** Maximum distance that the pointer moves during a click, in pixels. A longer movement is a drag. */
const dragDistance = 4;

/**
 * Returns the clicked link, or the link of the clicked row. Returns null for other interactive elements, which have
 * their own handlers, and outside the rows.
 */
function linkAt(target: EventTarget): HTMLAnchorElement | null {
  if (!(target instanceof Element)) return null;
  const pressed = target.closest('a, button, input, select, textarea');
  if (pressed) return pressed.closest('a');
  return target.closest('tbody tr')?.querySelector<HTMLAnchorElement>('a.row-link') ?? null;
}

function addressOf(link: HTMLAnchorElement | null): string | undefined {
  const to = link?.getAttribute('href');
  return to?.startsWith('/') ? to : undefined;
}

function hasSelected({ clientX, clientY, detail }: MouseEvent, from: { x: number; y: number }) {
  // `detail` is 0 for a click by keyboard, which selects no text.
  if (detail === 0) return false;
  const isFar = Math.hypot(clientX - from.x, clientY - from.y) > dragDistance;
  return isFar && getSelection()?.type === 'Range';
}
