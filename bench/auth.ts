import { createRepeatedGetRequest, type Comparison, type ComparedServers } from './compare.ts';
import { PASSWORD_GRANT_BODY, PASSWORD_GRANT_PATH, getUnusedRefreshToken } from './recording.ts';

/**
 * Returns the comparisons of the backend's auth protocol with bench/bare-server.ts. The work of the bare server:
 * - GET /user: the backend's SQL
 * - sign-in: one bcrypt comparison (cost 10), no SQL
 * - refresh: two writes in one transaction
 */
export function createAuthComparisons({ backend, bare, headers }: ComparedServers): Comparison[] {
  const signIn = {
    url: `${backend}${PASSWORD_GRANT_PATH}`,
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: PASSWORD_GRANT_BODY,
  };
  let refreshed = 0;
  const refresh = () => ({
    url: `${backend}/auth/v1/token?grant_type=refresh_token`,
    method: 'POST' as const,
    headers: { apikey: headers.apikey ?? '', 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ refresh_token: getUnusedRefreshToken('b', refreshed++) })),
  });
  return [
    {
      name: 'auth: GET /user',
      floorName: 'the same SQL',
      ours: createRepeatedGetRequest(`${backend}/auth/v1/user`, headers),
      floor: createRepeatedGetRequest(`${bare}/user`),
    },
    {
      name: 'auth: password grant',
      floorName: 'one bcrypt comparison, no SQL',
      ours: () => signIn,
      floor: createRepeatedGetRequest(`${bare}/password`),
    },
    {
      name: 'auth: refresh grant',
      floorName: 'one token ended, its successor written, in one transaction',
      ours: refresh,
      floor: createRepeatedGetRequest(`${bare}/refresh`),
    },
  ];
}
