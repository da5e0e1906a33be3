import { AuthClient } from '@supabase/auth-js';
import type { TestServer } from '../../testing/server.ts';

/** Creates an official auth client with its own in-memory storage, like a separate browser. */
export function createAuthClient(
  server: Pick<TestServer, 'url' | 'anonKey'>,
  fetcher?: typeof globalThis.fetch,
) {
  return new AuthClient({
    ...(fetcher ? { fetch: fetcher } : {}),
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.anonKey },
    storage: inMemory(),
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
  });
}

function inMemory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

type Call = {
  method?: string;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};
type AuthResponse = { status: number; headers: Headers; body: Record<string, unknown> };

/** Sends a request that the official client cannot send: with any path, body and header. Redirects are not followed. */
export async function sendRawAuthRequest(
  server: Pick<TestServer, 'url' | 'anonKey'>,
  path: string,
  { method, token, body, headers }: Call = {},
): Promise<AuthResponse> {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: server.anonKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  // Every body of this protocol is a JSON object, or empty.
  const parsed = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body: parsed };
}
