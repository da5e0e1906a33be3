import type { AttackResponse } from './send.ts';
import type { AttackTarget } from './attack-target.ts';

type Attempt = { protocol: string; response: AttackResponse; isRefused: boolean };

/** Sends one request with the token through each protocol. `isRefused` tells whether the protocol refused the token. */
export async function sendTokenToEveryProtocol(
  { as }: Pick<AttackTarget, 'as'>,
  token: string,
  apikey?: string,
): Promise<Attempt[]> {
  const headers = { authorization: `Bearer ${token}`, ...(apikey !== undefined && { apikey }) };
  const rest = await as()('GET', '/rest/v1/profiles?select=email', { headers });
  const files = await as()('GET', '/storage/v1/bucket/avatars', { headers });
  const auth = await as()('GET', '/auth/v1/user', { headers });
  return [
    { protocol: 'rest', response: rest, isRefused: rest.status === 401 },
    { protocol: 'storage', response: files, isRefused: readBodyStatus(files) === '403' },
    { protocol: 'auth', response: auth, isRefused: auth.status === 401 || auth.status === 403 },
  ];
}

/**
 * Returns the field `statusCode` of the body of a storage response, as text. Storage sends the status of an error in
 * this field. If the body has no such field, the text is 'undefined'. Returns undefined for the JSON value null.
 */
export function readBodyStatus({ json }: AttackResponse) {
  const body = json as { statusCode?: unknown } | undefined; // the body can be any JSON
  return body === null ? undefined : String(body?.statusCode);
}
