import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STAFF_PASSWORD } from '../testing/cluster.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const ANA = 'ana@vitrine.exemplo';
const BRUNO = 'bruno@vitrine.exemplo';
const NEW_PASSWORD = 'outra-senha-de-teste';

/** A signed-in browser. Its token is valid for an hour, even if a different device ends its session. */
type Device = { auth: InstanceType<typeof AuthClient>; rest: PostgrestClient; id: string };

let server: TestServer;
let here: Device;
let elsewhere: Device;
let administrador: Device;
beforeAll(async () => {
  server = await startTestServer({
    seed: 'staff',
    env: { FAILED_ATTEMPTS_PER_ACCOUNT: '1000', FAILED_ATTEMPTS_PER_ADDRESS: '1000' },
  });
  await server.sql(`insert into storage.objects (bucket_id, name) values ('logos', 'a.png')`);
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  [here, elsewhere, administrador] = await Promise.all([signIn(BRUNO), signIn(BRUNO), signIn(ANA)]);
  if (!(await rightsOf(elsewhere))) throw new Error('There are no rights to lose.');
});

async function signIn(email: string, password = STAFF_PASSWORD): Promise<Device> {
  const headers = { apikey: server.anonKey };
  const auth = new AuthClient({
    url: `${server.url}/auth/v1`,
    headers,
    persistSession: false,
    autoRefreshToken: false,
  });
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  const authorization = `Bearer ${data.session.access_token}`;
  const rest = new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { ...headers, authorization },
  });
  return { auth, rest, id: data.user.id };
}

/**
 * Returns whether a device can read and write as staff. If not, expects the error of an ended session (`PT401`), not
 * the error of a missing permission.
 */
async function rightsOf({ rest }: Device) {
  const name = `Categoria ${Math.random()}`;
  const responses = [
    await rest.from('plans').select('id'),
    await rest.from('categories').insert({ name }).select('id'),
    await rest.rpc('unused_files', { urls: ['/storage/v1/object/public/logos/a.png'] }),
  ];
  const outcomes = responses.map(({ status, error }) => (error ? `${status} ${error.code}` : 'OK'));
  expect(new Set(outcomes).size, outcomes.join()).toBe(1);
  if (outcomes[0] !== 'OK') expect(outcomes[0]).toBe('401 PT401');
  return outcomes[0] === 'OK';
}

describe('the next request of another device', () => {
  it('has no rights after a sign-out everywhere [ROLE-18]', async () => {
    await here.auth.signOut({ scope: 'global' });
    expect(await rightsOf(here)).toBe(false);
    expect(await rightsOf(elsewhere)).toBe(false);
    expect(await rightsOf(administrador)).toBe(true);
  });

  it('keeps its rights after a sign-out of one other device', async () => {
    await here.auth.signOut({ scope: 'local' });
    expect(await rightsOf(here)).toBe(false);
    expect(await rightsOf(elsewhere)).toBe(true);
  });

  it('has no rights after a sign-out with the scope others', async () => {
    await here.auth.signOut({ scope: 'others' });
    expect(await rightsOf(here)).toBe(true);
    expect(await rightsOf(elsewhere)).toBe(false);
  });

  it('has no rights after a change of the password', async () => {
    const { error } = await here.auth.updateUser({ password: NEW_PASSWORD });
    expect(error).toBeNull();
    expect(await rightsOf(elsewhere)).toBe(false);
    expect(await rightsOf(here)).toBe(true);
    await here.auth.updateUser({ password: STAFF_PASSWORD });
  });

  it('has the rights of the new role after a change of role', async () => {
    const makeBanner = async () => {
      const { error } = await elsewhere.rest.from('banners').insert({ titulo: 'Verão' });
      return error === null;
    };
    const setRole = async (role: string) => {
      const change = administrador.rest.from('profiles').update({ role }).eq('id', here.id);
      expect((await change.select('role')).data).toEqual([{ role }]);
    };
    expect(await makeBanner()).toBe(false);
    await setRole('Administrador');
    expect(await makeBanner()).toBe(true);
    await setRole('Colaborador');
    expect(await makeBanner()).toBe(false);
    expect((await elsewhere.rest.from('banners').select('id')).data).toEqual([]);
  });

  it('has no rights after the profile is deleted, nor with a new one before a sign-in by a recovery mail', async () => {
    const { data } = await administrador.rest
      .from('profiles')
      .delete()
      .eq('id', here.id)
      .select('id,name,email');
    const [profile = expect.unreachable('no profile was deleted')] = data ?? [];
    expect(await rightsOf(elsewhere)).toBe(false);
    await administrador.rest.from('profiles').insert(profile);
    expect(await rightsOf(elsewhere)).toBe(false);
    await expect(signIn(BRUNO)).rejects.toThrow('Invalid login credentials');
    await server.sql(
      `update auth.users set encrypted_password =
        (select encrypted_password from auth.users where email = $1) where email = $2`,
      [ANA, BRUNO],
    );
    expect(await rightsOf(await signIn(BRUNO))).toBe(true);
  });

  it('has no rights after the expiry of its session', async () => {
    await server.sql(
      `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
      [here.id],
    );
    expect(await rightsOf(elsewhere)).toBe(false);
    expect(await rightsOf(administrador)).toBe(true);
  });
});

it('does not reveal to an ended session which rows exist', async () => {
  await server.sql(`insert into categories (name) values ('Existe')`);
  await here.auth.signOut({ scope: 'global' });
  for (const name of ['Existe', 'Não existe']) {
    const { status, error } = await elsewhere.rest.from('categories').select('id').eq('name', name);
    expect([status, error?.code]).toEqual([401, 'PT401']);
    const gone = await elsewhere.rest.from('categories').delete().eq('name', name);
    expect([gone.status, gone.error?.code]).toEqual([401, 'PT401']);
  }
  expect(await server.sql(`select from categories where name = 'Existe'`)).toHaveLength(1);
});
