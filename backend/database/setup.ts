import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const PLATFORM = new URL('./platform/', import.meta.url);
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);
/** The login roles of the platform, as on the hosted one. Nobody logs in as another. */
const LOGIN_ROLES = [
  'postgres',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];

/** How the superuser reaches one database. */
export type Superuser = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** Brings a database, empty or not, to today's platform base and today's migrations. */
export async function setUpDatabase(superuser: Superuser) {
  await asOneClient(superuser, async (client) => {
    await layPlatform(client);
    await setPasswords(client, superuser);
  });
  await asOneClient(loginAs(superuser, 'postgres'), migrate);
}

/**
 * Connection settings of a login role. Its password follows from the superuser's, so that several
 * processes on one database agree on it without a shared file.
 */
export function loginAs(superuser: Superuser, user: LoginRole): Superuser {
  const password = createHmac('sha256', superuser.password)
    .update(`vitrine:${user}`)
    .digest('base64url');
  return { ...superuser, user, password };
}

async function layPlatform(client: pg.Client) {
  // Roles belong to the whole cluster: two databases set up at once would meet in pg_authid.
  await client.query('begin; lock table pg_catalog.pg_authid in exclusive mode');
  await client.query('create schema if not exists vitrine_backend');
  await client.query(
    'create table if not exists vitrine_backend.platform_files (name text primary key, laid_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string }>(
    'select name from vitrine_backend.platform_files',
  );
  const done = new Set(rows.map((row) => row.name));
  for (const file of await sqlFiles(PLATFORM)) {
    if (done.has(file.name)) continue;
    await client.query(file.text).catch(nameFile(file.name));
    await client.query('insert into vitrine_backend.platform_files (name) values ($1)', [
      file.name,
    ]);
  }
  await client.query('commit');
}

async function setPasswords(client: pg.Client, superuser: Superuser) {
  if (await canLogIn(superuser)) return;
  await client.query('begin; lock table pg_catalog.pg_authid in exclusive mode');
  for (const role of LOGIN_ROLES) {
    const { password } = loginAs(superuser, role);
    await client.query(
      `alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(password)}`,
    );
  }
  await client.query('commit');
}

async function canLogIn(superuser: Superuser) {
  const logins = LOGIN_ROLES.map((role) =>
    asOneClient(loginAs(superuser, role), async () => undefined),
  );
  return (await Promise.allSettled(logins)).every((login) => login.status === 'fulfilled');
}

/** Each file in a transaction of its own, recorded as the platform's CLI records it. */
async function migrate(client: pg.Client) {
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const done = new Set(rows.map((row) => row.version));
  for (const file of await sqlFiles(MIGRATIONS)) {
    const [version = '', ...words] = file.name.replace(/\.sql$/, '').split('_');
    if (done.has(version)) continue;
    await client.query('begin');
    await client.query(file.text).catch(nameFile(file.name));
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [version, words.join('_'), [file.text]],
    );
    await client.query('commit');
  }
}

async function sqlFiles(folder: URL) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      name,
      text: await readFile(fileURLToPath(new URL(name, folder)), 'utf8'),
    })),
  );
}

function nameFile(name: string) {
  return (error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  };
}

async function asOneClient<T>(connection: Superuser, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
