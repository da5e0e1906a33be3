import { get, type Comparison, type Servers } from './compare.ts';
import { PASSWORD_BODY, PASSWORD_GRANT } from './recording.ts';

/** Who am I, against the same SQL; and a sign-in, which is bcrypt's cost, against bcrypt alone. */
export function compareAuth({ backend, bare, headers }: Servers): Comparison[] {
  const signIn = {
    url: `${backend}${PASSWORD_GRANT}`,
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: PASSWORD_BODY,
  };
  return [
    {
      name: 'auth: GET /user',
      floorName: 'the same SQL',
      ours: get(`${backend}/auth/v1/user`, headers),
      floor: get(`${bare}/user`),
    },
    {
      name: 'auth: password grant',
      floorName: 'one bcrypt comparison, no SQL',
      ours: () => signIn,
      floor: get(`${bare}/password`),
    },
  ];
}
