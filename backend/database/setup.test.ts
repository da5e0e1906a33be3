import { chmod, cp, mkdtemp, rm, unlink, writeFile, appendFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { buildDatabaseUrl, dropDatabase } from '../testing/cluster.ts';
import { deriveLoginRoleSettings, createScramVerifier } from './login-roles.ts';
import { setUpDatabase } from './setup.ts';
import { OperatorError } from './operator-error.ts';
import { withClient, type ConnectionSettings } from './superuser.ts';
import { startBackend } from './testing/backend-process.ts';

const MIGRATIONS = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url));

let database: ConnectionSettings;
beforeEach(async () => {
  const name = `setup_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`;
  await withClient(inject('cluster'), (client) =>
    client.query(`create database ${name} template template0`),
  );
  database = { ...inject('cluster'), database: name };
});
afterEach(() => dropDatabase(inject('cluster'), database.database));

function runQuery<T>(text: string) {
  return withClient(database, async (client) => (await client.query(text)).rows as T[]); // the test names the columns of its query
}

describe('migrations', () => {
  let folder: string;
  const url = () => pathToFileURL(`${folder}/`);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-migrations-'));
    await cp(MIGRATIONS, folder, { recursive: true });
    await setUpDatabase(database, url());
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const last = async () => (await readdir(folder)).toSorted().at(-1) ?? '';

  it('run once, and new ones run after the applied ones', async () => {
    await writeFile(join(folder, '29991231000000_more.sql'), 'create table public.more ()');

    await setUpDatabase(database, url());
    await setUpDatabase(database, url());

    expect(await runQuery('select from public.more')).toEqual([]);
    expect(
      await runQuery(
        `select name from supabase_migrations.schema_migrations where version > '2999'`,
      ),
    ).toEqual([{ name: 'more' }]);
  });

  it('stop the start when one was edited, with its name', async () => {
    const name = await last();
    await appendFile(join(folder, name), '\n-- one word more\n');
    await expect(setUpDatabase(database, url())).rejects.toThrow(`${name}: foi alterado`);
  });

  it('stop the start when one is missing, with its name', async () => {
    const name = await last();
    await unlink(join(folder, name));
    await expect(setUpDatabase(database, url())).rejects.toThrow(
      `${name}: foi aplicado a este banco e não está neste programa`,
    );
  });

  it('stop the start when a new one precedes an applied one, with its name', async () => {
    await writeFile(join(folder, '20000101000000_late.sql'), 'create table public.late ()');
    await expect(setUpDatabase(database, url())).rejects.toThrow(
      '20000101000000_late.sql: vem antes de ',
    );
    expect(await runQuery(`select to_regclass('public.late') as late`)).toEqual([{ late: null }]);
  });

  it.each([
    ['as it runs', 'create table public.more ();\nselect 1 / 0;', 'division by zero'],
    [
      'in a line',
      'create table public.more ();\nselect none;',
      'column "none" does not exist (linha 2)',
    ],
    [
      'at its commit',
      `create table public.more (id integer unique deferrable initially deferred);
       insert into public.more values (1), (1)`,
      'duplicate key value violates unique constraint "more_id_key" (tabela more, restrição more_id_key)',
    ],
  ])('stop the start when one fails %s, with its name and the reason', async (_when, text, why) => {
    await writeFile(join(folder, '29991230000000_good.sql'), 'create table public.good ()');
    await writeFile(join(folder, '29991231000000_bad.sql'), text);

    const started = setUpDatabase(database, url());

    await expect(started).rejects.toThrow(OperatorError);
    await expect(started).rejects.toThrow(`A migração 29991231000000_bad.sql falhou: ${why}.`);
    expect(
      await runQuery(
        `select to_regclass('public.good')::text as good, to_regclass('public.more') as more`,
      ),
    ).toEqual([{ good: 'good', more: null }]);
  });

  it('stop the start when another program applied one, with its name', async () => {
    await runQuery(
      `insert into supabase_migrations.schema_migrations (version) values ('29990101')`,
    );
    await expect(setUpDatabase(database, url())).rejects.toThrow('as migrações 29990101.');
  });
});

