import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, CAIO_ID, TEST_CALLERS, type TestCaller } from './people.ts';

describe('profiles', () => {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await openTestDatabase();
  });
  afterEach(() => db.drop());

  const demote = `update public.profiles set role = 'Colaborador' where id = $1 returning id`;
  const remove = `delete from public.profiles where id = $1 returning id`;

  it('stores every field of the specification, with the id of the login [USER-27]', async () => {
    const rows = await db.as(
      'administrador',
      `insert into public.profiles (id, name, email, company, phone, role, avatar_url)
       values ($1, 'Caio', 'CAIO@vitrine.exemplo', 'Loja', '11999990000', 'Colaborador', 'https://exemplo.com/c.png')
       returning id, email, role`,
      [CAIO_ID],
    );
    expect(rows).toEqual([{ id: CAIO_ID, email: 'caio@vitrine.exemplo', role: 'Colaborador' }]);
  });

  it('makes a new user a Colaborador [USER-25]', async () => {
    const rows = await db.as(
      'administrador',
      `insert into public.profiles (id, name, email) values ($1, 'Caio', 'caio@vitrine.exemplo') returning role`,
      [CAIO_ID],
    );
    expect(rows).toEqual([{ role: 'Colaborador' }]);
  });

  it.each(['name', 'email', 'role'])(
    'refuses a profile without %s [USER-17, USER-18, USER-19]',
    async (column) => {
      const values: Record<string, string | null> = {
        name: 'Caio',
        email: 'caio@vitrine.exemplo',
        role: 'Colaborador',
        [column]: null,
      };
      const { code } = await db.attempt(
        'administrador',
        'insert into public.profiles (id, name, email, role) values ($1, $2, $3, $4)',
        [CAIO_ID, values['name'], column === 'email' ? '' : values['email'], values['role']],
      );
      expect(code).toBe(column === 'email' ? 'P0001' : '23502');
    },
  );

  it('accepts two roles only [ROLE-01]', async () => {
    const insert = `insert into public.profiles (id, name, email, role) values ($1, 'Caio', 'caio@vitrine.exemplo', 'Gerente')`;
    expect((await db.attempt('administrador', insert, [CAIO_ID])).code).toBe('23514');
  });

  it('refuses an id that is not a login, and an e-mail that is not that of the login [ROLE-03]', async () => {
    const insert = `insert into public.profiles (id, name, email) values ($1, 'X', $2)`;
    const unknown = '00000000-0000-4000-8000-0000000000ee';
    expect((await db.attempt('administrador', insert, [unknown, 'x@y.z'])).code).toBe('23503');
    expect(
      (await db.attempt('administrador', insert, [CAIO_ID, 'outro@vitrine.exemplo'])).code,
    ).toBe('P0001');
  });

  it('changes the e-mail of a profile only with its login, even as a superuser [USER-23]', async () => {
    await expect(db.sql(`update public.profiles set email = 'x@y.z'`)).rejects.toThrow(
      'O e-mail de um perfil não pode ser alterado.',
    );
    const own = `update public.profiles set email = 'x@y.z' where id = $1`;
    expect((await db.attempt('colaborador', own, [BRUNO_ID])).code).toBe('42501');
    await db.sql(`update auth.users set email = 'bruno@novo.exemplo' where id = $1`, [BRUNO_ID]);
    expect(await db.sql('select email from public.profiles where id = $1', [BRUNO_ID])).toEqual([
      { email: 'bruno@novo.exemplo' },
    ]);
  });

  it('reveals the e-mails of logins to an Administrador only', async () => {
    const insert = `insert into public.profiles (id, name, email) values ($1, 'Caio', $2)`;
    const insertAs = (person: TestCaller, email: string) =>
      db.attempt(person, insert, [CAIO_ID, email]);
    for (const person of [
      'colaborador',
      'loginWithoutProfile',
      'signedOutAdministrador',
    ] as const) {
      expect((await insertAs(person, 'caio@vitrine.exemplo')).code).toBe('42501');
      expect((await insertAs(person, 'outro@vitrine.exemplo')).code).toBe('42501');
    }
    expect((await insertAs('administrador', 'outro@vitrine.exemplo')).code).toBe('P0001');
  });

  it('refuses texts that are too long, naming the column', async () => {
    for (const column of ['name', 'company', 'phone', 'avatar_url']) {
      const value = `https://exemplo.com/${'a'.repeat(3_000)}`;
      const update = `update public.profiles set ${column} = $2 where id = $1`;
      expect((await db.attempt('colaborador', update, [BRUNO_ID, value])).code).toBe('23514');
    }
    const announce = 'select public.announce_user($1)';
    const email = `${'a'.repeat(20_000)}@vitrine.exemplo`;
    expect((await db.attempt('administrador', announce, [email])).code).toBe('P0001');
  });

  it('does not let users change their own role [ROLE-17, USER-36]', async () => {
    await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [BRUNO_ID]);
    await expect(db.as('administrador', demote, [ANA_ID])).rejects.toThrow(
      'Você não pode alterar o seu próprio cargo.',
    );
    expect(await db.as('administrador', demote, [BRUNO_ID])).toHaveLength(1);
  });

  it('does not let the last Administrador be demoted or deleted, by any caller [USER-36]', async () => {
    const message = 'O último Administrador não pode ser excluído nem rebaixado.';
    await expect(db.sql(remove, [ANA_ID])).rejects.toThrow(message);
    await expect(db.sql(demote, [ANA_ID])).rejects.toThrow(message);
    await expect(db.sql('delete from public.profiles')).rejects.toThrow(message);
    await expect(db.sql('delete from auth.users where id = $1', [ANA_ID])).rejects.toThrow(message);
    expect(await db.sql(`select id from public.profiles where role = 'Administrador'`)).toEqual([
      { id: ANA_ID },
    ]);
  });

  it('lets an Administrador be deleted while another one exists', async () => {
    await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [BRUNO_ID]);
    expect(await db.as('administrador', remove, [BRUNO_ID])).toEqual([{ id: BRUNO_ID }]);
  });

  it('does not let users delete their own profile, even if there is another Administrador', async () => {
    await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [BRUNO_ID]);
    await expect(db.as('administrador', remove, [ANA_ID])).rejects.toThrow(
      'Você não pode excluir o seu próprio perfil.',
    );
    await db.sql(`update public.profiles set role = 'Colaborador' where id = $1`, [BRUNO_ID]);
    expect(await db.as('colaborador', remove, [BRUNO_ID])).toEqual([]);
    expect(await db.sql('select id from public.profiles')).toHaveLength(2);
  });

  it('lets only one of two Administradores demote the other concurrently [USER-36]', async () => {
    await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [BRUNO_ID]);
    const [ana, bruno] = [await db.connect(), await db.connect()];
    await beginTransactionAs(ana, 'administrador');
    await beginTransactionAs(bruno, 'colaborador'); // Bruno became an Administrador above
    await ana.query(demote, [BRUNO_ID]);
    const refused = bruno.query(demote, [ANA_ID]).catch((error: unknown) => String(error));
    await db.waitForLock();
    await ana.query('commit');
    expect(await refused).toContain('O último Administrador');
    await bruno.query('rollback');
  });

  it('deletes the profile only: the login stays, its sessions end [USER-35, USER-36]', async () => {
    await db.as('administrador', remove, [BRUNO_ID]);
    expect(await db.sql('select id from auth.users where id = $1', [BRUNO_ID])).toHaveLength(1);
    expect(await db.sql('select id from auth.sessions where user_id = $1', [BRUNO_ID])).toEqual([]);
    expect((await db.attempt('colaborador', 'select id from public.profiles')).rows).toEqual([]);
  });

  it('gives no rights to a session older than a profile that was created again', async () => {
    const session = TEST_CALLERS.colaborador.claims.session_id;
    await db.as('administrador', remove, [BRUNO_ID]);
    await db.sql(
      'insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', // a login without a profile can still sign in
      [session, BRUNO_ID],
    );
    const bruno = `insert into public.profiles (id, name, email) values ($1, 'Bruno', 'bruno@vitrine.exemplo')`;
    await db.sql(bruno, [BRUNO_ID]); // the profile is newer than the session
    expect((await db.attempt('colaborador', 'select id from public.profiles')).rows).toEqual([]);

    await db.sql('update auth.sessions set created_at = now() where id = $1', [session]);
    expect((await db.attempt('colaborador', 'select id from public.profiles')).rows).toHaveLength(
      2,
    );
  });

  it('continues the version numbers of a deleted profile: an undo finds its save by the version', async () => {
    const phone = `update public.profiles set phone = $1 where id = $2 returning version`;
    await db.as('administrador', phone, ['1', BRUNO_ID]);
    await db.as('administrador', remove, [BRUNO_ID]);
    const [created] = await db.as<{ version: number }>(
      'administrador',
      `insert into public.profiles (id, name, email) values ($1, 'Bruno', 'bruno@vitrine.exemplo') returning version`,
      [BRUNO_ID],
    );
    expect(created).toEqual({ version: 3 });
    const [saved] = await db.as<{ version: number }>('administrador', phone, ['2', BRUNO_ID]);
    const batch = await db.call<number>('administrador', 'batch_of', [
      'profiles',
      BRUNO_ID,
      saved?.version,
    ]);
    expect(await db.call('administrador', 'undo_batch', [batch])).toMatchObject({
      status: 'undone',
    });
    expect(
      await db.sql('select name, phone from public.profiles where id = $1', [BRUNO_ID]),
    ).toEqual([{ name: 'Bruno', phone: null }]);
  });

  it('removes password, sessions and links of the login that a new profile reuses', async () => {
    await db.as('administrador', remove, [BRUNO_ID]);
    await db.sql(`update auth.users set encrypted_password = 'antiga' where id = $1`, [BRUNO_ID]);
    await db.sql(
      'insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), $1, now())',
      [BRUNO_ID],
    );
    await db.sql(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
        values (gen_random_uuid(), $1, 'recovery_token', 'x', '')`,
      [BRUNO_ID],
    );

    await db.as(
      'administrador',
      `insert into public.profiles (id, name, email) values ($1, 'Bruno', 'bruno@vitrine.exemplo')`,
      [BRUNO_ID],
    );

    expect(
      await db.sql(
        `select encrypted_password, (select count(*)::int from auth.sessions where user_id = $1) as sessions,
          (select count(*)::int from auth.one_time_tokens where user_id = $1) as links
        from auth.users where id = $1`,
        [BRUNO_ID],
      ),
    ).toEqual([{ encrypted_password: '', sessions: 0, links: 0 }]);
  });

  it('has the e-mail of its login: users cannot request another one, an operator changes it', async () => {
    const client = await db.connect();
    await client.query('set role supabase_auth_admin');
    // The auth server of the hosted platform runs this statement for PUT /user, and then sends a link to both e-mails.
    const change = client.query(
      `update auth.users set email_change = 'outro@vitrine.exemplo', email_change_token_new = 'x' where id = $1`,
      [BRUNO_ID],
    );
    await expect(change).rejects.toThrow(
      'Só quem opera o sistema pode alterar o e-mail de um login.',
    );
    await client.query(
      `update auth.users set email = 'b@vitrine.exemplo', email_change = '' where id = $1`,
      [BRUNO_ID],
    );
    expect(await db.sql('select email from public.profiles where id = $1', [BRUNO_ID])).toEqual([
      { email: 'b@vitrine.exemplo' },
    ]);
  });

  it('ends every right with the session, even if the token is still valid', async () => {
    await db.sql('delete from auth.sessions where user_id = $1', [ANA_ID]);
    expect((await db.attempt('administrador', 'select id from public.profiles')).rows).toEqual([]);
  });

  it('ends every right when the session has expired', async () => {
    await db.sql(
      `update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`,
      [ANA_ID],
    );
    expect((await db.attempt('administrador', 'select id from public.profiles')).rows).toEqual([]);
  });

  it('does not accept the session of another user', async () => {
    const client = await db.connect();
    await client.query('begin');
    await client.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
      [JSON.stringify({ sub: ANA_ID, session_id: '10000000-0000-4000-8000-00000000000b' })],
    );
    expect((await client.query('select id from public.profiles')).rows).toEqual([]);
    await client.query('rollback');
  });
});
