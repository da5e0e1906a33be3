import { createRootRoute, createRoute } from '@tanstack/react-router';
import { requireSession } from './guards.ts';
import { pagePart } from './page-part.tsx';
import { Root } from './root.tsx';

export const root = createRootRoute({ component: Root });

/** Around every page for who is signed in. */
export const panel = createRoute({
  getParentRoute: () => root,
  id: 'panel',
  beforeLoad: requireSession,
  component: pagePart(async () => (await import('./shell.tsx')).Shell),
});
