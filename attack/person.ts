import { decodeJwt } from 'jose';
import type { BackendProcess } from './backend-process.ts';
import { send } from './send.ts';

/** Somebody with a session. */
export type Person = {
  id: string;
  email: string;
  token: string;
  refreshToken: string;
  sessionId: string;
  /** What a browser keeps of it. */
  stored: string;
};

type Granted = { access_token: string; refresh_token: string; user: { id: string } };

export async function signIn(
  { url, anonKey }: Pick<BackendProcess, 'url' | 'anonKey'>,
  email: string,
  password: string,
): Promise<Person> {
  const { json, text, status } = await send(url, 'POST', '/auth/v1/token?grant_type=password', {
    headers: { apikey: anonKey },
    body: { email, password },
  });
  if (status !== 200) throw new Error(`Sign-in as ${email}: ${text}`);
  const granted = json as Granted; // what auth answers with status 200
  return {
    id: granted.user.id,
    email,
    token: granted.access_token,
    refreshToken: granted.refresh_token,
    sessionId: String(decodeJwt(granted.access_token)['session_id']),
    stored: text,
  };
}
