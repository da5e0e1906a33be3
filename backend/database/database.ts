import pg from 'pg';
import type { Identity } from '../identity.ts';
import { cancelStatementOnAbort } from './cancel.ts';
import { createPreparedStatementCache, type PreparedStatementCache } from './prepared.ts';
import { createWatchdog } from './watchdog.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

export type Row = Record<string, unknown>;
export type Result<T extends Row = Row> = { rows: T[]; rowCount: number };
export type Queryable = {
  query<T extends Row = Row>(text: string, values?: unknown[]): Promise<Result<T>>;
};
export type TransactionOptions = {
  /** Whether the transaction refuses every change (SQLSTATE 25006). */
  isReadOnly?: boolean;
  /** Settings that SQL can read during the transaction. */
  settings?: Record<string, string> | undefined;
  /** An abort cancels the running statement and rolls the transaction back, unless it has been committed. */
  signal?: AbortSignal;
  /** A statement that runs first, with the caller's role. If it fails, the transaction fails. */
  before?: string | undefined;
};

/** The connection pool of one login role. Every query and transaction can throw `DatabaseUnavailableError`. */
export type Database = Queryable & {
  /** Runs `work` in a transaction. Commits afterwards, or rolls back if `work` throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs one statement with the caller's role and claims, in one transaction and one round trip. */
  queryAs<T extends Row = Row>(
    identity: Identity,
    access: TransactionOptions,
    text: string,
    values?: unknown[],
  ): Promise<Result<T>>;
  /** Runs `work`, which can send several statements, with the caller's role and claims, in one transaction. */
  transactionAs<T>(
    identity: Identity,
    access: TransactionOptions,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T>;
  /** Returns the number of open and of idle connections, and of calls that wait for a connection. */
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/**
 * The connection pools of the backend. Each protocol has one login role, as on the hosted platform. Each kind of work
 * has its own pool, so that it cannot take the connections of other work:
 * - `rest`, `anonymous`: requests to /rest/v1 of signed-in and of anonymous clients
 * - `signIn`: sign-ins, sign-ups, and limits of attempts; `auth`: other requests to /auth/v1; `storage`: /storage/v1
 * - `server`: the server's own queries
 */
export type Databases = Record<keyof typeof POOL_SIZES, Database>;

/**
 * Maximum number of connections of each pool. In `rest` and `anonymous`, a connection runs one request at a time, so
 * these two numbers also limit the concurrent requests (rest/shares.ts).
 */
export const POOL_SIZES = { rest: 12, anonymous: 4, server: 2, auth: 12, signIn: 4, storage: 12 };

/**
 * SQL that sets role, claims and time limit until the transaction ends (`true`). Run TAKE_ROLE before the caller's
 * query, as a separate statement: PostgreSQL checks the permissions of a statement and starts its time limit before it
 * evaluates the statement's functions, so `set_config` in the same statement would run too late.
 */
const TAKE_ROLE = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('statement_timeout', $3, true)`;
const SET_LOCALLY = 'select set_config(key, value, true) from json_each_text($1)';
/**
 * Time limits of a statement, keyed by role, as on the hosted platform. Each request sets its limit, because PostgreSQL
 * applies the settings of a role only to a role that logs in.
 */
const STATEMENT_LIMITS = { anon: '3s', authenticated: '8s', service_role: '8s' };

const CONNECT_LIMIT_MS = 5_000;
/** Time limit of a response, longer than the statement timeout of the pools' roles, 8 s (platform/01-roles.sql). */
const RESPONSE_LIMIT_MS = 10_000;

/** Opens a pool. Calls `onError` when a connection breaks, idle or in use, and when a query has no response in time. */
export function openPool(connection: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: RESPONSE_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
    pipeline: true,
  });
  // The pool replaces an idle connection that the server closes. Without this listener the `error` event would crash
  // the process.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  pool.on('connect', (client) => {
    // A connection that breaks in use fails its current query. The pool listens only to idle connections, so without
    // this listener an error between two queries would crash the process.
    client.on('error', () => undefined);
    closeOnUnreadableResult(client);
  });
  const prepared = createPreparedStatementCache();
  const watch = createWatchdog(connection);

  async function transaction<T>(work: (tx: Queryable) => Promise<T>) {
    return withClient(async (client) => {
      await send(client, 'begin');
      return finish(client, queryable(client, prepared), work);
    });
  }

  async function transactionAs<T>(
    identity: Identity,
    access: TransactionOptions,
    work: (tx: Queryable) => Promise<T>,
  ) {
    return withClient(async (client) => {
      const tx = queryable(client, trusted(identity), access.signal);
      return finish(client, tx, async () => {
        await allOrFirstError(opening(client, identity, access));
        return work(tx);
      });
    }, access.signal);
  }

  async function queryAs<T extends Row>(
    identity: Identity,
    access: TransactionOptions,
    text: string,
    values: unknown[] = [],
  ) {
    return withClient(async (client) => {
      const responses = await allOrFirstError([
        ...opening(client, identity, access),
        runQuery(client, text, values, trusted(identity)),
        send(client, 'commit'), // rolls back if the transaction has failed
      ]);
      return toResult<T>(responses.at(-2));
    }, access.signal);
  }

  /** Returns the prepared statements; undefined for anonymous clients, whose statements are never prepared. */
  function trusted(identity: Identity) {
    return identity.role === 'anon' ? undefined : prepared;
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const client = await pool.connect().catch(explainConnecting);
    const stopWatching = watch(() => streamOf(client).destroy(new Error('silent')));
    const stopCancelling = signal && cancelStatementOnAbort(signal, client);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) {
        broken = error;
        onError(error);
      }
      throw error;
    } finally {
      stopWatching();
      const isCancelled = stopCancelling?.() ?? false;
      if (!broken && !isCancelled) deallocate(client, prepared);
      client.release(broken ?? isCancelled);
    }
  }

  return {
    query: (text, values) =>
      withClient((client) => queryable(client, prepared).query(text, values)),
    transaction,
    transactionAs,
    queryAs,
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * Closes the connection when pg cannot read a result, for example a text that is longer than Node's strings. The query
 * then fails, and the process continues. Otherwise pg would throw outside of any promise, and the process would end.
 */
function closeOnUnreadableResult(client: pg.PoolClient) {
  const stream = streamOf(client);
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string | symbol, ...values: unknown[]) => {
    try {
      return emit(event, ...values);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : undefined);
      return true;
    }
  };
}

function streamOf(client: pg.PoolClient) {
  return (client as unknown as pg.Client).connection.stream; // a pool's client is also a pg.Client
}

function explainConnecting(error: unknown): never {
  // The pool's own error has neither a class nor a code: recognize it by its message.
  const full = error instanceof Error && error.message.startsWith('timeout exceeded');
  throw new DatabaseUnavailableError(full ? 'no_free_connection' : 'no_response', error);
}

async function finish<T>(
  client: pg.PoolClient,
  tx: Queryable,
  work: (tx: Queryable) => Promise<T>,
) {
  try {
    const value = await work(tx);
    const end = await send(client, 'commit');
    if (end.command !== 'COMMIT')
      throw new Error('The transaction had failed and was rolled back.');
    return value;
  } catch (error) {
    await send(client, 'rollback').catch(() => undefined); // PostgreSQL rolls back when the connection is lost
    throw error;
  }
}

/** Sends the first statements of a transaction without waiting for their responses, to save a round trip. */
function opening(client: pg.PoolClient, identity: Identity, access: TransactionOptions) {
  const { isReadOnly, before } = access;
  return [
    send(client, isReadOnly === true ? 'begin read only' : 'begin'),
    takeRole(client, identity),
    ...setLocally(client, access),
    ...(before === undefined ? [] : [send(client, { name: 'before', text: before })]),
  ];
}

function takeRole(client: pg.PoolClient, { role, claims }: Identity) {
  const values = [role, JSON.stringify(claims), STATEMENT_LIMITS[role]];
  return send(client, { name: 'take-role', text: TAKE_ROLE, values });
}

function setLocally(client: pg.PoolClient, { settings }: TransactionOptions) {
  if (settings === undefined) return [];
  const values = [JSON.stringify(settings)];
  return [send(client, { name: 'set-locally', text: SET_LOCALLY, values })];
}

function queryable(
  client: pg.PoolClient,
  prepared: PreparedStatementCache | undefined,
  signal?: AbortSignal,
): Queryable {
  return {
    query: async <T extends Row>(text: string, values: unknown[] = []) => {
      signal?.throwIfAborted();
      return toResult<T>(await runQuery(client, text, values, prepared));
    },
  };
}

/** Runs a statement and returns its result. With `prepared`, a text that has succeeded is prepared at its next use. */
async function runQuery(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
  prepared?: PreparedStatementCache,
) {
  const response = await send(client, prepared?.query(client, text, values) ?? { text, values });
  prepared?.succeeded(text);
  return response;
}

/**
 * Deallocates surplus prepared statements of a connection. Does not wait for the responses, because PostgreSQL runs the
 * next transaction of the connection after these statements.
 */
function deallocate(client: pg.PoolClient, prepared: PreparedStatementCache) {
  for (const name of prepared.surplus(client)) {
    // Ignore a failure: PostgreSQL does not know the name, or the connection is lost. An unknown name is rare, because
    // only texts that have succeeded get a name.
    send(client, `deallocate ${name}`).catch(() => undefined);
  }
}

/**
 * Sends a query with a callback. The promises of pg would keep every result in memory until the next full garbage
 * collection (docs/decisions/0014-requests-leave-no-memory.md).
 */
function send(client: pg.PoolClient, query: string | pg.QueryConfig) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(query, (error: Error | null, response) => {
      if (!error) resolve(response);
      else if (error instanceof pg.DatabaseError) reject(error);
      else reject(new DatabaseUnavailableError('no_response', error));
    });
  });
}

/** Waits for every result, so that no statement of this request is in flight, then throws the first error. */
async function allOrFirstError(queries: Promise<pg.QueryResult>[]) {
  const responses = await Promise.allSettled(queries);
  return responses.map((response) => {
    if (response.status === 'rejected') throw response.reason;
    return response.value;
  });
}

function toResult<T extends Row>(response: pg.QueryResult | undefined): Result<T> {
  return { rows: (response?.rows ?? []) as T[], rowCount: response?.rowCount ?? 0 }; // the caller declares its columns
}
