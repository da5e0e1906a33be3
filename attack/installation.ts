import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startBackendProcess, type BackendProcess } from './backend-process.ts';
import { signIn, type User } from './user.ts';
import type { SqlRunner } from './sql.ts';
import { addLogin, PASSWORD } from './attack-target.ts';

/** A backend with its own PostgreSQL, for attacks that measure or stop PostgreSQL. */
export type Installation = BackendProcess & {
  /** Process id of the postmaster. PostgreSQL's other processes are its children. */
  postgres: number;
  ana: User;
  bruno: User;
  /** Runs SQL as the superuser of PostgreSQL. */
  sql: SqlRunner;
};

/**
 * Starts a backend, and signs in an Administrador and a Colaborador. The rate limit is 1,000,000 requests a minute,
 * unless `env` sets one.
 */
export async function startInstallation(env: Record<string, string> = {}): Promise<Installation> {
  const backend = await startBackendProcess(undefined, {
    ADMIN_EMAIL: 'ana@vitrine.exemplo',
    ADMIN_PASSWORD: PASSWORD,
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    ...env,
  });
  const { pid, ...connection } = await findPostgres(backend.dataDir);
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => undefined); // PostgreSQL can end before the last connection is closed
  const sql: SqlRunner = async (text, values) => {
    const { rows } = await pool.query(text, values);
    return rows as never; // `Row` names the columns of the query
  };
  async function stop() {
    await pool.end();
    await backend.stop();
    stopPostgres(pid);
  }
  try {
    await addLogin(sql, 'bruno@vitrine.exemplo', { name: 'Bruno Lima', role: 'Colaborador' });
    const ana = await signIn(backend, 'ana@vitrine.exemplo', PASSWORD);
    const bruno = await signIn(backend, 'bruno@vitrine.exemplo', PASSWORD);
    return { ...backend, postgres: pid, ana, bruno, sql, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stops PostgreSQL if it still runs: a backend that was killed or has crashed does not stop it. */
function stopPostgres(postgres: number) {
  try {
    process.kill(postgres, 'SIGQUIT');
  } catch {
    // PostgreSQL has stopped with the backend, as expected.
  }
}

/** Returns the connection data of PostgreSQL from postmaster.pid (PostgreSQL manual, "Database File Layout"). */
async function findPostgres(dataDir: string) {
  const lines = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const [pid, , , port, folder, address] = lines.split('\n');
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    databasePassword: string; // the backend wrote this file
  };
  return {
    pid: Number(pid),
    host: folder || address,
    port: Number(port),
    user: 'supabase_admin',
    password: secrets.databasePassword,
    database: 'postgres',
  };
}
