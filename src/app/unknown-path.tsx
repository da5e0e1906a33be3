import { Navigate } from '@tanstack/react-router';
import { useSession } from '#data/session.ts';

/** An address that does not exist leads home: the dashboard, or the sign-in page for a visitor. */
export function UnknownPath() {
  const session = useSession();
  return <Navigate to={session.status === 'signedIn' ? '/dashboard' : '/login'} replace />;
}
