import { redirect } from '@tanstack/react-router';
import type { ParsedLocation } from '@tanstack/react-router';
import { currentSession, signOut } from '#data/session.ts';
import { takeLeaving } from './leaving.ts';

/** Pages of the panel: whoever has no session is sent to the sign-in page. */
export function requireSession() {
  const { status } = currentSession();
  if (status !== 'signedIn' && status !== 'ended') throw redirect({ to: '/login', replace: true });
}

/** Pages for those who are not signed in. 'Sair' leads here too, and only here ends the session. */
export async function visitorsOnly({ location }: { location: ParsedLocation }) {
  if (currentSession().status !== 'signedIn') return;
  if (takeLeaving(location.state)) await signOut();
  else throw redirect({ to: '/dashboard', replace: true });
}

/** Pages for administrators: everyone else is sent to the dashboard. The server decides what is allowed. */
export async function requireAdministrator() {
  const session = currentSession();
  if (session.status !== 'signedIn') return;
  // Imported late: the sign-in page has no use for the data layer.
  const { readRole } = await import('#features/auth/profile.queries.ts');
  const role = await readRole(session.userId);
  if (role !== 'Administrador') throw redirect({ to: '/dashboard', replace: true });
}
