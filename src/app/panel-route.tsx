import { createRootRoute, createRoute, Outlet, useMatches } from '@tanstack/react-router';
import { usePageName } from '#ui/page-name.ts';
import { requireSession } from './guards.ts';
import { lazyPage } from './page-part.tsx';

export const root = createRootRoute({ component: Root });

/** The layout route of every page for signed-in users. */
export const panel = createRoute({
  getParentRoute: () => root,
  id: 'panel',
  beforeLoad: requireSession,
  component: lazyPage(async () => (await import('./shell.tsx')).Shell),
});

/** The root of every page. It sets the window's title, and screen readers read the title after a navigation. */
function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const named = [usePageName(), title].filter(Boolean).join(' · ');
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
