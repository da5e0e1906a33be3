import { buildDatabaseUrl } from '../testing/cluster.ts';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { requireEmptyRestoreTarget } from '../../operations/restore-backup.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { openPlatform } from '../open-platform.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { findRefusalReason } from './foreign-database.ts';
import { openDatabaseServer } from './open-server.ts';
import { OperatorError } from './operator-error.ts';
import { withClient, type ConnectionSettings } from './superuser.ts';

/** Folder of the server that only these tests use: they create roles, and roles belong to a server. */
let folder: string;
let cluster: Cluster;
let superuser: ConnectionSettings;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-foreign-'));
  await chmod(folder, 0o711);
  const directory = join(folder, 'postgres');
  cluster = await startCluster({ directory, password: 'test-only', volatile: true });
  superuser = { ...cluster.connection, database: 'postgres' };
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

let dataDir: string;
beforeEach(async () => {
  dataDir = join(folder, `data-${Date.now()}`);
});

async function sql(text: string, database = 'postgres') {
  return withClient({ ...superuser, database }, async (client) => (await client.query(text)).rows);
}

/** Opens the platform with `connection` as DATABASE_URL, like the server when it starts, and closes it. */
async function start(connection: ConnectionSettings) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: buildDatabaseUrl(connection) });
  const { close } = await openPlatform(config, createLogger('silent'));
  await close();
}

/** Reads everything that a start could change in a server and in one database. */
async function snapshot(database: string) {
  const queries = [
    `select * from pg_authid order by oid`,
    `select * from pg_auth_members order by oid`,
    `select setdatabase, setrole, setconfig from pg_db_role_setting order by 1, 2`,
    `select datname, datdba, datacl::text from pg_database order by 1`,
    `select nspname, nspowner, nspacl::text from pg_namespace where nspname !~ '^pg_(toast_)?temp_' order by 1`,
    `select oid::regclass::text as name, relowner, relacl::text from pg_class where relnamespace >= 16384 or relnamespace = 'public'::regnamespace order by 1`,
    `select oid::regprocedure::text as name, proowner, proacl::text from pg_proc where oid >= 16384 order by 1`,
    `select * from pg_default_acl order by oid`,
    `select extname from pg_extension order by 1`,
  ];
  const found: unknown[] = [];
  for (const query of queries) found.push(await sql(query, database));
  return found;
}

/** SQL that creates the roles of the hosted platform's Docker image. */
const PLATFORM_ROLES = `
  create role postgres login nosuperuser createdb createrole replication bypassrls password 'test-only';
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit password 'of-the-platform';
  create role supabase_auth_admin login noinherit createrole password 'of-the-platform';
  create role supabase_storage_admin login noinherit createrole password 'of-the-platform';
  create role supabase_replication_admin login replication;
  create role supabase_read_only_user login bypassrls;
  create role dashboard_user createdb createrole replication;
  grant anon, authenticated, service_role to authenticator, postgres;
  alter role authenticator set statement_timeout = '8s';
  alter role anon set statement_timeout = '3s'`;
/** SQL that creates schemas and tables of the hosted platform's auth and storage servers. */
const PLATFORM_DATABASE = `
  grant all on database platform to postgres;
  create schema extensions;
  create schema auth authorization supabase_admin;
  create schema storage authorization supabase_admin;
  grant usage on schema auth, storage, extensions to postgres, anon, authenticated, service_role;
  create table auth.users (id uuid primary key, email varchar(255));
  create table auth.schema_migrations (version varchar(255) primary key);
  alter table auth.users owner to supabase_auth_admin;
  alter table auth.schema_migrations owner to supabase_auth_admin;
  create table storage.buckets (id text primary key);
  create table storage.migrations (id integer primary key, name varchar(100), hash varchar(40));
  alter table storage.migrations owner to supabase_storage_admin`;

