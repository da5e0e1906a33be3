import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTransactionAs,
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  type TestDatabase,
} from './database.ts';
import { ANA_ID, BRUNO_ID, CAIO_ID, type TestCaller } from './people.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(`update public.factor_rule set required_of = 'ninguem'`);
  await db.sql('delete from auth.mfa_factors');
  await db.sql(`update auth.sessions set aal = 'aal1'`);
  await db.sql(`begin; set local session_replication_role = replica;
    delete from private.batches; delete from private.changes; commit`);
});
afterAll(() => db.drop());

const requireFactorOf = (whom: string) =>
  db.sql('update public.factor_rule set required_of = $1', [whom]);

/** Gives a user a second factor with this `status`, and sets all sessions of the user to `aal2`. */
async function giveFactor(person: string, name = 'Celular', status = 'verified') {
  const [factor] = await db.sql<{ id: string }>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'totp', $3, now(), now()) returning id`,
    [person, name, status],
  );
  await db.sql(`update auth.sessions set aal = 'aal2' where user_id = $1`, [person]);
  return factor?.id ?? '';
}

/** Runs a statement with the role of the auth server, without the claims of a user. */
const asAuthServer = (statement: string) =>
  db
    .sql(`begin; set local role supabase_auth_admin; ${statement}; commit`)
    .catch(async (error: unknown) => {
      await db.sql('rollback');
      throw error;
    });
const removeFactor = (factor: string) =>
  asAuthServer(`delete from auth.mfa_factors where id = '${factor}'`);

async function reads(person: TestCaller) {
  const { rows } = await db.attempt(person, 'select id from public.profiles');
  return rows.length > 0;
}

const batches = () =>
  db.sql(`select kind, actor_name, record_id, title, amount from private.batches order by id`);

describe('the rule', () => {
  it('blocks users without a factor: each Administrador, or every user', async () => {
    expect([await reads('administrador'), await reads('colaborador')]).toEqual([true, true]);
    await requireFactorOf('administradores');
    expect([await reads('administrador'), await reads('colaborador')]).toEqual([false, true]);
    await requireFactorOf('todos');
    expect([await reads('administrador'), await reads('colaborador')]).toEqual([false, false]);
    await giveFactor(ANA_ID);
    expect([await reads('administrador'), await reads('colaborador')]).toEqual([true, false]);
  });

  it('applies to a Colaborador from the moment of becoming an Administrador', async () => {
    await giveFactor(ANA_ID);
    await requireFactorOf('administradores');
    await db.as(
      'administrador',
      `update public.profiles set role = 'Administrador' where id = $1`,
      [BRUNO_ID],
    );
    expect(await reads('colaborador')).toBe(false);
    await db.as('administrador', `update public.profiles set role = 'Colaborador' where id = $1`, [
      BRUNO_ID,
    ]);
    expect(await reads('colaborador')).toBe(true);
  });

  it('is the reason in a refusal of the API; an ended session is reported as ended', async () => {
    await requireFactorOf('todos');
    const refusalOf = async (person: TestCaller) => {
      const client = await db.connect();
      await beginTransactionAs(client, person);
      const error = await client.query('select private.require_open_session()').then(
        () => null,
        (caught: unknown) => caught,
      );
      await client.query('rollback');
      return error;
    };
    expect(await refusalOf('colaborador')).toMatchObject({
      code: 'PT401',
      hint: 'factor_required',
      message: 'A verificação em duas etapas é obrigatória. Entre novamente para ativá-la.',
    });
    expect(await refusalOf('signedOutAdministrador')).toMatchObject({
      code: 'PT401',
      hint: undefined,
    });
    expect(await refusalOf('loginWithoutProfile')).toBeNull();
    await giveFactor(BRUNO_ID);
    expect(await refusalOf('colaborador')).toBeNull();
    await db.sql(`update auth.sessions set aal = 'aal1'`);
    expect(await refusalOf('colaborador')).toMatchObject({ code: 'PT401', hint: undefined });
  });

  it('is set by an Administrador with a factor, and recorded in the activity', async () => {
    const set = `update public.factor_rule set required_of = 'todos' returning id`;
    await expect(db.as('administrador', set)).rejects.toMatchObject({
      code: 'P0001',
      hint: 'own_factor_first',
      message: 'Ative primeiro a sua verificação em duas etapas, em Editar Perfil.',
    });
    await giveFactor(ANA_ID, 'sem código', 'unverified');
    await expect(db.as('administrador', set)).rejects.toMatchObject({ hint: 'own_factor_first' });
    await giveFactor(ANA_ID);
    expect((await db.attempt('colaborador', set)).rows).toEqual([]);
    expect(await db.as('administrador', set)).toHaveLength(1);

    const [row] = await db.as<{ result: { entries: unknown[] } }>(
      'administrador',
      'select public.activity() as result',
    );
    expect(row?.result.entries).toMatchObject([
      {
        area: 'factor_rule',
        actor: 'Ana Souza',
        changes: [{ before: { required_of: 'ninguem' }, after: { required_of: 'todos' } }],
      },
    ]);
    await expect(requireFactorOf('alguns')).rejects.toMatchObject({ code: '23514' });
  });

  it('changes nothing more when repeated after a lost response', async () => {
    await giveFactor(ANA_ID);
    const set = `update public.factor_rule set required_of = 'administradores' where id returning id`;
    await db.as('administrador', set);
    expect(await db.as('administrador', set)).toHaveLength(1);
    expect(await batches()).toHaveLength(1);
  });

  it('can be restored by an undo, again only by a user with a factor', async () => {
    const factor = await giveFactor(ANA_ID);
    await db.as('administrador', `update public.factor_rule set required_of = 'todos'`);
    await db.as('administrador', `update public.factor_rule set required_of = 'ninguem'`);
    const [last] = await db.sql<{ id: string }>('select max(id) as id from private.batches');
    await removeFactor(factor);
    await db.sql(`update auth.sessions set aal = 'aal1'`);
    const undo = `select public.undo_batch($1, '{}') as result`;

    await expect(db.as('administrador', undo, [last?.id])).rejects.toMatchObject({
      hint: 'own_factor_first',
    });
    await giveFactor(ANA_ID);
    await db.as('administrador', undo, [last?.id]);
    expect(await db.sql('select required_of from public.factor_rule')).toEqual([
      { required_of: 'todos' },
    ]);
  });

  it('waits for a concurrent removal of the factor of its user, and is then refused', async () => {
    const factor = await giveFactor(ANA_ID);
    const other = await db.connect();
    await other.query('begin; set local role supabase_auth_admin');
    await other.query('delete from auth.mfa_factors where id = $1', [factor]);
    const ana = await db.connect();
    await beginTransactionAs(ana, 'administrador');
    const setting = ana.query(`update public.factor_rule set required_of = 'todos'`).then(
      () => null,
      (caught: unknown) => caught,
    );
    await db.waitForLock();
    await other.query('commit');
    expect(await setting).toMatchObject({ hint: 'own_factor_first' });
    await ana.query('rollback');
  });
});

describe('the factor of a user', () => {
  it('cannot be removed while it is required, unless another one is verified', async () => {
    const [one, two] = [await giveFactor(BRUNO_ID), await giveFactor(BRUNO_ID, 'Tablet')];
    await giveFactor(BRUNO_ID, 'sem código', 'unverified');
    await requireFactorOf('todos');
    await removeFactor(two);
    await expect(removeFactor(one)).rejects.toMatchObject({
      code: 'PT403',
      hint: 'factor_required',
      message:
        'A verificação em duas etapas é obrigatória para você. Para trocar de aplicativo, ative primeiro o novo.',
    });
    await requireFactorOf('administradores');
    await removeFactor(one);
  });

  it('cannot be removed if the other one is being removed concurrently', async () => {
    const factors = [await giveFactor(BRUNO_ID), await giveFactor(BRUNO_ID, 'Tablet')];
    await requireFactorOf('todos');
    const outcomes = await Promise.allSettled(
      factors.map(async (id) => {
        const client = await db.connect();
        await client.query('begin; set local role supabase_auth_admin');
        await client.query('delete from auth.mfa_factors where id = $1', [id]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await client.query('commit');
      }),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('can be removed for a lost phone, and with the login', async () => {
    await giveFactor(ANA_ID);
    await giveFactor(BRUNO_ID);
    await requireFactorOf('todos');
    const removal = `select public.remove_factors($1) as removed`;
    expect((await db.attempt('administrador', removal, [BRUNO_ID])).rows).toEqual([{ removed: 1 }]);

    await db.sql(
      `insert into auth.users (id, email) values ('${CAIO_ID.replace('c', 'd')}', 'd@d.exemplo')`,
    );
    await db.sql(`insert into public.profiles (id, name, email)
      select id, 'Dora', email from auth.users where email = 'd@d.exemplo'`);
    await giveFactor(CAIO_ID.replace('c', 'd'));
    await asAuthServer(`delete from auth.users where email = 'd@d.exemplo'`);
    expect(await db.sql(`select from public.profiles where name = 'Dora'`)).toEqual([]);
  });

  it('is recorded in the activity when turned on and off, app by app', async () => {
    const verify = (id: string) =>
      asAuthServer(`update auth.mfa_factors set status = 'verified' where id = '${id}'`);
    const one = await giveFactor(BRUNO_ID, 'Celular', 'unverified');
    await verify(one);
    const two = await giveFactor(BRUNO_ID, 'Tablet', 'unverified');
    await verify(two);
    await verify(two);
    await removeFactor(one);
    await removeFactor(two);
    await removeFactor(await giveFactor(BRUNO_ID, 'nunca', 'unverified'));
    await giveFactor(BRUNO_ID);
    await db.sql('select private.remove_factors($1, $2)', [BRUNO_ID, ANA_ID]);

    const bruno = { actor_name: 'Bruno Lima', record_id: BRUNO_ID };
    expect(await batches()).toEqual([
      { ...bruno, kind: 'factor_on', title: null, amount: 1 },
      { ...bruno, kind: 'factor_on', title: 'aplicativo', amount: 1 },
      { ...bruno, kind: 'factor_off', title: 'aplicativo', amount: 1 },
      { ...bruno, kind: 'factor_off', title: null, amount: 1 },
      expect.objectContaining({ kind: 'factor_removed', actor_name: 'Ana Souza' }),
    ]);
    await db.sql(
      `insert into auth.sessions (id, user_id, created_at) values ('10000000-0000-4000-8000-00000000000b', $1, now())`,
      [BRUNO_ID],
    );
  });

  it('does not fill the disk when turned on and off all day', async () => {
    const id = await giveFactor(BRUNO_ID, 'Celular', 'unverified');
    for (let count = 0; count < 25; count += 1)
      await asAuthServer(`update auth.mfa_factors set status = 'verified' where id = '${id}';
        update auth.mfa_factors set status = 'unverified' where id = '${id}'`);
    const lines = await batches();
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toMatchObject({ amount: 6 });
  });
});

it('refuses a login without a profile without mentioning the rule', async () => {
  await requireFactorOf('todos');
  expect(await db.attempt('loginWithoutProfile', 'select id from public.factor_rule')).toEqual({
    rows: [],
    code: SUCCESSFUL_COMPLETION,
  });
});
