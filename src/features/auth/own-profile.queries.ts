import { queryOptions } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';

/**
 * Returns the query for the profile of a login; null without a profile. The role of the profile decides what the panel
 * shows.
 */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', 'current', userId],
    queryFn: () => readProfile(userId),
    staleTime: 60_000,
  });
}

export type Profile = NonNullable<Awaited<ReturnType<typeof readProfile>>>;

async function readProfile(userId: string) {
  return unwrap(
    rest
      .from('profiles')
      .select('id, name, email, company, avatar_url, role, phone')
      .eq('id', userId)
      .maybeSingle(),
  );
}
