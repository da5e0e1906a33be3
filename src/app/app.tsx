import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { missingSettings } from '#data/config.ts';
import { subscribeToSession, useSession } from '#data/session.ts';
import { preloadPage } from '#features/auth/preload-page.ts';
import { SpinnerArea } from '#ui/spinner.tsx';
import { BrokenInstallation } from './broken-installation.tsx';
import { router } from './router.ts';
import './theme.ts';

export function App() {
  const session = useSession();
  useEffect(function guardAgainWhenTheSessionChanges() {
    return subscribeToSession(() => void router.invalidate());
  }, []);
  if (missingSettings().length > 0) return <BrokenInstallation />;
  // Guards need an answer, so no route is entered before the stored session has been looked at.
  if (session.status === 'loading') return <Waiting path={location.pathname} />;
  return <RouterProvider router={router} />;
}

/** A spinner where a page of the panel is about to be; nothing elsewhere, lest the sign-in page flash. */
function Waiting({ path }: { path: string }) {
  useEffect(
    function fetchThePageMeanwhile() {
      preloadPage(router, path);
    },
    [path],
  );
  const [, , foundRoute] = router.getMatchedRoutes(path);
  if (!foundRoute || foundRoute.options.staticData?.open) return null;
  return <SpinnerArea className="appear-late min-h-dvh" />;
}
