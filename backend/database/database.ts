import pg from 'pg';
import type { Identity } from '../identity.ts';

export type Row = Record<string, unknown>;
export type Result<T extends Row = Row> = { rows: T[]; rowCount: number };
export type Queryable = {
  query<T extends Row = Row>(text: string, values?: unknown[]): Promise<Result<T>>;
};
/** What SQL may know of the request: `current_setting('request.method')` and its siblings. */
export type RequestInfo = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Whether the transaction refuses every change (SQLSTATE 25006). */
  isReadOnly?: boolean;
};

/** The connections of one login role. */
export type Database = Queryable & {
  /** Commits what `work` did, or rolls it back when `work` throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** One statement under the caller's role and claims, in one transaction and one round trip. */
  queryAs<T extends Row = Row>(
    identity: Identity,
    request: RequestInfo,
    text: string,
    values?: unknown[],
  ): Promise<Result<T>>;
  /** Several statements under the caller's role and claims, in one transaction. */
  transactionAs<T>(
    identity: Identity,
    request: RequestInfo,
    work: (tx: Queryable) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
};

/** One login role a protocol, as on the hosted platform. */
export type Databases = { rest: Database; auth: Database; storage: Database };

/**
 * `set_config(…, true)` ends with the transaction, so a connection goes back to the pool as the role
 * that logged in. It is a statement of its own: a role set inside the query would come too late for
 * the permission check of that same query.
 */
const TAKE_ROLE = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true)`;

const PREPARED_STATEMENTS = 300;

/** Opens a pool. `onError` hears of idle connections that the server closed. */
export function connect(connection: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: 12,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    ...connection,
    pipeline: true,
  });
  // An idle connection that the server closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  const prepared = namedStatements();

  async function transaction<T>(work: (tx: Queryable) => Promise<T>) {
    return withClient(async (client) => {
      await ask(client, 'begin');
      return finish(client, prepared, work);
    });
  }

  async function transactionAs<T>(
    identity: Identity,
    request: RequestInfo,
    work: (tx: Queryable) => Promise<T>,
  ) {
    return withClient(async (client) => {
      await allOrFirstError([ask(client, begin(request)), takeRole(client, identity, request)]);
      return finish(client, prepared, work);
    });
  }

  async function queryAs<T extends Row>(
    identity: Identity,
    request: RequestInfo,
    text: string,
    values: unknown[] = [],
  ) {
    return withClient(async (client) => {
      const answers = await allOrFirstError([
        ask(client, begin(request)),
        takeRole(client, identity, request),
        ask(client, prepared(text, values)),
        ask(client, 'commit'), // after an error in the transaction this is a rollback
      ]);
      return toResult<T>(answers[2]);
    });
  }

  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>) {
    const client = await pool.connect();
    let broken: Error | undefined;
    client.on('error', markBroken);
    function markBroken(error: Error) {
      broken = error;
    }
    try {
      return await work(client);
    } finally {
      client.off('error', markBroken);
      client.release(broken);
    }
  }

  return {
    query: async <T extends Row>(text: string, values: unknown[] = []) =>
      withClient(async (client) => toResult<T>(await ask(client, prepared(text, values)))),
    transaction,
    transactionAs,
    queryAs,
    close: () => pool.end(),
  };
}

async function finish<T>(
  client: pg.PoolClient,
  prepared: Prepare,
  work: (tx: Queryable) => Promise<T>,
) {
  const tx: Queryable = {
    query: async <R extends Row>(text: string, values: unknown[] = []) =>
      toResult<R>(await ask(client, prepared(text, values))),
  };
  try {
    const value = await work(tx);
    const end = await ask(client, 'commit');
    if (end.command !== 'COMMIT')
      throw new Error('The transaction had failed and was rolled back.');
    return value;
  } catch (error) {
    await ask(client, 'rollback').catch(() => undefined); // a lost connection has rolled back already
    throw error;
  }
}

function begin({ isReadOnly }: RequestInfo) {
  return isReadOnly === true ? 'begin read only' : 'begin';
}

function takeRole(client: pg.PoolClient, identity: Identity, request: RequestInfo) {
  return ask(client, {
    name: 'take-role',
    text: TAKE_ROLE,
    values: [
      identity.role,
      JSON.stringify(identity.claims),
      request.method,
      request.path,
      JSON.stringify(request.headers ?? {}),
    ],
  });
}

/**
 * By callback: the promises that the library makes itself outlive their request until the next full
 * collection, and every answer with them (docs/decisions/0014-what-an-answer-costs.md).
 */
function ask(client: pg.PoolClient, query: string | pg.QueryConfig) {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(query, (error: Error | null, answer) => (error ? reject(error) : resolve(answer)));
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

type Prepare = (text: string, values: unknown[]) => pg.QueryConfig;

/**
 * Texts that come again are prepared once a connection. How many is bounded: the shapes of what
 * clients may ask are not, and each one costs memory in every connection.
 */
function namedStatements(): Prepare {
  const names = new Map<string, string>();
  return (text, values) => {
    let name = names.get(text);
    if (!name && names.size < PREPARED_STATEMENTS) {
      name = `s${names.size}`;
      names.set(text, name);
    }
    return name ? { name, text, values } : { text, values };
  };
}

function toResult<T extends Row>(answer: pg.QueryResult | undefined): Result<T> {
  return { rows: (answer?.rows ?? []) as T[], rowCount: answer?.rowCount ?? 0 }; // the caller names its own columns
}
