import { Outlet, useMatches } from '@tanstack/react-router';

/** Around every page: the window's title, which is also announced when the page changes. */
export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <>
      <title>{title ? `${title} · Vitrine` : 'Vitrine'}</title>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Outlet />
    </>
  );
}
