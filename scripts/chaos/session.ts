import { readOrCreateSecrets } from '../../backend/secrets.ts';

export const ADMIN_SETTINGS = {
  ADMIN_EMAIL: 'ana@vitrine.exemplo',
  ADMIN_PASSWORD: 'senha-do-caos',
};

/** A signed-in user, and the id of a category for new products. The session survives restarts of the backend. */
export type ChaosSession = { url: string; headers: Record<string, string>; category: string };

export async function createChaosSession(url: string, dataDir: string): Promise<ChaosSession> {
  const { anonKey: apikey } = await readOrCreateSecrets(dataDir);
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: ADMIN_SETTINGS.ADMIN_EMAIL,
      password: ADMIN_SETTINGS.ADMIN_PASSWORD,
    }),
  });
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  // GoTrue's format, which the protocol tests check
  const { access_token: token } = (await response.json()) as { access_token: string };
  const headers = { apikey, authorization: `Bearer ${token}` };
  const created = await fetch(`${url}/rest/v1/categories`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({ name: `Do caos ${Date.now()}` }),
  });
  const [row] = (await created.json()) as { id: string }[]; // `Prefer: return=representation` returns the new row
  if (!row) throw new Error('no category for the products');
  return { url, headers, category: row.id };
}