it('refuses a database of the hosted platform and changes nothing in it', async () => {
  await sql(PLATFORM_ROLES);
  await sql('create database platform');
  await sql(PLATFORM_DATABASE, 'platform');
  await sql('create database beside');
  try {
    for (const connection of [
      { ...superuser, database: 'platform' },
      { ...superuser, database: 'platform', user: 'postgres' },
      { ...superuser, database: 'beside' }, // roles belong to the server, so this database has them too
    ]) {
      const before = await snapshot(connection.database);

      const refusal = await start(connection).catch((error: unknown) => error);

      expect(await snapshot(connection.database)).toEqual(before);
      expect(refusal).toBeInstanceOf(OperatorError);
      expect(String(refusal)).toMatch(/plataforma Supabase[^]*docs\/hosted\.md/);
      // A restore and a move are refused, too.
      const DATABASE_URL = buildDatabaseUrl(connection);
      const restored = requireEmptyRestoreTarget({
        DATA_DIR: join(folder, 'restored'),
        DATABASE_URL,
      });
      await expect(restored).rejects.toThrow('plataforma Supabase');
      expect(await readdir(folder)).not.toContain('restored');
    }
  } finally {
    await sql('drop database beside');
    await sql('drop database platform');
    await sql(`drop role authenticator, supabase_auth_admin, supabase_storage_admin, postgres, anon, authenticated,
      service_role, supabase_replication_admin, supabase_read_only_user, dashboard_user`);
  }
}, 60_000);

it('refuses a database that it cannot set up, with the reason, and changes nothing in it', async () => {
  await sql(`create role owner login createdb createrole password 'test-only'`);
  await sql('create database own owner owner');
  await sql('create database used');
  await sql('create table public.orders ()', 'used');
  await sql(
    `create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0`,
  );
  await sql(`create role postgres login superuser password 'test-only'`);
  const cases = [
    [{ ...superuser, user: 'owner', database: 'own' }, 'owner não é superusuário'],
    [{ ...superuser, database: 'used' }, 'não está vazio'],
    [{ ...superuser, database: 'latin' }, 'UTF8'],
    [{ ...superuser, database: 'own', user: 'postgres' }, 'postgres é um papel'],
  ] as const;
  try {
    for (const [connection, why] of cases) {
      const before = await snapshot(connection.database);
      const refusal = await start(connection).catch((error: unknown) => error);
      expect(await snapshot(connection.database)).toEqual(before);
      expect(refusal).toBeInstanceOf(OperatorError);
      expect(String(refusal)).toContain(why);
    }
  } finally {
    for (const name of ['own', 'used', 'latin']) await sql(`drop database ${name}`);
    await sql('drop role owner, postgres');
  }
}, 60_000);

it('waits at a start for a server that begins to listen later, but not for a wrong password', async () => {
  const logged = vi.spyOn(console, 'log').mockReturnValue();
  const late = createServer((socket) => {
    const upstream = connect({ path: join(superuser.host, `.s.PGSQL.${superuser.port}`) });
    socket.pipe(upstream).pipe(socket);
    for (const each of [socket, upstream]) each.on('error', () => undefined);
  });
  const listen = (port = 0) => once(late.listen(port, '127.0.0.1'), 'listening');
  await listen();
  const { port } = late.address() as AddressInfo; // the address of a TCP server
  await new Promise((closed) => late.close(closed));
  const open = (password: string, joins = false) => {
    const connection = { ...superuser, host: '127.0.0.1', port, password };
    const config = { DATA_DIR: dataDir, DATABASE_URL: buildDatabaseUrl(connection) };
    return openDatabaseServer(config, { joins });
  };
  const opening = open(superuser.password);
  await setTimeout(3_000);
  await listen(port);
  try {
    await (await opening).stop();
    expect(logged.mock.calls.join().match(/Nova tentativa/g)).toHaveLength(1);
    await expect(open('wrong')).rejects.toThrow('a senha de');
  } finally {
    await new Promise((closed) => late.close(closed));
  }
  // A command (`joins`) does not wait for a server: it fails at once.
  const began = performance.now();
  await expect(open(superuser.password, true)).rejects.toThrow('não responde');
  expect(performance.now() - began).toBeLessThan(2_000);
});

const SUITABLE = {
  isPlatform: false,
  isSetUp: false,
  isUsed: false,
  user: 'vitrine',
  isSuperuser: true,
  version: 170_005,
  encoding: 'UTF8',
  missing: [],
};

it.each([
  [{}, undefined],
  [{ version: 160_009 }, 'PostgreSQL 16; a Vitrine precisa do 17'],
  [{ missing: ['pg_trgm', 'ICU'] }, 'falta no servidor: pg_trgm, ICU'],
  // A database that is already set up is accepted without the privilege of a superuser.
  [{ isSetUp: true, isUsed: true, isSuperuser: false }, undefined],
  [{ isSetUp: true, isPlatform: true }, 'plataforma Supabase'],
])('the reason for a server with %o is %s', (facts, why) => {
  const reason = findRefusalReason({ ...SUITABLE, ...facts });
  expect(why === undefined ? reason : reason?.includes(why)).toBe(
    why === undefined ? undefined : true,
  );
});
