import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from '#data/config.ts';
import { listenToOtherTabs } from '#data/query-client.ts';
import { getCurrentSession, waitForSession, subscribeToSession } from '#data/session.ts';
import { seedQueries } from './seed-queries.ts';
import type { SentQuery } from './first-page.ts';
import { router } from './router.ts';
import './theme.ts';

/**
 * Renders the panel into `element`. The query client gets the responses to the requests in `sent`. The static content
 * of the element stays until the session is known, and the router has run the guards and loaded the first page.
 */
export async function renderPanel(element: Element, sent: readonly SentQuery[]): Promise<void> {
  const isComplete = config.publicKey !== '';
  seedQueries(sent);
  if (isComplete) {
    await waitForSession();
    await loadFirstPage();
    // Run the guards again after each change of the session. Subscribe before the first render, because its effects can
    // already change the session (`SessionEndedDialog`).
    subscribeToSession(() => void router.invalidate());
    prefetchOnPress();
    listenToOtherTabs();
  }
  const restoreTyped = readStaticForm(element);
  createRoot(element).render(
    <StrictMode>
      {isComplete ? <App onRendered={restoreTyped} /> : <BrokenInstallation />}
    </StrictMode>,
  );
}

/** Loads the first page. If the session changes meanwhile, loads it again: a guard can redirect to the sign-in page. */
async function loadFirstPage(): Promise<void> {
  const { status } = getCurrentSession();
  await router.load();
  if (getCurrentSession().status !== status) await router.load();
}

/**
 * Watches the focus in the static form (still-frame.tsx). The returned function copies the entered values, the focus
 * and an early submit of the static form to the form that React has rendered.
 */
function readStaticForm(element: Element): () => void {
  const still = element.querySelector('form');
  if (!still) return () => {};
  const nameOf = (field: unknown) => (field instanceof HTMLInputElement ? field.name : undefined);
  let focused = nameOf(document.activeElement);
  still.addEventListener('focusin', ({ target }) => (focused = nameOf(target)));
  return () => {
    const form = element.querySelector('form');
    for (const { name, value } of still.querySelectorAll('input')) {
      const field = form?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      if (name === focused) field.focus();
      if (value === '') continue;
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (still.dataset.sent !== undefined) form?.requestSubmit();
    delete still.dataset.sent;
  };
}

/**
 * Prefetches the page of a link when the main mouse button or a finger goes down on the link, about a tenth of a second
 * before the click. Code and data that hover has already prefetched are not requested again.
 */
function prefetchOnPress(): void {
  addEventListener('pointerdown', ({ target, button }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]');
    if (!link || button !== 0) return;
    const { pathname, search } = new URL(link.href);
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) });
  });
}

function App({ onRendered }: { onRendered: () => void }) {
  // Restore entered values in a layout effect: it runs before the next key press, whose character must follow the
  // restored text.
  useLayoutEffect(onRendered, [onRendered]);
  return <RouterProvider router={router} />;
}

/** Shows the missing setting of an incomplete installation, instead of a page that does not work. */
function BrokenInstallation() {
  return (
    <main className="mx-auto max-w-lg px-6 py-24">
      <h1 className="text-xl font-semibold">Instalação incompleta</h1>
      <p className="mt-2 text-muted">
        A página foi servida sem a configuração do painel. Falta: publicKey.
      </p>
    </main>
  );
}
