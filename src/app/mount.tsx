import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { missingSettings } from '#data/config.ts';
import { currentSession, sessionKnown, subscribeToSession } from '#data/session.ts';
import { takeIn } from './ahead.ts';
import type { Asked } from './first-page.ts';
import { router } from './router.ts';
import './theme.ts';

/**
 * Draws the panel into this element, in one go, with the answers to what was `asked` before: what stands there
 * stays until session, code and guards of the page are there.
 */
export async function mount(element: Element, asked: readonly Asked[]): Promise<void> {
  const missing = missingSettings();
  takeIn(asked);
  if (missing.length === 0) {
    await sessionKnown();
    await loadFirstPage();
    // For as long as the page is open, and from before the first drawing: it may find that the session has ended.
    subscribeToSession(() => void router.invalidate());
    fetchOnPress();
  }
  const goOn = typedBefore(element);
  createRoot(element).render(
    <StrictMode>
      {missing.length > 0 ? <BrokenInstallation missing={missing} /> : <App onDrawn={goOn} />}
    </StrictMode>,
  );
}

/** Once more where the session turns out to have ended: then the sign-in page is the first one. */
async function loadFirstPage(): Promise<void> {
  const { status } = currentSession();
  await router.load();
  if (currentSession().status !== status) await router.load();
}

/**
 * What was typed into the form that stood there before React drew (still-frame.tsx), where the focus was, and that
 * it was sent: the function that comes back goes on with it in the form that is there by then.
 */
function typedBefore(element: Element): () => void {
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
 * A press on a link of the panel begins to fetch what its click is going to show, about a tenth of a second
 * before it. What a hover has begun already is not asked for twice.
 */
function fetchOnPress(): void {
  addEventListener('pointerdown', ({ target, button }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]');
    if (!link || button !== 0) return;
    const { pathname, search } = new URL(link.href);
    void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) });
  });
}

function App({ onDrawn }: { onDrawn: () => void }) {
  // At once: the next key belongs behind what was typed.
  useLayoutEffect(onDrawn, [onDrawn]);
  return <RouterProvider router={router} />;
}

/** Whoever installed the panel sees what is missing instead of a page on which nothing works. */
function BrokenInstallation({ missing }: { missing: string[] }) {
  return (
    <main className="mx-auto max-w-lg px-6 py-24">
      <h1 className="text-xl font-semibold">Instalação incompleta</h1>
      <p className="mt-2 text-muted">
        A página foi servida sem a configuração do painel. Falta: {missing.join(', ')}.
      </p>
    </main>
  );
}
