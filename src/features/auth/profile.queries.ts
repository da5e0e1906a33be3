import { useQuery } from '@tanstack/react-query';
import { hasPermission } from '#data/has-permission.ts';
import type { Command, Role, TableName } from '#data/permissions.ts';
import { queryClient } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { profileQuery } from './own-profile.queries.ts';

export type { Profile } from './own-profile.queries.ts';

/** Returns the query result with the profile of the signed-in user. */
export function useProfile() {
  const session = useSession();
  const userId = 'userId' in session ? session.userId : '';
  return useQuery({ ...profileQuery(userId), enabled: userId !== '' });
}

/** Returns a function that checks a permission of the signed-in user: `may('create', 'banners')`. */
export function useMay(): (command: Command, table: TableName) => boolean {
  const role = useProfile().data?.role;
  return (command, table) => hasPermission(role, command, table);
}

/**
 * Reads the role of a user; undefined for a login without a profile.
 * @throws Error when the profile cannot be read: then the role is unknown
 */
export async function readRole(userId: string): Promise<Role | undefined> {
  const profile = await queryClient.ensureQueryData(profileQuery(userId));
  return profile?.role;
}
