import type { AnyRouter, ParsedLocation, RouterEvents } from '@tanstack/react-router';

/** What must not be lost when one page takes the place of another: how far one had scrolled, and the focus. */
export function keepPlaces(router: AnyRouter): void {
  keepScroll(router);
  router.subscribe('onBeforeRouteMount', letGoOfFocus);
  router.subscribe('onRendered', keepFocus);
}

/**
 * Back shows the rows that one left, also after a reload. The last pages only: the router's own restoration
 * keeps every page of a visit.
 */
function keepScroll(router: AnyRouter): void {
  const left = new Map(stored());
  let here: ParsedLocation | undefined;
  // Asked of a page that is being left, the browser first lays out anew whatever is to be: a reload waits for it.
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
  // The router itself begins at the top, before this.
  router.subscribe('onRendered', ({ toLocation }) => {
    here = toLocation;
    const top = left.get(keyOf(here));
    if (top) returning = scrollWhenHigh(top);
  });
  addEventListener('scroll', () => (scrolled = scrollY), { passive: true });
  // Whoever scrolls meanwhile is led nowhere.
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(event, stay, { passive: true });
  addEventListener('pagehide', () => {
    if (here) leave(here);
    store([...left]);
  });
}

/** The rows of a page may be on their way: it is scrolled at once, and again as it grows. */
function scrollWhenHigh(top: number): ResizeObserver {
  const growing = new ResizeObserver(() => {
    scrollTo({ top });
    if (Math.abs(scrollY - top) < 1) growing.disconnect();
  });
  growing.observe(document.body);
  scrollTo({ top });
  return growing;
}

/** Pages that can be gone back to: as many as browsers keep. */
const limit = 50;

/** Of this visit of the page: the same address may stand in the history many times. */
function keyOf({ state, href }: ParsedLocation): string {
  return state.key ?? href;
}

const name = 'vitrine:scrolled';

function stored(): [string, number][] {
  try {
    // Written by nobody else.
    return JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function store(left: [string, number][]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(left));
  } catch {
    // A browser that forbids storage begins at the top after a reload.
  }
}

/** With a page that is taken away the focus goes anyway; but then the browser first looks at the whole page anew. */
function letGoOfFocus({ pathChanged }: RouterEvents['onBeforeRouteMount']): void {
  const { activeElement } = document;
  if (pathChanged && activeElement instanceof HTMLElement && activeElement.closest('#conteudo *'))
    activeElement.blur();
}

/**
 * What led to a page ('Salvar', the link of a row) is often gone with the page before, and the focus
 * with it: Tab would begin at the top of the window again and a screen reader would lose its place.
 * Then the new page has it. A focus that lies on what stayed, such as the sidebar, is left there.
 */
function keepFocus({ fromLocation, pathChanged }: RouterEvents['onRendered']): void {
  const lost = document.activeElement === document.body;
  // The first page of a visit begins at the top: with the link past the navigation.
  if (fromLocation && pathChanged && lost)
    document.getElementById('conteudo')?.focus({ preventScroll: true });
}
