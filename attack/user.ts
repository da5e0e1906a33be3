import { decodeJwt } from 'jose';
import type { BackendProcess } from './backend-process.ts';
import { sendHttpRequest } from './send.ts';

/** A signed-in user. */
export type User = {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  sessionId: string;
  /** The session as JSON, as a browser stores it. */
  stored: string;
};

type TokenResponse = { access_token: string; refresh_token: string; user: { id: string } };

export async function signIn(
  { url, anonKey }: Pick<BackendProcess, 'url' | 'anonKey'>,
  email: string,
  password: string,
): Promise<User> {
  const { json, text, status } = await sendHttpRequest(
    url,
    'POST',
    '/auth/v1/token?grant_type=password',
    {
      headers: { apikey: anonKey },
      body: { email, password },
    },
  );
  if (status !== 200) throw new Error(`Sign-in as ${email}: ${text}`);
  const granted = json as TokenResponse; // the status is 200, so the body has these fields
  return {
    id: granted.user.id,
    email,
    token: granted.access_token,
    refreshToken: granted.refresh_token,
    sessionId: String(decodeJwt(granted.access_token)['session_id']),
    stored: text,
  };
}
