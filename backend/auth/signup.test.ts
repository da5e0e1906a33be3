import { readFile } from 'node:fs/promises';
import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { BEFORE_USER_CREATED_HOOK_URI } from './before-user-created.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
/** The credentials of a new user for each test. The e-mail does not have a login yet. */
let carla: { email: string; password: string };
let newcomers = 0;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());
beforeEach(() => {
  newcomers += 1;
  carla = { email: `carla${newcomers}@vitrine.exemplo`, password: 'senha-da-carla' };
});

/**
 * Calls `announce_user`.
 * @returns the announcement code, which only the calling Administrador learns
 */
async function announce(token: string, email: string): Promise<unknown> {
  const response = await fetch(`${server.url}/rest/v1/rpc/announce_user`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email }),
  });
  return response.json();
}

/** Sends a POST request to /rest/v1; returns the status. */
async function post(path: string, token: string, body: object) {
  const response = await fetch(`${server.url}/rest/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return response.status;
}

/** Inserts an announced e-mail by SQL, which is faster than a call of `announce_user`. */
async function announceBySql(email: string) {
  await server.sql('insert into private.announced_users (email) values ($1)', [email]);
}

describe('signing a new user up', () => {
  it('sends e-mail, password, name and role, and returns a session [CALL-03]', async () => {
    await announceBySql(carla.email);

    const { data, error } = await createAuthClient(server).signUp({
      ...carla,
      options: { data: { name: 'Carla Dias', role: 'Colaborador' } },
    });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: carla.email,
      user_metadata: { name: 'Carla Dias', email_verified: true },
    });
    expect(data.user?.id).toBe(data.session?.user.id);
    expect(data.user?.identities).toHaveLength(1);
    expect((await createAuthClient(server).signInWithPassword(carla)).data.user?.id).toBe(
      data.user?.id,
    );
  });

  it('leaves the Administrador signed in when another client, which keeps no session, sends it [USER-29]', async () => {
    const panel = createAuthClient(server);
    await panel.signInWithPassword(ana);
    await announceBySql(carla.email);

    const passing = new AuthClient({
      url: `${server.url}/auth/v1`,
      headers: { apikey: server.anonKey },
      persistSession: false,
      autoRefreshToken: false,
    });
    await passing.signUp(carla);

    expect((await panel.getUser()).data.user?.email).toBe(ana.email);
  });

  it('grants no right that the browser requests: no profile, no role [ROLE-17] [USER-29]', async () => {
    await announceBySql(carla.email);
    const { body } = await sendRawAuthRequest(server, '/signup', {
      body: {
        ...carla,
        data: { role: 'Administrador' },
        role: 'service_role',
        app_metadata: { role: 'Administrador' },
        is_super_admin: true,
      },
    });

    const [login] = await server.sql(
      'select role, is_super_admin, raw_app_meta_data from auth.users where email = $1',
      [carla.email],
    );
    expect(login).toEqual({
      role: 'authenticated',
      is_super_admin: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    });
    const { data } = await createAuthClient(server).getClaims(String(body['access_token']));
    expect(data?.claims).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email' },
    });
    expect(
      await server.sql('select from public.profiles where email = $1', [carla.email]),
    ).toHaveLength(0);
  });
});

describe('a refused sign-up', () => {
  it('is refused to an anonymous client that guessed an announced e-mail without the code [USER-29]', async () => {
    const { data } = await createAuthClient(server).signInWithPassword(ana);
    await announce(data.session?.access_token ?? '', carla.email);

    for (const metadata of [undefined, { announcement: crypto.randomUUID() }]) {
      expect(
        (await sendRawAuthRequest(server, '/signup', { body: { ...carla, data: metadata } }))
          .status,
      ).toBe(403);
    }
  });

  it("refuses every e-mail that no Administrador announced, with the hook's message [USER-29]", async () => {
    const { data, error } = await createAuthClient(server).signUp(carla);

    expect(data).toMatchObject({ user: null, session: null });
    expect(error).toMatchObject({
      status: 403,
      message: 'Só um Administrador pode cadastrar usuários.',
    });
    expect(await server.sql('select from auth.users where email = $1', [carla.email])).toHaveLength(
      0,
    );
  });

  it('has the status and message of the hook and no code, as in GoTrue', async () => {
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    const older = await sendRawAuthRequest(server, '/signup', { body: carla });
    const newer = await sendRawAuthRequest(server, '/signup', { body: carla, headers });

    expect(older.body).toMatchObject({ code: 403, error_code: 'unknown' });
    expect(newer.body).toEqual({
      code: 'unknown',
      message: 'Só um Administrador pode cadastrar usuários.',
    });
  });

  it('does not reveal to anonymous clients which e-mails have a login', async () => {
    const known = await sendRawAuthRequest(server, '/signup', {
      body: { ...carla, email: ana.email },
    });
    const unknown = await sendRawAuthRequest(server, '/signup', { body: carla });

    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  it('reports that an announced e-mail already has a login', async () => {
    await announceBySql(ana.email);

    const { error } = await createAuthClient(server).signUp({
      ...carla,
      email: 'Ana@vitrine.exemplo',
    });

    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
    expect((await createAuthClient(server).signInWithPassword(ana)).error).toBeNull();
  });

  it('creates one login when it is sent twice at once', async () => {
    await announceBySql(carla.email);

    const responses = await Promise.all(
      [carla, carla, carla].map((body) => sendRawAuthRequest(server, '/signup', { body })),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    // One sign-up succeeds and consumes the announcement, so a later sign-up gets 403. A simultaneous sign-up gets 422,
    // because the e-mail is taken.
    expect(responses.filter(({ status }) => status === 403 || status === 422)).toHaveLength(2);
    expect(await server.sql('select from auth.users where email = $1', [carla.email])).toHaveLength(
      1,
    );
  });

  it.each([
    ['no password', { password: undefined }, 400, 'validation_failed'],
    ['a short password', { password: 'sete-77' }, 422, 'weak_password'],
    ['no e-mail', { email: undefined }, 422, 'anonymous_provider_disabled'],
    ['no real e-mail', { email: 'carla' }, 400, 'validation_failed'],
    [
      'two lines in the e-mail',
      { email: 'carla@vitrine.exemplo\r\nBcc: x@y.z' },
      400,
      'validation_failed',
    ],
    ['an e-mail without end', { email: `${'a'.repeat(250)}@b.com` }, 400, 'validation_failed'],
    ['a phone', { email: '', phone: '+5511912345678' }, 400, 'phone_provider_disabled'],
    ['data that cannot be stored', { data: { name: 'a\0b' } }, 400, 'bad_json'],
  ])('has its own error code for %s', async (_, oddity, status, code) => {
    await announceBySql(carla.email);
    const response = await sendRawAuthRequest(server, '/signup', { body: { ...carla, ...oddity } });

    expect([response.status, response.body['error_code']]).toEqual([status, code]);
  });
});

describe('all steps of creating a user', () => {
  const tokenOf = async (email: string) =>
    (await createAuthClient(server).signInWithPassword({ ...ana, email })).data.session
      ?.access_token ?? '';

  it('are allowed to an Administrador, and the profile has the id of the login [USER-28] [USER-29]', async () => {
    const token = await tokenOf(ana.email);

    const announcement = await announce(token, carla.email);
    const { data } = await createAuthClient(server).signUp({
      ...carla,
      options: { data: { announcement } },
    });
    const profile = {
      id: data.user?.id,
      name: 'Carla Dias',
      email: carla.email,
      role: 'Colaborador',
    };

    expect(await post('/profiles', token, profile)).toBe(201);
    const [row] = await server.sql(
      'select id, name, email, role from public.profiles where email = $1',
      [carla.email],
    );
    expect(row).toEqual(profile);
  });

  it('are each refused to a Colaborador [USER-29]', async () => {
    const token = await tokenOf('bruno@vitrine.exemplo');

    expect(await post('/rpc/announce_user', token, { email: carla.email })).toBe(403);
    expect((await sendRawAuthRequest(server, '/signup', { body: carla })).status).toBe(403);
    expect(
      await post('/profiles', token, {
        id: crypto.randomUUID(),
        name: 'C',
        email: carla.email,
        role: 'Administrador',
      }),
    ).toBe(403);
  });
});

describe('the hook', () => {
  it('is the function that config.toml names', async () => {
    const config = await readFile(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
    const section = config.split('[auth.hook.before_user_created]')[1]?.split('\n[')[0];

    expect(section).toContain('enabled = true');
    expect(section).toContain(`uri = "${BEFORE_USER_CREATED_HOOK_URI}"`);
    expect(config).toContain('enable_confirmations = false');
    expect(config).toContain('minimum_password_length = 8');
  });

  it("passes the platform's event to the hook", async () => {
    await server.sql('create table public.heard (event jsonb)');
    await server.sql(`create or replace function public.before_user_created_hook(event jsonb) returns jsonb
      language sql security definer as $$ insert into public.heard values (event) returning '{}'::jsonb $$`);

    await sendRawAuthRequest(server, '/signup', { body: { ...carla, data: { name: 'Carla' } } });

    const [row] = await server.sql<{ event: object }>('select event from public.heard');
    expect(row?.event).toMatchObject({
      metadata: {
        name: 'before-user-created',
        ip_address: '127.0.0.1',
        uuid: expect.any(String),
        time: expect.any(String),
      },
      user: {
        email: carla.email,
        phone: '',
        aud: 'authenticated',
        role: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { name: 'Carla' },
        identities: [],
        is_anonymous: false,
      },
    });
  });

  it('leads to a general message when it fails', async () => {
    await server.sql(`create or replace function public.before_user_created_hook(event jsonb) returns jsonb
      language plpgsql as $$ begin raise exception 'segredo interno'; end $$`);

    const { status, body } = await sendRawAuthRequest(server, '/signup', { body: carla });

    expect([status, body['error_code']]).toEqual([500, 'unexpected_failure']);
    expect(JSON.stringify(body)).not.toContain('segredo');
  });
});
