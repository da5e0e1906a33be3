import type { AnyRouter, ParsedLocation, RouterEvents } from '@tanstack/react-router';

/** Restores the scroll position of a page to which the user returns, and focuses a new page if no element has focus. */
export function manageScrollAndFocus(router: AnyRouter): void {
  restoreScroll(router);
  router.subscribe('onBeforeRouteMount', blurLeftPage);
  router.subscribe('onRendered', keepFocus);
}

/**
 * Restores the scroll position on Back, on Forward and after a reload. It stores the positions of the last `limit`
 * pages; the router's own restoration would store every page of a visit.
 */
function restoreScroll(router: AnyRouter): void {
  const left = new Map(stored());
  let here: ParsedLocation | undefined;
  // Track the position by events: reading it while a page unloads forces a layout, which delays a reload.
  let scrolled = 0;
  let returning: ResizeObserver | undefined;
  const stopRestoring = () => returning?.disconnect();
  function leave(page: ParsedLocation) {
    left.delete(keyOf(page));
    left.set(keyOf(page), scrolled);
    for (const key of left.keys()) if (left.size > limit) left.delete(key);
  }
  history.scrollRestoration = 'manual';
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    stopRestoring();
    if (fromLocation) leave(fromLocation);
  });
  // The router's own listener runs before this listener, and scrolls to the top or to the fragment of the URL.
  router.subscribe('onRendered', ({ toLocation }) => {
    here = toLocation;
    const top = left.get(keyOf(here));
    if (top) returning = scrollWhilePageGrows(top);
  });
  addEventListener('scroll', () => (scrolled = scrollY), { passive: true });
  // Stop the restoration when the user scrolls or presses a key.
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, stopRestoring, { passive: true });
  addEventListener('pagehide', () => {
    if (here) leave(here);
    store([...left]);
  });
}

/** Scrolls to `top` at once, and again while the page grows, because its rows have perhaps not loaded yet. */
function scrollWhilePageGrows(top: number): ResizeObserver {
  const growing = new ResizeObserver(() => {
    scrollTo({ top });
    if (Math.abs(scrollY - top) < 1) growing.disconnect();
  });
  growing.observe(document.body);
  scrollTo({ top });
  return growing;
}

/** The maximum number of pages whose scroll position is stored: the usual length of a browser's history. */
const limit = 50;

/** Returns the key of a history entry, not of its URL: the same URL can be in the history several times. */
function keyOf({ state, href }: ParsedLocation): string {
  return state.key ?? href;
}

const name = 'vitrine:scrolled';

function stored(): [string, number][] {
  try {
    // The cast is safe: only this file writes the entry.
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function store(left: [string, number][]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(left));
  } catch {
    // If the browser forbids storage, the page is at the top after a reload.
  }
}

/**
 * Blurs the focused element before its page unmounts. The browser would otherwise compute the layout of the complete
 * page before it removes a focused element.
 */
function blurLeftPage({ pathChanged }: RouterEvents['onBeforeRouteMount']): void {
  const { activeElement } = document;
  if (pathChanged && activeElement instanceof HTMLElement && activeElement.closest('#conteudo *'))
    activeElement.blur();
}

/**
 * Focuses the main area of a new page if the focused control was unmounted with the previous page ('Salvar', the link
 * of a row). Otherwise Tab would begin at the top of the window, and a screen reader would lose its place. The focus on
 * a permanent element, for example in the sidebar, stays there.
 */
function keepFocus({ fromLocation, pathChanged }: RouterEvents['onRendered']): void {
  const lost = document.activeElement === document.body;
  // Do not move the focus on the first page of a visit: Tab must begin with the link that skips the navigation.
  if (fromLocation && pathChanged && lost)
    document.getElementById('conteudo')?.focus({ preventScroll: true });
}
