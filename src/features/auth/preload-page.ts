import type { AnyRouter } from '@tanstack/react-router';

/** Fetches the code of a page before it is entered; guards and data are left alone. */
export function preloadPage(router: AnyRouter, path: string) {
  const [routes] = router.getMatchedRoutes(path);
  for (const route of routes) void router.loadRouteChunk(route);
}
