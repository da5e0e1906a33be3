import { redirect } from '@tanstack/react-router';
import type { ParsedLocation } from '@tanstack/react-router';
import { hasPermission } from '#data/has-permission.ts';
import type { Command, TableName } from '#data/permissions.ts';
import { getCurrentSession, signOut } from '#data/session.ts';
import { readRole } from '#features/auth/profile.queries.ts';
import { consumeSignOut } from './sign-out-state.ts';

/** Redirects visitors without a session to the sign-in page. This is the guard of the panel's pages. */
export function requireSession({ location }: { location: ParsedLocation }) {
  const { status } = getCurrentSession();
  if (status === 'signedIn' || status === 'ended') return;
  throw redirect({ to: '/login', replace: true, state: { wanted: location.href } });
}

/**
 * Redirects signed-in users to the dashboard. This is the guard of the pages for visitors. 'Sair' navigates to /login
 * with `createSignOutState`: the guard then ends the session instead.
 */
export async function requireSignedOut({ location }: { location: ParsedLocation }) {
  if (getCurrentSession().status !== 'signedIn') return;
  if (consumeSignOut(location.state)) await signOut();
  else {
    // After a sign-in, open the dashboard. Its `RequestedPageLink` leads to the page that the user requested before.
    const { wanted } = location.state;
    throw redirect({ to: '/dashboard', replace: true, state: wanted ? { wanted } : {} });
  }
}

/**
 * Returns the guard of a page that requires a permission: the guard redirects users without it to the dashboard. The
 * server enforces the permission. `commands` are the commands that the page shows only to users with the permission.
 */
export function requirePermission(
  command: Command,
  table: TableName,
  commands: readonly Command[] = [],
) {
  return () => {
    // Wait for the user's role only if the roles differ. If only `commands` differ, wait too: a command that appeared
    // later would move the other controls. A guard that does not wait does not redirect a user without a profile, but
    // `ProfileGate` shows an error instead of the page.
    const isSameForAll = [command, ...commands].every((each) =>
      hasPermission(undefined, each, table),
    );
    return isSameForAll ? undefined : redirectUnless(command, table);
  };
}

async function redirectUnless(command: Command, table: TableName) {
  const session = getCurrentSession();
  if (session.status !== 'signedIn') return;
  const role = await readRole(session.userId).catch((cause: unknown) => {
    throw new RoleLoadError(cause);
  });
  if (!hasPermission(role, command, table)) throw redirect({ to: '/dashboard', replace: true });
}

/** Thrown when the profile could not be read. The guard then does not redirect, and the error page offers a retry. */
export class RoleLoadError extends Error {
  constructor(cause: unknown) {
    super('Erro ao carregar dados do perfil.', { cause });
    this.name = 'RoleLoadError';
  }
}
