import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { MouseEvent, PointerEvent, SyntheticEvent } from 'react';
import { fromList } from '../views/list-address.ts';

/**
 * Handlers around a list. A row opens wherever it is pressed, but its words can be selected: only its name is
 * a link, and a press that moved over words opens nothing. Links to forms are plain ones: each of the router's
 * own listens to every change of the address, and a list has hundreds. They are followed without loading the
 * panel again, and what they lead to is fetched as soon as the pointer or the focus comes near.
 */
export function useRowLinks() {
  const router = useRouter();
  const timer = useRef(0);
  const pressed = useRef({ x: 0, y: 0 });
  function lookAhead({ target }: SyntheticEvent) {
    clearTimeout(timer.current);
    const to = addressOf(linkAt(target));
    if (to) timer.current = window.setTimeout(() => void router.preloadRoute({ to }), rest);
  }
  function follow(event: MouseEvent) {
    const link = linkAt(event.target);
    if (link && hasSelected(event, pressed.current)) return event.preventDefault();
    const to = addressOf(link);
    if (!to) return;
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
    // Another tab, another window or a download: what the browser does with a link.
    if (!isPlain && link?.contains(event.target as Node)) return;
    event.preventDefault();
    if (isPlain) void router.navigate({ to, state: fromList });
    else if (button < 2) window.open(to, '_blank', 'noopener');
  }
  useEffect(function endWithThePage() {
    return () => clearTimeout(timer.current);
  }, []);
  return {
    onClick: follow,
    // The middle button.
    onAuxClick: follow,
    onPointerDown({ clientX, clientY }: PointerEvent) {
      pressed.current = { x: clientX, y: clientY };
    },
    onPointerOver: lookAhead,
    onTouchStart: lookAhead,
    onFocus: lookAhead,
  };
}

/** Milliseconds that a pointer stays on a link it means, as the router has it. */
const rest = 50;

/** Pixels that a hand moves the pointer while it means to press one place. */
const tremor = 4;

/** The link that was pressed, or that of the row: what else can be pressed in a row does something of its own. */
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
  // By the keyboard.
  if (detail === 0) return false;
  const isFar = Math.hypot(clientX - from.x, clientY - from.y) > tremor;
  return isFar && getSelection()?.type === 'Range';
}
