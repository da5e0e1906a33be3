import pg from 'pg';
import { createLogin } from '../backend/auth/create-login.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';
import { STAFF_PASSWORD, startTestCluster } from '../backend/testing/cluster.ts';
import { startBackendWithDatabase, type BackendProcess } from './backend-process.ts';
import { signIn, type User } from './user.ts';
import { insertTestRecords, type TestRecords } from './records.ts';
import { sendHttpRequest, type RequestOptions } from './send.ts';
import type { SqlRunner } from './sql.ts';

/** The target of the attacks: the running product, with at least one user of every kind. */
export type AttackTarget = {
  cluster: ConnectionSettings;
  /** The connection settings of the superuser, for the database of `backend`. */
  database: ConnectionSettings;
  backend: BackendProcess;
  users: Users;
  records: TestRecords;
  /** Returns a function that sends a request as a user; without a user, as an anonymous client with the public key. */
  as(
    user?: User,
  ): (method: string, path: string, sending?: RequestOptions) => ReturnType<typeof sendHttpRequest>;
  /** Calls a function of the API as a user. */
  rpc(user: User | undefined, name: string, body: unknown): ReturnType<typeof sendHttpRequest>;
  /** Runs SQL as the superuser, to observe the effect of an attack. */
  sql: SqlRunner;
  stop(): Promise<void>;
};

export type Users = {
  /** Administrador. */
  ana: User;
  /** Colaborador. */
  bruno: User;
  /** A second Colaborador, who does not own bruno's records. */
  carla: User;
  /** A login without a profile. */
  davi: User;
  /** An Administrador who has signed out, but whose token has not expired. */
  ended: User;
};

export const PASSWORD = STAFF_PASSWORD;

export async function createAttackTarget(): Promise<AttackTarget> {
  const { superuser: cluster, stop: stopCluster } = await startTestCluster();
  const closers = [stopCluster];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const backend = await startBackendWithDatabase(cluster, { REQUESTS_PER_MINUTE: '1000000' });
    closers.push(backend.stop);
    const pool = new pg.Pool({ ...backend.database, max: 2 });
    pool.on('error', () => undefined); // the database is dropped before its last connection closes
    closers.push(() => pool.end());
    const sql: SqlRunner = async (text, values) => {
      const { rows } = await pool.query(text, values);
      return rows as never; // `Row` names the columns of the query
    };
    const as = requesterOf(backend);
    const users = await signInUsers(backend, sql);
    const records = await insertTestRecords(sql, users.carla.id);
    return {
      cluster,
      database: backend.database,
      backend,
      users,
      records,
      as,
      rpc: (user, name, body) => as(user)('POST', `/rest/v1/rpc/${name}`, { body }),
      sql,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function requesterOf({ url, anonKey }: BackendProcess): AttackTarget['as'] {
  return (user) => (method, path, sending) => {
    const bearer = user && { authorization: `Bearer ${user.token}` };
    const headers = { apikey: anonKey, ...bearer, ...sending?.headers };
    return sendHttpRequest(url, method, path, { ...sending, headers });
  };
}

async function signInUsers(backend: BackendProcess, sql: SqlRunner): Promise<Users> {
  await addLogin(sql, 'carla@vitrine.exemplo', { name: 'Carla Dias', role: 'Colaborador' });
  await addLogin(sql, 'davi@vitrine.exemplo');
  await addLogin(sql, 'elisa@vitrine.exemplo', { name: 'Elisa Reis', role: 'Administrador' });
  const signInByName = (name: string) => signIn(backend, `${name}@vitrine.exemplo`, PASSWORD);
  const ended = await signInByName('elisa');
  await requesterOf(backend)(ended)('POST', '/auth/v1/logout');
  const [ana, bruno, carla, davi] = [
    await signInByName('ana'),
    await signInByName('bruno'),
    await signInByName('carla'),
    await signInByName('davi'),
  ];
  return { ana, bruno, carla, davi, ended };
}

/** Creates a login without the sign-up hook and, if `profile` is given, a profile with the same id. Returns this id. */
export async function addLogin(
  sql: SqlRunner,
  email: string,
  profile?: { name: string; role: string },
) {
  const queryable = {
    query: async (text: string, values: unknown[] = []) => {
      const rows = await sql(text, values);
      return { rows: rows as never, rowCount: rows.length };
    },
  };
  const { id } = await createLogin(queryable, { email, password: PASSWORD, cost: 4 });
  if (!profile) return id;
  await sql('insert into public.profiles (id, name, email, role) values ($1, $2, $3, $4)', [
    id,
    profile.name,
    email,
    profile.role,
  ]);
  return id;
}
