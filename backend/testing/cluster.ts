import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogin } from '../auth/create-login.ts';
import { startCluster } from '../database/cluster.ts';
import { setUpDatabase } from '../database/setup.ts';
import { withClient, type ConnectionSettings } from '../database/superuser.ts';

/** The template of a test database: only the schema, or the schema with two users. */
export type TemplateName = 'schema' | 'staff';
export type TestCluster = { superuser: ConnectionSettings; stop(): Promise<void> };

export const STAFF = [
  { email: 'ana@vitrine.exemplo', name: 'Ana Souza', role: 'Administrador' },
  { email: 'bruno@vitrine.exemplo', name: 'Bruno Lima', role: 'Colaborador' },
] as const;
export const STAFF_PASSWORD = 'senha-de-teste';
/** The lowest cost of bcrypt, because tests sign in often. */
export const TEST_PASSWORD_COST = 4;

/**
 * Starts a PostgreSQL server with both templates, shared by all tests of a run. `stop` deletes the data of the server,
 * unless `cacheFolder` is given. In a cache folder, each start rebuilds the templates and keeps all other databases.
 */
export async function startTestCluster(cacheFolder?: string): Promise<TestCluster> {
  const folder = cacheFolder ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')));
  await chmod(folder, 0o711);
  const cluster = await startCluster({
    directory: join(folder, 'postgres'),
    password: 'test-only',
    volatile: true,
  });
  const superuser = { ...cluster.connection, database: 'postgres' };
  async function stop() {
    await cluster.stop();
    if (cacheFolder === undefined) await rm(folder, { recursive: true, force: true });
  }
  try {
    await makeTemplate(superuser, 'schema', 'template0', setUpDatabase);
    await makeTemplate(superuser, 'staff', 'template_schema', addStaff);
  } catch (error) {
    await stop();
    throw error;
  }
  return { superuser, stop };
}

/** Creates a database from a template, for one test file or one server. */
export async function cloneDatabase(
  superuser: ConnectionSettings,
  template: TemplateName,
): Promise<ConnectionSettings> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`;
  await withClient(superuser, (client) =>
    client.query(`create database ${name} template template_${template}`),
  );
  return { ...superuser, database: name };
}

export async function dropDatabase(superuser: ConnectionSettings, name: string) {
  await withClient(superuser, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  );
}

/**
 * Returns the value of DATABASE_URL for a database. The URL parameter `host` is the folder of the Unix socket, or the
 * loopback address if the server listens on a port.
 */
export function buildDatabaseUrl({ host, port, user, password, database }: ConnectionSettings) {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function makeTemplate(
  superuser: ConnectionSettings,
  template: TemplateName,
  from: string,
  fill: (database: ConnectionSettings) => Promise<void>,
) {
  const database = `template_${template}`;
  await withClient(superuser, async (client) => {
    await client.query(
      `update pg_database set datistemplate = false, datallowconn = true where datname = '${database}'`,
    );
    await client.query(`drop database if exists ${database}`);
    await client.query(`create database ${database} template ${from}`);
  });
  await fill({ ...superuser, database });
  await withClient(superuser, (client) =>
    client.query(`alter database ${database} with is_template true allow_connections false`),
  );
}

async function addStaff(database: ConnectionSettings) {
  await withClient(database, async (client) => {
    const queryable = {
      query: async (text: string, values: unknown[] = []) => {
        const { rows, rowCount } = await client.query(text, values);
        return { rows, rowCount: rowCount ?? 0 };
      },
    };
    for (const user of STAFF) {
      const { id } = await createLogin(queryable, {
        email: user.email,
        password: STAFF_PASSWORD,
        cost: TEST_PASSWORD_COST,
      });
      await client.query(
        'insert into public.profiles (id, name, email, role) values ($1, $2, $3, $4)',
        [id, user.name, user.email, user.role],
      );
    }
  });
}
