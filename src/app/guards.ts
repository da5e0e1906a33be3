import { redirect } from '@tanstack/react-router';
import type { ParsedLocation } from '@tanstack/react-router';
import { may } from '#data/may.ts';
import type { Command, TableName } from '#data/permissions.ts';
import { currentSession, signOut } from '#data/session.ts';
import { readRole } from '#features/auth/profile.queries.ts';
import { takeLeaving } from './leaving.ts';

/** Pages of the panel: whoever has no session is sent to the sign-in page. */
export function requireSession({ location }: { location: ParsedLocation }) {
  const { status } = currentSession();
  if (status === 'signedIn' || status === 'ended') return;
  throw redirect({ to: '/login', replace: true, state: { wanted: location.href } });
}

/** Pages for those who are not signed in. 'Sair' leads here too, and only here ends the session. */
export async function visitorsOnly({ location }: { location: ParsedLocation }) {
  if (currentSession().status !== 'signedIn') return;
  if (takeLeaving(location.state)) await signOut();
  else {
    // What was asked for before the sign-in is offered there, not opened.
    const { wanted } = location.state;
    throw redirect({ to: '/dashboard', replace: true, state: wanted ? { wanted } : {} });
  }
}

/**
 * Pages for whoever may do this by the permission table: everyone else is sent to the dashboard. The server
 * decides what is allowed.
 */
export function requirePermission(command: Command, table: TableName) {
  // What everybody on staff may do, nobody waits for: ProfileGate tells a login without a profile why.
  return () => (may(undefined, command, table) ? undefined : sendAwayUnless(command, table));
}

async function sendAwayUnless(command: Command, table: TableName) {
  const session = currentSession();
  if (session.status !== 'signedIn') return;
  const role = await readRole(session.userId).catch((cause: unknown) => {
    throw new UnknownRole(cause);
  });
  if (!may(role, command, table)) throw redirect({ to: '/dashboard', replace: true });
}

/** The profile could not be read: nobody is sent away for that, the error page asks again. */
export class UnknownRole extends Error {
  constructor(cause: unknown) {
    super('Erro ao carregar dados do perfil.', { cause });
    this.name = 'UnknownRole';
  }
}
