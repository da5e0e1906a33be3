import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CommandRefusedError,
  removeFactors,
  readOrSetFactorRequirement,
} from '../../scripts/admin/logins.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';
import { waitForLock } from './testing/locks.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterEach(() => server.stop());

async function signedIn() {
  const client = createAuthClient(server);
  const { data } = await client.signInWithPassword(ana);
  return { client, token: data.session?.access_token ?? '', id: data.user?.id ?? '' };
}
type Client = Awaited<ReturnType<typeof signedIn>>['client'];

/** Returns the code of a time step: 0 is the current step, 1 the next one. A step takes 30 s. */
function codeOf(secret: string, step = 0) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + step * 30_000 });
}

async function enrol(client: Client, friendlyName = 'Celular') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp };
}

/**
 * Signs in and verifies a factor with the code of the previous step, so that the code of the current step is unused.
 */
async function withFactor() {
  const person = await signedIn();
  const factor = await enrol(person.client);
  const { error } = await person.client.mfa.challengeAndVerify({
    factorId: factor.factorId,
    code: codeOf(factor.secret, -1),
  });
  if (error) throw error;
  return { ...person, ...factor };
}

/**
 * Runs `work` with an open transaction on a separate connection. The transaction is rolled back unless `work` commits.
 */
async function duringTransaction(work: (tx: pg.Client) => Promise<void>) {
  const tx = new pg.Client(server.superuser);
  await tx.connect();
  try {
    await tx.query('begin');
    await work(tx);
  } finally {
    await tx.end();
  }
}

const levelOf = async (client: Client) => (await client.mfa.getAuthenticatorAssuranceLevel()).data;

async function read(client: Client) {
  const { data } = await client.getSession();
  const response = await fetch(`${server.url}/rest/v1/profiles?select=id`, {
    headers: { apikey: server.anonKey, authorization: `Bearer ${data.session?.access_token}` },
  });
  return response.status;
}

