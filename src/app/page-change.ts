import type { AnyRouter, ParsedLocation, RouterEvents } from '@tanstack/react-router';

/** Preserves the scroll position and the focus across navigations. */
export function keepScrollAndFocus(router: AnyRouter): void {
  restoreScroll(router);
  router.subscribe('onBeforeRouteMount', blurLeftPage);
  router.subscribe('onRendered', keepFocus);
}

/**
 * Back restores the scroll position, also after a reload. Only for the last pages: the router's own restoration stores
 * every page of a visit.
 */
function restoreScroll(router: AnyRouter): void {
  const left = new Map(stored());
  let here: ParsedLocation | undefined;
  // Track the position by events: reading it while a page unloads forces a layout, which delays a reload.
  let scrolled = 0;
  let returning: ResizeObserver | undefined;
  const stay = () => returning?.disconnect();
  function leave(page: ParsedLocation) {
    left.delete(keyOf(page));
    left.set(keyOf(page), scrolled);
    for (const key of left.keys()) if (left.size > limit) left.delete(key);
  }
  history.scrollRestoration = 'manual';
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    stay();
    if (fromLocation) leave(fromLocation);
  });
  // When this event fires, the router has already scrolled to the top.
  router.subscribe('onRendered', ({ toLocation }) => {
    here = toLocation;
    const top = left.get(keyOf(here));
    if (top) returning = scrollWhilePageGrows(top);
  });
  addEventListener('scroll', () => (scrolled = scrollY), { passive: true });
  // Stop when the user scrolls: do not scroll them back.
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, stay, { passive: true });
  addEventListener('pagehide', () => {
    if (here) leave(here);
    store([...left]);
  });
}

/** Scrolls at once, and again while the page grows: its rows may be in flight. */
function scrollWhilePageGrows(top: number): ResizeObserver {
  const growing = new ResizeObserver(() => {
    scrollTo({ top });
    if (Math.abs(scrollY - top) < 1) growing.disconnect();
  });
  growing.observe(document.body);
  scrollTo({ top });
  return growing;
}

/** The number of pages whose scroll position is stored: as many as the history of a browser has. */
const limit = 50;

/** The key of one history entry: the same URL may be in the history several times. */
function keyOf({ state, href }: ParsedLocation): string {
  return state.key ?? href;
}

const name = 'vitrine:scrolled';

function stored(): [string, number][] {
  try {
    // Only this file writes the entry.
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function store(left: [string, number][]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(left));
  } catch {
    // If the browser forbids storage, a reload begins at the top.
  }
}

/**
 * Blurs the focused element before its page unmounts: otherwise the browser would compute the layout of the whole page
 * first.
 */
function blurLeftPage({ pathChanged }: RouterEvents['onBeforeRouteMount']): void {
  const { activeElement } = document;
  if (pathChanged && activeElement instanceof HTMLElement && activeElement.closest('#conteudo *'))
    activeElement.blur();
}

/**
 * The control that led to a page ('Salvar', the link of a row) is often unmounted with the previous page. Then Tab
 * would begin at the top of the window, and a screen reader would lose its place: focus the new page instead. A focus
 * on a permanent element, for example in the sidebar, stays.
 */
function keepFocus({ fromLocation, pathChanged }: RouterEvents['onRendered']): void {
  const lost = document.activeElement === document.body;
  // On the first page of a visit, Tab begins at the top, with the link that skips the navigation.
  if (fromLocation && pathChanged && lost)
    document.getElementById('conteudo')?.focus({ preventScroll: true });
}
