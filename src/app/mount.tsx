import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { missingSettings } from '#data/config.ts';
import { sessionKnown } from '#data/session.ts';
import { App } from './app.tsx';
import { fetchOnPress } from './press.ts';
import { router } from './router.ts';

/**
 * Draws the panel into this element, in one go: what stands there stays until session, code and guards of the
 * page are there.
 */
export async function mount(element: Element): Promise<void> {
  if (missingSettings().length === 0) {
    await sessionKnown();
    await router.load();
    fetchOnPress(router);
  }
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
