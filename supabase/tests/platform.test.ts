import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withClient } from '../../backend/database/superuser.ts';
import { dropDatabase } from '../../backend/testing/cluster.ts';
import { deriveLoginRoleSettings } from '../../backend/database/login-roles.ts';
import { setUpDatabase } from '../../backend/database/setup.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

describe('the base of the platform', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.drop());

  async function asPostgres(statement: string) {
    await db.sql('begin; set local role postgres');
    try {
      return await db.sql(statement);
    } finally {
      await db.sql('rollback');
    }
  }

  it('runs migrations as postgres, which is not a superuser', async () => {
    expect(
      await db.sql(
        `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = 'postgres'`,
      ),
    ).toEqual([{ rolsuper: false, rolcreaterole: true, rolcreatedb: true, rolbypassrls: true }]);
    const owners = await db.sql(`select distinct relowner::regrole::text as owner from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace)`);
    expect(owners).toEqual([{ owner: 'postgres' }]);
  });

  it('does not let postgres create objects in auth and storage, like the hosted platform', async () => {
    await expect(asPostgres('create table auth.mine ()')).rejects.toMatchObject({ code: '42501' });
    await expect(asPostgres('create table storage.mine ()')).rejects.toMatchObject({
      code: '42501',
    });
    await expect(asPostgres('alter table auth.users add column mine text')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('grants new objects in public to the API roles, so that a forgotten revoke fails here too', async () => {
    await db.sql('begin; set local role postgres; create table public.forgotten ()');
    const rows = await db.sql(
      `select has_table_privilege('anon', 'public.forgotten', 'select, insert') as open`,
    );
    await db.sql('rollback');
    expect(rows).toEqual([{ open: true }]);
  });

  it('refuses to delete rows of storage by SQL', async () => {
    await expect(db.sql('delete from storage.objects')).rejects.toMatchObject({ code: '42501' });
  });

  it('lets the API log in as authenticator and become one of three roles, no other', async () => {
    const members = await db.sql(`select roleid::regrole::text as role from pg_auth_members
      where member = 'authenticator'::regrole order by 1`);
    expect(members.map((row) => row['role'])).toEqual(['anon', 'authenticated', 'service_role']);
    const logins = await db.sql(
      `select rolname from pg_roles where rolcanlogin and not rolsuper order by 1`,
    );
    expect(logins.map((row) => row['rolname'])).toEqual([
      'authenticator',
      'postgres',
      'supabase_auth_admin',
      'supabase_storage_admin',
    ]);
  });

  it('limits the time of a statement of the API', async () => {
    const rows = await withClient(
      deriveLoginRoleSettings({ ...inject('cluster') }, 'authenticator'),
      async (client) => {
        const result = await client.query(
          `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
        );
        return result.rows;
      },
    );
    expect(rows).toEqual([{ statement: '8s', lock: '5s' }]);
  });

  it('sets up two databases of one cluster concurrently', async () => {
    const cluster = inject('cluster');
    const names = [1, 2].map((n) => `setup_${process.pid}_${n}`);
    for (const name of names)
      await withClient(cluster, (client) =>
        client.query(`create database ${name} template template0`),
      );
    try {
      await Promise.all(names.map((database) => setUpDatabase({ ...cluster, database })));
      for (const database of names) {
        const plans = await withClient({ ...cluster, database }, (client) =>
          client.query('select count(*) from public.plans'),
        );
        expect(plans.rows).toEqual([{ count: '4' }]);
      }
    } finally {
      for (const name of names) await dropDatabase(cluster, name);
    }
  });
});
