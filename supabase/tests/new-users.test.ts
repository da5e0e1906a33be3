import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { BRUNO_ID, CAIO_ID } from './people.ts';

const EVA_ID = '00000000-0000-4000-8000-0000000000ea';

describe('sign-up', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterEach(() => db.sql('delete from private.announced_users'));
  afterAll(() => db.drop());

  /** Calls the hook as the platform does, with the role of its auth server. */
  async function hook(email: string, metadata: object = {}) {
    const client = await db.connect();
    await client.query('set role supabase_auth_admin');
    const { rows } = await client.query<{ result: object }>(
      'select public.before_user_created_hook($1) as result',
      [
        JSON.stringify({
          metadata: { name: 'before-user-created' },
          user: { email, user_metadata: metadata },
        }),
      ],
    );
    return rows[0]?.result;
  }

  const refusal = {
    error: { http_code: 403, message: 'Só um Administrador pode cadastrar usuários.' },
  };
  const announce = 'select public.announce_user($1) as announcement';
  /** Calls `announce_user` as Administrador. Returns the metadata with the code that the sign-up must send. */
  async function announceUser(email: string) {
    const [row] = await db.as('administrador', announce, [email]);
    return { announcement: row?.['announcement'] };
  }

  it('refuses an e-mail that no Administrador announced, whatever the browser sends [USER-29, ROLE-17]', async () => {
    expect(await hook('eva@vitrine.exemplo')).toEqual(refusal);
    expect(await hook('eva@vitrine.exemplo', { name: 'Eva', role: 'Administrador' })).toEqual(
      refusal,
    );
  });

  it('accepts an e-mail that an Administrador announced, and no other [USER-29]', async () => {
    const code = await announceUser(' Eva@Vitrine.exemplo ');
    expect(await hook('eva@vitrine.exemplo', code)).toEqual({});
    expect(await hook('EVA@vitrine.exemplo', code)).toEqual({});
    expect(await hook('eve@vitrine.exemplo', code)).toEqual(refusal);
  });

  it('refuses an announced e-mail without the code of the announcement [USER-29]', async () => {
    const old = await announceUser('eva@vitrine.exemplo');
    const code = await announceUser('eva@vitrine.exemplo');
    for (const guess of [
      {},
      old,
      { announcement: null },
      { announcement: '' },
      { announcement: [code] },
    ]) {
      expect(await hook('eva@vitrine.exemplo', guess)).toEqual(refusal);
    }
    expect(await hook('eva@vitrine.exemplo', code)).toEqual({});
  });

  it('refuses an announcement older than ten minutes [USER-29]', async () => {
    const code = await announceUser('eva@vitrine.exemplo');
    await db.sql(
      `update private.announced_users set announced_at = now() - interval '10 minutes 1 second'`,
    );
    expect(await hook('eva@vitrine.exemplo', code)).toEqual(refusal);
    expect(await hook('eva@vitrine.exemplo', await announceUser('eva@vitrine.exemplo'))).toEqual(
      {},
    );
  });

  it('accepts an announcement once: creating the login deletes it [USER-29]', async () => {
    const code = await announceUser('eva@vitrine.exemplo');
    await db.sql(`insert into auth.users (id, email) values ($1, 'Eva@vitrine.exemplo')`, [EVA_ID]);
    expect(await hook('eva@vitrine.exemplo', code)).toEqual(refusal);
    await db.sql('delete from auth.users where id = $1', [EVA_ID]);
  });

  it('stores the typed password for a login in creation, and not for an older one', async () => {
    const passwordAfter = async (age: string) => {
      await announceUser('eva@vitrine.exemplo');
      await db.sql(
        `insert into auth.users (id, email, encrypted_password) values ($1, 'eva@vitrine.exemplo', 'digitada')`,
        [EVA_ID],
      );
      await db.sql('update private.known_logins set known_since = now() - $1::interval', [age]);
      await db.as(
        'administrador',
        `insert into public.profiles (id, name, email) values ($1, 'Eva', 'eva@vitrine.exemplo')`,
        [EVA_ID],
      );
      const [row] = await db.sql('select encrypted_password from auth.users where id = $1', [
        EVA_ID,
      ]);
      await db.sql('delete from auth.users where id = $1', [EVA_ID]);
      return row?.['encrypted_password'];
    };
    expect(await passwordAfter('1 minute')).toBe('digitada');
    expect(await passwordAfter('11 minutes')).toBe('');
  });

  it.each(['anon', 'loginWithoutProfile', 'signedOutAdministrador', 'colaborador'] as const)(
    'does not let %s announce an e-mail or find logins [ROLE-16]',
    async (person) => {
      expect((await db.attempt(person, announce, ['eva@vitrine.exemplo'])).code).toBe('42501');
      expect(
        (
          await db.attempt(person, 'select public.login_without_profile($1)', [
            'caio@vitrine.exemplo',
          ])
        ).code,
      ).toBe('42501');
      expect((await db.attempt(person, 'select * from private.announced_users')).code).toBe(
        '42501',
      );
      expect((await db.attempt(person, `select public.before_user_created_hook('{}')`)).code).toBe(
        '42501',
      );
    },
  );

  it('finds the logins created by an announcement or without their profile, and no other [USER-29]', async () => {
    const find = async (email: string) =>
      (await db.as('administrador', 'select public.login_without_profile($1) as id', [email]))[0]?.[
        'id'
      ];
    expect(await find('caio@vitrine.exemplo')).toBeNull(); // a login that was never announced in this installation
    expect(await find('bruno@vitrine.exemplo')).toBeNull();
    expect(await find('ninguem@vitrine.exemplo')).toBeNull();

    await announceUser('eva@vitrine.exemplo');
    await db.sql(`insert into auth.users (id, email) values ($1, 'eva@vitrine.exemplo')`, [EVA_ID]);
    expect(await find(' EVA@vitrine.exemplo')).toBe(EVA_ID);
    await db.sql('delete from public.profiles where id = $1', [BRUNO_ID]);
    expect(await find('bruno@vitrine.exemplo')).toBe(BRUNO_ID);
  });
});

describe('first_administrador', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await db.sql(
      `set session_replication_role = replica; delete from public.profiles; set session_replication_role = origin`,
    );
  });
  afterAll(() => db.drop());

  const first = (email: string, role = 'service_role') =>
    db
      .sql(`begin; set local role ${role}; select public.first_administrador('${email}'); commit`)
      .catch(async (error: unknown) => {
        await db.sql('rollback');
        throw error;
      });

  it('cannot be called by the roles of the API', async () => {
    await expect(first('caio@vitrine.exemplo', 'anon')).rejects.toMatchObject({ code: '42501' });
    await expect(first('caio@vitrine.exemplo', 'authenticated')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('requires a login, makes it the first Administrador, and never a second one', async () => {
    await expect(first('ninguem@vitrine.exemplo')).rejects.toThrow('Não há login');
    await first('CAIO@vitrine.exemplo', 'postgres');
    expect(await db.sql('select id, name, role from public.profiles')).toEqual([
      { id: CAIO_ID, name: 'caio', role: 'Administrador' },
    ]);
    await expect(first('bruno@vitrine.exemplo')).rejects.toThrow('Já existe um Administrador');
    expect(await db.sql('select id from public.profiles where id = $1', [BRUNO_ID])).toEqual([]);
  });
});
