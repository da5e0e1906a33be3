import { createRootRoute, createRoute, Outlet, useMatches } from '@tanstack/react-router';
import { usePageSubject } from '#ui/page-subject.ts';
import { requireSession } from './guards.ts';
import { createLazyPage } from './lazy-page.tsx';

export const rootRoute = createRootRoute({ component: Root });

/** The layout route of every page for signed-in users. */
export const panelRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'panel',
  beforeLoad: requireSession,
  component: createLazyPage(async () => (await import('./shell.tsx')).Shell),
});

/** The root of every page. It sets the window's title, and screen readers read the title after a navigation. */
function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const named = [usePageSubject(), title].filter(Boolean).join(' · ');
  return (
    <>
      <title>{named ? `${named} · Vitrine` : 'Vitrine'}</title>
      <p aria-live="polite" className="sr-only">
        {named}
      </p>
      <Outlet />
    </>
  );
}