it(
  'lets two processes set up the same empty database one after the other',
  { timeout: 60_000 },
  async () => {
    const DATABASE_URL = buildDatabaseUrl(database);
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-both-'));
    await chmod(folder, 0o711); // the account of PostgreSQL must be able to enter the folder
    const both = [1, 2].map(() => startBackend(join(folder, 'data'), { DATABASE_URL }));
    try {
      await Promise.all(both.map((backend) => backend.ready(40_000)));
      expect(await runQuery('select from auth.users')).toHaveLength(1);
      expect(await runQuery('select role from public.profiles')).toEqual([
        { role: 'Administrador' },
      ]);
    } finally {
      for (const backend of both) await backend.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

describe('the passwords of the login roles', () => {
  it('are sent as SCRAM verifiers that PostgreSQL accepts', async () => {
    const role = `scram_${Math.random().toString(36).slice(2, 8)}`;
    const verifier = createScramVerifier('senha-longa');
    await runQuery(`create role ${role} login password '${verifier}'`);
    try {
      expect(await runQuery(`select rolpassword from pg_authid where rolname = '${role}'`)).toEqual(
        [{ rolpassword: verifier }],
      );
      const login = (password: string) =>
        withClient({ ...database, user: role, password }, async () => 'in');
      expect(await login('senha-longa')).toBe('in');
      await expect(login('senha-curta')).rejects.toMatchObject({ code: '28P01' });
    } finally {
      await runQuery(`drop role ${role}`);
    }
  });

  it('are in no statement, and are set again only when they differ', async () => {
    await setUpDatabase(database);
    const other = { ...database, password: `${database.password}-changed` };
    const { setLoginRolePasswords } = await import('./login-roles.ts');
    const sent: string[] = [];
    await withClient(database, async (client) => {
      const query = client.query.bind(client);
      await query('begin'); // rolled back below, because other tests share the cluster
      vi.spyOn(client, 'query').mockImplementation((...[text, ...more]: unknown[]) => {
        sent.push(String(text));
        return /^(begin|commit)/.test(String(text))
          ? undefined
          : Reflect.apply(query, client, [text, ...more]);
      });
      await setLoginRolePasswords(client, database);
      expect(sent.filter((text) => text.startsWith('alter role'))).toEqual([]);
      await setLoginRolePasswords(client, other);
      await query('rollback');
    });
    expect(sent.filter((text) => text.includes('SCRAM-SHA-256$4096:'))).toHaveLength(4);
    expect(sent.join()).not.toContain(deriveLoginRoleSettings(other, 'authenticator').password);
  });
});

it('rebuilds the indexes when the version of ICU has changed', async () => {
  await setUpDatabase(database);
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const files = `select relname, relfilenode::int as file from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'i' order by relname`;
  const before = await runQuery(files);
  await runQuery(`update pg_database set datcollversion = '1.1' where datname = current_database();
    update pg_collation set collversion = '1.1' where collname = 'pt-BR-x-icu'`);

  await setUpDatabase(database);

  const after = await runQuery(files);
  expect(after).toHaveLength(before.length);
  expect(
    after.filter((row, index) => JSON.stringify(row) === JSON.stringify(before[index])),
  ).toEqual([]);
  expect(
    await runQuery(`select datcollversion = pg_database_collation_actual_version(oid) as same
      from pg_database where datname = current_database()
      union all
      select collversion = pg_collation_actual_version(oid) from pg_collation
      where collname = 'pt-BR-x-icu'`),
  ).toEqual([{ same: true }, { same: true }]);
  expect(logged).toHaveBeenCalledOnce();
  await setUpDatabase(database);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});
