import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { missingSettings } from '#data/config.ts';
import { subscribeToSession } from '#data/session.ts';
import { BrokenInstallation } from './broken-installation.tsx';
import { router } from './router.ts';
import './theme.ts';

export function App() {
  useEffect(function guardAgainWhenTheSessionChanges() {
    return subscribeToSession(() => void router.invalidate());
  }, []);
  if (missingSettings().length > 0) return <BrokenInstallation />;
  return <RouterProvider router={router} />;
}
