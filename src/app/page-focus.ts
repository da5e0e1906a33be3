import type { RouterEvents } from '@tanstack/react-router';

/**
 * What led to a page ('Salvar', the link of a row) is often gone with the page before, and the focus
 * with it: Tab would begin at the top of the window again and a screen reader would lose its place.
 * Then the new page has it. A focus that lies on what stayed, such as the sidebar, is left there.
 */
export function keepFocus({ fromLocation, pathChanged }: RouterEvents['onRendered']): void {
  const lost = document.activeElement === document.body;
  // The first page of a visit begins at the top: with the link past the navigation.
  if (fromLocation && pathChanged && lost)
    document.getElementById('conteudo')?.focus({ preventScroll: true });
}
