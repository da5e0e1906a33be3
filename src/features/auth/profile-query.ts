import { queryOptions } from '@tanstack/react-query';
import { checkSession } from '#data/authorized-fetch.ts';
import { rest } from '#data/rest-client.ts';
import { currentSession } from '#data/session.ts';
import { unwrap } from '#data/unwrap.ts';

/** The profile of the login with this id; null when it has none. Its role decides what the panel shows. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', 'current', userId],
    queryFn: () => readProfile(userId),
    staleTime: 60_000,
  });
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
