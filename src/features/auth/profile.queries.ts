import { queryOptions, useQuery } from '@tanstack/react-query';
import { checkSession } from '#data/authorized-fetch.ts';
import { may } from '#data/may.ts';
import type { Command, Role, TableName } from '#data/permissions.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { currentSession, useSession } from '#data/session.ts';
import { unwrap } from '#data/unwrap.ts';

/** The profile of the login with this id; null when it has none. Its role decides what the panel shows. */
function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', 'current', userId],
    queryFn: () => readProfile(userId),
    staleTime: 60_000,
  });
}

/** The signed-in person's own profile. */
export function useProfile() {
  const session = useSession();
  const userId = 'userId' in session ? session.userId : '';
  return useQuery({ ...profileQuery(userId), enabled: userId !== '' });
}

/** For asking what to offer to the signed-in person, by the permission table: `may('create', 'banners')`. */
export function useMay(): (command: Command, table: TableName) => boolean {
  const role = useProfile().data?.role;
  return (command, table) => may(role, command, table);
}

/**
 * The role; undefined for a login without a profile.
 * @throws Error when the profile can't be read: that is no answer
 */
export async function readRole(userId: string): Promise<Role | undefined> {
  const profile = await queryClient.ensureQueryData(profileQuery(userId));
  return profile?.role;
}

export type Profile = NonNullable<Awaited<ReturnType<typeof readProfile>>>;

async function readProfile(userId: string) {
  const profile = await unwrap(
    rest
      .from('profiles')
      .select('id, name, email, company, avatar_url, role, phone')
      .eq('id', userId)
      .maybeSingle(),
  );
  if (profile) return profile;
  // A session that was ended elsewhere sees no rows either: only the platform can tell the two apart,
  // and 'no profile' would close the form that is being filled.
  await checkSession();
  if (currentSession().status !== 'signedIn') throw new Error('The session has ended');
  return null;
}
