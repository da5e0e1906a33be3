import { auth } from './auth-client.ts';
import { config } from './config.ts';

/**
 * `fetch` with the key of the installation and the current access token (refreshed first when it is
 * about to expire). Rejects when a due refresh fails: sent without a token, the request would be
 * answered as to a stranger, with empty lists. `send` stands in for the browser's own `fetch`.
 */
export async function authorizedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const { data, error } = await auth.getSession();
  if (error) throw error;
  const headers = new Headers(init?.headers);
  headers.set('apikey', config.publicKey);
  headers.set('Authorization', `Bearer ${data.session?.access_token ?? config.publicKey}`);
  const response = await send(input, { ...init, headers });
  // The platform says no: was the session ended elsewhere? Asking lets the auth client notice it.
  if (response.status === 401 || response.status === 403) void checkSession();
  return response;
}

/** Asks the platform whether the session still lives; if not, the auth client signs out. */
export async function checkSession(): Promise<void> {
  checking ??= auth.getUser().finally(() => (checking = undefined));
  await checking;
}

let checking: Promise<unknown> | undefined;