describe('enrolling', () => {
  it('returns a secret with its QR code; one of its codes verifies the factor and raises the session', async () => {
    const { client } = await signedIn();
    const { factorId, secret, totp } = await enrol(client);
    expect(totp.uri).toBe(
      `otpauth://totp/Vitrine:ana%40vitrine.exemplo?issuer=Vitrine&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect(await read(client)).toBe(200);

    const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });

    expect(error).toBeNull();
    expect(data?.user.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect(await levelOf(client)).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, friendly_name: 'Celular', factor_type: 'totp' },
    ]);
    expect(await read(client)).toBe(200);
    expect((await client.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
  });

  it('ends the other sessions and the earlier refresh tokens', async () => {
    const here = await signedIn();
    const elsewhere = await signedIn();
    const { data } = await here.client.getSession();
    const { factorId, secret } = await enrol(here.client);
    await here.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });

    expect((await elsewhere.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    const { body } = await sendRawAuthRequest(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: data.session?.refresh_token },
    });
    expect(body['error_code']).toBe('refresh_token_not_found');
  });

  it('refuses the same requests as GoTrue, with the same messages', async () => {
    const { client, token } = await signedIn();
    const { factorId } = await enrol(client);
    const post = async (path: string, body: unknown) => {
      const response = await sendRawAuthRequest(server, path, { method: 'POST', token, body });
      return [response.status, response.body['error_code']];
    };
    expect(await post('/factors', { factor_type: 'totp', friendly_name: 'Celular' })).toEqual([
      422,
      'mfa_factor_name_conflict',
    ]);
    expect(await post('/factors', { factor_type: 'phone' })).toEqual([
      422,
      'mfa_phone_enroll_not_enabled',
    ]);
    expect(await post('/factors', {})).toEqual([400, 'validation_failed']);
    expect(await post('/factors/nada/challenge', {})).toEqual([404, 'validation_failed']);
    expect(await post(`/factors/${crypto.randomUUID()}/challenge`, {})).toEqual([
      404,
      'mfa_factor_not_found',
    ]);
    expect(await post(`/factors/${factorId}/verify`, { challenge_id: 'x', code: '1' })).toEqual([
      400,
      'bad_json',
    ]);
    const challenge_id = crypto.randomUUID();
    expect(await post(`/factors/${factorId}/verify`, { challenge_id })).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await post(`/factors/${factorId}/verify`, { challenge_id, code: '123456' })).toEqual([
      422,
      'mfa_factor_not_found',
    ]);
    for (let count = 1; count < 10; count += 1) await enrol(client, `n.º ${count}`);
    await expect(enrol(client, 'a mais')).rejects.toMatchObject({
      code: 'too_many_enrolled_mfa_factors',
    });
  });

  it('refuses a name or an issuer that cannot be stored or rendered, and stores nothing', async () => {
    const { token } = await signedIn();
    for (const field of ['friendly_name', 'issuer']) {
      for (const value of ['a\0b', '\ud800', 'é'.repeat(300)]) {
        const body = { factor_type: 'totp', friendly_name: 'a', [field]: value };
        const response = await sendRawAuthRequest(server, '/factors', {
          method: 'POST',
          token,
          body,
        });
        expect([response.status, response.body['error_code']]).toEqual([400, 'validation_failed']);
      }
    }
    expect(await server.sql('select from auth.mfa_factors')).toEqual([]);
    // The longest name and the longest issuer are accepted, even with an e-mail of 251 characters.
    await server.sql(
      `update auth.users set email = repeat('+', 235) || '@vitrine.exemplo' where email = $1`,
      [ana.email],
    );
    const body = { factor_type: 'totp', friendly_name: '界'.repeat(255), issuer: '界'.repeat(64) };
    const response = await sendRawAuthRequest(server, '/factors', { method: 'POST', token, body });
    expect(response.status).toBe(200);
  });

  it('without the second factor is refused also while a concurrent request verifies the first one', async () => {
    const { client, token, id } = await signedIn();
    const { factorId } = await enrol(client);
    await duringTransaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [id]);
      const enrolling = sendRawAuthRequest(server, '/factors', {
        token,
        body: { factor_type: 'totp', friendly_name: 'Outro' },
      });
      await waitForLock(server);
      await tx.query(`update auth.mfa_factors set status = 'verified' where id = $1`, [factorId]);
      await tx.query('commit');
      expect((await enrolling).body).toMatchObject({ error_code: 'insufficient_aal' });
    });
  });

  it('waits for a concurrent verification of another factor', async () => {
    const { client, factorId, secret } = await withFactor();
    const { data } = await client.mfa.challenge({ factorId });
    await duringTransaction(async (tx) => {
      await tx.query('select from auth.users where email = $1 for update', [ana.email]);
      const verifying = client.mfa.verify({
        factorId,
        challengeId: data?.id ?? '',
        code: codeOf(secret),
      });
      await waitForLock(server);
      await tx.query('commit');
      expect((await verifying).error).toBeNull();
    });
  });

  it('does not change the factors of other users', async () => {
    const { factorId } = await withFactor();
    const bruno = createAuthClient(server);
    await bruno.signInWithPassword({ ...ana, email: 'bruno@vitrine.exemplo' });

    expect((await bruno.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
    expect((await bruno.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found');
  });
});

describe('a session without a verified second factor', () => {
  it('gets 403 if it ends while its code is verified', async () => {
    const { factorId, secret } = await withFactor();
    const { client, token } = await signedIn();
    const { data } = await client.mfa.challenge({ factorId });
    await duringTransaction(async (tx) => {
      await tx.query(`delete from auth.sessions where aal = 'aal1'`);
      const verifying = sendRawAuthRequest(server, `/factors/${factorId}/verify`, {
        token,
        body: { challenge_id: data?.id, code: codeOf(secret) },
      });
      await waitForLock(server);
      await tx.query('commit');
      const { status, body } = await verifying;
      expect([status, body['error_code']]).toEqual([403, 'session_not_found']);
    });
  });

  it('reads no data, sets no password, and neither adds nor removes a factor', async () => {
    const { factorId } = await withFactor();
    const { client } = await signedIn();

    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    expect(await read(client)).toBe(401);
    const change = await client.updateUser({ password: 'outra-senha-boa' });
    expect(change.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    await expect(enrol(client, 'outro')).rejects.toMatchObject({ code: 'insufficient_aal' });
    const removal = await client.mfa.unenroll({ factorId });
    expect(removal.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  });

  it('reads data again after a code, which works once', async () => {
    const { factorId, secret } = await withFactor();
    const [one, other] = [await signedIn(), await signedIn()];
    const code = codeOf(secret);

    expect((await one.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect(await read(one.client)).toBe(200);
    const again = await signedIn();
    const { error } = await again.client.mfa.challengeAndVerify({ factorId, code });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect((await other.client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('accepts only one of two equal codes that are sent at once', async () => {
    const { factorId, secret } = await withFactor();
    const people = [await signedIn(), await signedIn()];
    const ids = await Promise.all(
      people.map(async ({ client }) => (await client.mfa.challenge({ factorId })).data?.id ?? ''),
    );
    const code = codeOf(secret);
    const outcomes = await Promise.all(
      people.map(({ token }, index) =>
        sendRawAuthRequest(server, `/factors/${factorId}/verify`, {
          token,
          body: { challenge_id: ids[index], code },
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('has five attempts in 15 minutes; then the right code is refused too, and all sessions end', async () => {
    const { factorId, secret } = await withFactor();
    const { client, token } = await signedIn();
    for (let count = 0; count < 5; count += 1) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: '000000' });
      expect(error?.code).toBe('mfa_verification_failed');
    }

    const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });

    expect(error).toMatchObject({ status: 403, code: 'mfa_verification_rejected' });
    expect((await sendRawAuthRequest(server, '/user', { token })).status).toBe(403);
    await server.sql(`update private.wrong_codes set at = at - interval '16 minutes'`);
    const later = await signedIn();
    const code = codeOf(secret, 1);
    expect((await later.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  });

  it('gets 15 challenges a minute; each is valid for five minutes, one verification and one address', async () => {
    const { factorId, secret } = await withFactor();
    const { client } = await signedIn();
    const outcome = async (change: string) => {
      const { data } = await client.mfa.challenge({ factorId });
      await server.sql(`update auth.mfa_challenges set ${change} where id = $1`, [data?.id]);
      const challengeId = data?.id ?? '';
      return (await client.mfa.verify({ factorId, challengeId, code: codeOf(secret) })).error?.code;
    };
    expect(await outcome(`created_at = now() - interval '5 minutes'`)).toBe(
      'mfa_challenge_expired',
    );
    expect(await outcome('verified_at = now()')).toBe('mfa_ip_address_mismatch');
    expect(await outcome(`ip_address = '192.0.2.1'`)).toBe('mfa_ip_address_mismatch');
    for (let count = 0; count < 13; count += 1) await client.mfa.challenge({ factorId });
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    });
  });
});

describe('removing a factor', () => {
  it('ends the other sessions and lowers this one to aal1; then the password is enough', async () => {
    const { client, factorId, secret } = await withFactor();
    const elsewhere = await signedIn();
    await elsewhere.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });

    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();

    expect((await elsewhere.client.getUser()).error?.name).toBe('AuthSessionMissingError');
    await client.refreshSession();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect(await read((await signedIn()).client)).toBe(200);
  });

  it('is refused with a readable message while it is required and no other one is verified', async () => {
    const { client, factorId } = await withFactor();
    await readOrSetFactorRequirement(server.platform, server.superuser, 'administradores');

    const { error } = await client.mfa.unenroll({ factorId });

    expect(error).toMatchObject({
      status: 403,
      code: 'factor_required',
      message: expect.stringContaining('é obrigatória para você'),
    });
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
    expect(await read(client)).toBe(200);
    const other = await enrol(client, 'Tablet');
    expect((await client.mfa.unenroll({ factorId: other.factorId })).error).toBeNull();
    const { factorId: second, secret } = await enrol(client, 'Tablet');
    await client.mfa.challengeAndVerify({ factorId: second, code: codeOf(secret) });
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    expect(
      await server.sql(
        `select kind, actor_name, title from private.batches where kind like 'factor%' order by id`,
      ),
    ).toEqual([
      { kind: 'factor_on', actor_name: 'Ana Souza', title: null },
      { kind: 'factor_on', actor_name: 'Ana Souza', title: 'aplicativo' },
      { kind: 'factor_off', actor_name: 'Ana Souza', title: 'aplicativo' },
    ]);
  });

  it('of a lost phone runs on the server, ends all sessions and is listed in the activity', async () => {
    const { client, id } = await withFactor();

    expect(await removeFactors(server.platform, server.superuser, ana.email)).toBe(1);

    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(await read((await signedIn()).client)).toBe(200);
    expect(
      await server.sql(
        `select actor, record_id from private.batches where kind = 'factor_removed'`,
      ),
    ).toEqual([{ actor: null, record_id: id }]);
  });
});

describe('a factor that is required', () => {
  const refusal = async (client: Client) => {
    const { data } = await client.getSession();
    const response = await fetch(`${server.url}/rest/v1/factor_rule?select=id`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${data.session?.access_token}` },
    });
    return [response.status, await response.json()] as unknown;
  };

  it('is demanded at the next request; the session may enrol one and then continues', async () => {
    const { client } = await signedIn();
    await readOrSetFactorRequirement(server.platform, server.superuser, 'todos');

    expect(await refusal(client)).toEqual([
      401,
      expect.objectContaining({ code: 'PT401', hint: 'factor_required' }),
    ]);
    const { factorId, secret } = await enrol(client);
    expect(await read(client)).toBe(401);
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await read(client)).toBe(200);
  });

  it('can be turned off on the server, so that it never locks out the last Administrador', async () => {
    const { client } = await signedIn();
    expect(await readOrSetFactorRequirement(server.platform, server.superuser, 'todos')).toBe(
      'todos',
    );
    expect(await readOrSetFactorRequirement(server.platform, server.superuser)).toBe('todos');
    expect(await read(client)).toBe(401);
    await readOrSetFactorRequirement(server.platform, server.superuser, 'ninguem');
    expect(await read(client)).toBe(200);
    await expect(
      readOrSetFactorRequirement(server.platform, server.superuser, 'alguns'),
    ).rejects.toBeInstanceOf(CommandRefusedError);
    expect(
      await server.sql(
        `select actor, area from private.batches where area = 'factor_rule' order by id`,
      ),
    ).toEqual([
      { actor: null, area: 'factor_rule' },
      { actor: null, area: 'factor_rule' },
    ]);
  });
});

it('calls the hook that config.toml names', async () => {
  const config = await readFile(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  expect(config.split('[auth.hook.mfa_verification_attempt]')[1]?.split('\n[')[0]).toContain(
    'uri = "pg-functions://postgres/public/mfa_verification_attempt_hook"',
  );
});
