import pg from 'pg';
import type { Identity } from '../identity.ts';
import { cancelOnAbort } from './cancel.ts';
import { createPrepared, type Prepared } from './prepared.ts';
import { createWatchdog } from './watchdog.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export type Row = Record<string, unknown>;
export type Result<T extends Row = Row> = { rows: T[]; rowCount: number };
export type Queryable = {
  query<T extends Row = Row>(text: string, values?: unknown[]): Promise<Result<T>>;
};
export type Access = {
  /** The transaction refuses every change (SQLSTATE 25006). */
  isReadOnly?: boolean;
  /** Settings that SQL may read during the transaction. */
  settings?: Record<string, string> | undefined;
  /** Its abort cancels the statement that runs and rolls the transaction back, unless it has been committed. */
  signal?: AbortSignal;
  /** A statement that runs first, as the caller's role: its error ends the transaction. */
  before?: string | undefined;
};

/** The connections of one login role. Every call may end with `DatabaseUnavailable`. */
export type Database = Queryable & {
  /** Commits what `work` did, or rolls it back when `work` throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** One statement under the caller's role and claims, in one transaction and one round trip. */
  queryAs<T extends Row = Row>(
    identity: Identity,
    access: Access,
    text: string,
    values?: unknown[],
  ): Promise<Result<T>>;
  /** Several statements under the caller's role and claims, in one transaction. */
  transactionAs<T>(
    identity: Identity,
    access: Access,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T>;
  /** How many connections are open and idle, and how much work waits for one. */
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/**
 * One login role a protocol, as on the hosted platform, and a pool for each kind of work: none starves another. `rest`
 * and `anonymous` serve data to signed-in and to anonymous clients; `signIn` checks passwords; `server` is for the
 * server's own queries (the catalogue, whether the database answers).
 */
export type Databases = Record<keyof typeof CONNECTIONS, Database>;

/** Connections of each pool. `backend/rest/shares.ts` gives a connection of `rest` and `anonymous` to each request at work. */
export const CONNECTIONS = { rest: 12, anonymous: 4, server: 2, auth: 12, signIn: 4, storage: 12 };

/**
 * `set_config(…, true)` ends with the transaction, so a connection goes back to the pool as the role
 * that logged in. It is a statement of its own: a role set inside the query would come too late for
 * the permission check of that same query, and a time limit for the query's.
 */
const TAKE_ROLE = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('statement_timeout', $3, true)`;
const SET_LOCALLY = 'select set_config(key, value, true) from json_each_text($1)';
/** The hosted platform's. A setting of the role itself counts only for who logs in as that role. */
const STATEMENT_LIMITS = { anon: '3s', authenticated: '8s', service_role: '8s' };

const CONNECT_LIMIT_MS = 5_000;
/** Longer than any statement may take (platform/01-roles.sql): who is silent now will not answer. */
const ANSWER_LIMIT_MS = 10_000;

/** Opens a pool. `onError` hears of every connection that is lost, whether it was idle or in use. */
export function connect(connection: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...connection,
    pipeline: true,
  });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  pool.on('connect', (client) => {
    // One that breaks while it is lent out fails what it is asked. The pool listens only to those that it holds, and
    // between its hands and ours the last words of a dying server may come.
    client.on('error', () => undefined);
    surviveAnswers(client);
  });
  const prepared = createPrepared();
  const watch = createWatchdog(connection);

  async function transaction<T>(work: (tx: Queryable) => Promise<T>) {
    return withClient(async (client) => {
      await send(client, 'begin');
      return finish(client, queryable(client, prepared), work);
    });
  }

  async function transactionAs<T>(
    identity: Identity,
    access: Access,
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
    access: Access,
    text: string,
    values: unknown[] = [],
  ) {
    return withClient(async (client) => {
      const answers = await allOrFirstError([
        ...opening(client, identity, access),
        ask(client, text, values, trusted(identity)),
        send(client, 'commit'), // after an error in the transaction this is a rollback
      ]);
      return toResult<T>(answers.at(-2));
    }, access.signal);
  }

  /** Strangers leave nothing behind in a connection. */
  function trusted(identity: Identity) {
    return identity.role === 'anon' ? undefined : prepared;
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const client = await pool.connect().catch(explainConnecting);
    const stopWatching = watch(() => streamOf(client).destroy(new Error('silent')));
    const stopCancelling = signal && cancelOnAbort(signal, client);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
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
 * An answer that the library cannot read (a text longer than Node's strings, say) is thrown where nobody
 * catches it. It ends the connection, and what was asked on it, not the process.
 */
function surviveAnswers(client: pg.PoolClient) {
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
  return (client as unknown as pg.Client).connection.stream; // a pool's client is one
}

function explainConnecting(error: unknown): never {
  // The pool's own words: its error has neither a class nor a code.
  const full = error instanceof Error && error.message.startsWith('timeout exceeded');
  throw new DatabaseUnavailable(full ? 'no_free_connection' : 'no_answer', error);
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
    await send(client, 'rollback').catch(() => undefined); // a lost connection has rolled back already
    throw error;
  }
}

/** Sent at once, answered in turn: a request waits for no round trip of its own for them. */
function opening(client: pg.PoolClient, identity: Identity, access: Access) {
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

function setLocally(client: pg.PoolClient, { settings }: Access) {
  if (settings === undefined) return [];
  const values = [JSON.stringify(settings)];
  return [send(client, { name: 'set-locally', text: SET_LOCALLY, values })];
}

function queryable(
  client: pg.PoolClient,
  prepared: Prepared | undefined,
  signal?: AbortSignal,
): Queryable {
  return {
    query: async <T extends Row>(text: string, values: unknown[] = []) => {
      signal?.throwIfAborted();
      return toResult<T>(await ask(client, text, values, prepared));
    },
  };
}

/** Its answer, once the database has run it; a text that has worked may be prepared from then on. */
async function ask(client: pg.PoolClient, text: string, values: unknown[], prepared?: Prepared) {
  const answer = await send(client, prepared?.query(client, text, values) ?? { text, values });
  prepared?.succeeded(text);
  return answer;
}

/** Between two transactions, and without waiting: the next one on this connection comes behind it. */
function deallocate(client: pg.PoolClient, prepared: Prepared) {
  for (const name of prepared.surplus(client)) {
    // One that failed before it was prepared is not there.
    send(client, `deallocate ${name}`).catch(() => undefined);
  }
}

/**
 * By callback: the promises that the library makes itself outlive their request until the next full
 * collection, and every answer with them (docs/decisions/0014-what-an-answer-costs.md).
 */
function send(client: pg.PoolClient, query: string | pg.QueryConfig) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(query, (error: Error | null, answer) => {
      if (!error) resolve(answer);
      else if (error instanceof pg.DatabaseError) reject(error);
      else reject(new DatabaseUnavailable('no_answer', error));
    });
  });
}

/** Waits for every answer, so that nothing of this request is still on the wire, then throws the first error. */
async function allOrFirstError(queries: Promise<pg.QueryResult>[]) {
  const answers = await Promise.allSettled(queries);
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  });
}

function toResult<T extends Row>(answer: pg.QueryResult | undefined): Result<T> {
  return { rows: (answer?.rows ?? []) as T[], rowCount: answer?.rowCount ?? 0 }; // the caller names its own columns
}
