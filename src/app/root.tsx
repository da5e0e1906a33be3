import { Outlet, useMatches } from '@tanstack/react-router';
import { usePageName } from '#ui/page-name.ts';

/** Around every page: the window's title, which is also announced when the page changes. */
export function Root() {
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
