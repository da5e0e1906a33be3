import { AuthClient } from '@supabase/auth-js';
import { StorageClient } from '@supabase/storage-js';
import { STAFF_PASSWORD } from '../../testing/cluster.ts';
import type { TestServer } from '../../testing/server.ts';

export type SignedInUser = {
  id: string;
  token: string;
  headers: Record<string, string>;
  storage: StorageClient;
};

/** Signs in Ana (an Administrador) or Bruno (a Colaborador). Both are users of the template database `staff`. */
export async function signIn(server: TestServer, name: 'ana' | 'bruno'): Promise<SignedInUser> {
  const auth = new AuthClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.anonKey },
    persistSession: false,
    autoRefreshToken: false,
  });
  const email = `${name}@vitrine.exemplo`;
  const { data, error } = await auth.signInWithPassword({ email, password: STAFF_PASSWORD });
  if (error) throw error;
  return {
    id: data.user.id,
    token: data.session.access_token,
    ...clientOf(server, server.anonKey, data.session.access_token),
  };
}

export function createAnonymousClient(server: TestServer) {
  return clientOf(server, server.anonKey, server.anonKey).storage;
}

/** Returns a client with the service key, like a script on the server. The service key bypasses every policy. */
export function createServiceClient(server: TestServer) {
  return clientOf(server, server.serviceKey, server.serviceKey).storage;
}

function clientOf(server: TestServer, apikey: string, token: string) {
  const headers = { apikey, authorization: `Bearer ${token}` };
  return { headers, storage: new StorageClient(`${server.url}/storage/v1`, headers) };
}
