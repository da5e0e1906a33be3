import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'pg-connection-string';
import { logForOperator } from '../operator-log.ts';
import { OperatorError } from './operator-error.ts';

/** Name of the embedded server's superuser. This role creates all other roles. */
export const SUPERUSER = 'supabase_admin';

/** Connection settings for one database: of the superuser, or of a login role (`deriveLoginRoleSettings`). */
export type ConnectionSettings = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl?: pg.ClientConfig['ssl'];
};

const PARAMETERS = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'];
/** Accepted values of `sslmode`: the values of libpq except `allow` and `prefer`, which do not guarantee encryption. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const CONNECT_LIMIT_MS = 15_000;
const BOOT_LIMIT_MS = 5 * 60_000;
const BOOT_PAUSE_MS = 2_000;
/** Error codes of a server or network that is not up yet: codes of the system, and PostgreSQL's 57P03. */
const BOOTING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
]);
/** Matches pg's errors for a lost or late connection, which have no code. */
const LOST = /timeout expired|Connection terminated unexpectedly/;

/**
 * Parses DATABASE_URL, or an argument of the same format. The parameters have the meaning that libpq gives them. Reads
 * the certificate files that they name.
 * @throws OperatorError for an invalid URL, a missing user or password, an unknown parameter or `sslmode`, or a
 * certificate file that cannot be read
 */
export function readDatabaseUrl(text: string, name = 'DATABASE_URL'): ConnectionSettings {
  const refuse: Refuse = (why, cause) => {
    throw new OperatorError(`${name}: ${why}.`, { cause });
  };
  const { searchParams } = URL.parse(text) ?? refuse('não é um endereço');
  const unknown = [...searchParams.keys()].filter((parameter) => !PARAMETERS.includes(parameter));
  const mode = searchParams.get('sslmode');
  if (unknown.length > 0) refuse(`não se conhece ${unknown.join(', ')}`);
  if (mode !== null && !SSL_MODES.includes(mode)) refuse(`sslmode é um de ${SSL_MODES.join(', ')}`);
  const { host, port, user, password, database, ssl } = parseUrl(text, refuse);
  if (!user || !password) refuse('faltam o superusuário e a senha dele');
  return {
    host: host ?? '127.0.0.1',
    port: Number(port || 5432),
    user,
    password,
    database: database ?? 'postgres',
    // The library's type also allows a string, but the accepted parameters never produce a string.
    ...(ssl === undefined ? {} : { ssl: ssl as pg.ClientConfig['ssl'] }),
  };
}

type Refuse = (why: string, cause?: unknown) => never;

function parseUrl(text: string, refuse: Refuse) {
  try {
    return parse(text, { useLibpqCompat: true });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), error);
  }
}

/**
 * Opens and closes a connection to the operator's database.
 * @throws OperatorError with the reason why the database accepts no connection
 */
export async function requireConnection(superuser: ConnectionSettings, name = 'DATABASE_URL') {
  const { host, port, user, database } = superuser;
  await withClient(superuser, async () => undefined).catch((error: unknown) => {
    const { code } = error as { code?: unknown }; // errors of the system and of PostgreSQL have a code
    const detail = error instanceof Error && error.message ? error.message : String(code);
    const reasons: Partial<Record<string, string>> = {
      '28P01': `a senha de ${user} não é esta`,
      '28000': `${user} não pode entrar: ${detail}`,
      '3D000': `o banco ${database} não existe em ${host}:${port}`,
    };
    const reason = reasons[String(code)] ?? `${host}:${port} não responde: ${detail}`;
    throw new OperatorError(`${name}: ${reason}.`, { cause: error });
  });
}

/**
 * Waits up to five minutes for the operator's database, because its host can boot more slowly than this one.
 * @throws OperatorError after that time; at once for an error that a booting host does not cause, e.g. a wrong password
 */
export async function waitForConnection(superuser: ConnectionSettings) {
  const deadline = performance.now() + BOOT_LIMIT_MS;
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await requireConnection(superuser);
    } catch (error) {
      if (!mayBeBooting(error) || performance.now() > deadline) throw error;
      if (!isSaid)
        logForOperator('warn', `${error.message} Nova tentativa a cada 2 s, por até 5 minutos.`);
    }
    await wait(BOOT_PAUSE_MS);
  }
}

function mayBeBooting(error: unknown): error is OperatorError {
  if (!(error instanceof OperatorError && error.cause instanceof Error)) return false;
  const code = 'code' in error.cause ? String(error.cause.code) : '';
  return BOOTING.has(code) || LOST.test(error.cause.message);
}

export async function withClient<T>(
  connection: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  client.on('error', () => undefined); // a broken connection fails its query, not the process
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Waits for the set-up lock of this database, and runs `work` on the connection that holds the lock. The lock ends with
 * the connection.
 */
export async function withSetupLock<T>(
  superuser: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
) {
  return withClient(superuser, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('vitrine_backend.setup'))`);
    return work(client);
  });
}
