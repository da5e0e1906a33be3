import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { cloneDatabase, dropDatabase } from '../../backend/testing/cluster.ts';
import { TEST_CALLERS, type TestCaller } from './people.ts';

type Row = Record<string, unknown>;
export type StatementOutcome<T extends Row = Row> = { rows: T[]; code: string };

/** The SQLSTATE of a successful statement. */
export const SUCCESSFUL_COMPLETION = '00000';
/** The SQLSTATE of a statement without permission. */
export const INSUFFICIENT_PRIVILEGE = '42501';

/** A new database with the schema of Vitrine, and functions that run statements as any user. */
export type TestDatabase = {
  /** Runs a statement as the superuser, which has every permission. Returns the rows. */
  sql<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** Runs a statement with the role and claims of `person`, and commits. Returns the rows. */
  as<T extends Row = Row>(person: TestCaller, text: string, values?: unknown[]): Promise<T[]>;
  /** Calls a function of the API as `person`, and commits. Returns the result as JSON values. */
  call<T>(person: TestCaller, name: string, values: unknown[]): Promise<T>;
  /**
   * Runs a statement as `person` and rolls back. Returns the rows and the SQLSTATE. `operation` is the name that the
   * storage server gives the request, for example `storage.object.upload`. The data API sets no name.
   */
  attempt<T extends Row = Row>(
    person: TestCaller,
    text: string,
    values?: unknown[],
    operation?: string,
  ): Promise<StatementOutcome<T>>;
  /** Opens an additional connection, for concurrent requests. `drop` closes it. */
  connect(): Promise<pg.Client>;
  /** Resolves when a connection waits for a lock. Throws after 5 seconds. */
  waitForLock(): Promise<void>;
  drop(): Promise<void>;
};

export async function openTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const database = await cloneDatabase(cluster, 'schema');
  const clients: pg.Client[] = [];
  const client = await connect();
  await insertTestUsers((text, values) => client.query(text, values));

  async function connect() {
    const opened = new pg.Client(database);
    clients.push(opened);
    await opened.connect();
    return opened;
  }

  async function as<T extends Row>(person: TestCaller, text: string, values?: unknown[]) {
    try {
      await beginTransactionAs(client, person);
      const { rows } = await client.query<T>(text, values);
      await client.query('commit');
      return rows;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  return {
    connect,
    async waitForLock() {
      const deadline = Date.now() + 5_000;
      while (Date.now() < deadline) {
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if (rows.length > 0) return;
        await setTimeout(5);
      }
      throw new Error('No connection waits for a lock.');
    },
    async sql<T extends Row>(text: string, values?: unknown[]) {
      return (await client.query<T>(text, values)).rows;
    },
    as,
    async call<T>(person: TestCaller, name: string, values: unknown[]) {
      const list = values.map((_, place) => `$${place + 1}`).join(', ');
      const [only] = await as<{ result: T }>(
        person,
        `select to_json(public.${name}(${list})) as result`,
        values,
      );
      return only!.result; // a function returns one row
    },
    async attempt<T extends Row>(
      person: TestCaller,
      text: string,
      values?: unknown[],
      operation?: string,
    ) {
      try {
        await beginTransactionAs(client, person, operation);
        return { rows: (await client.query<T>(text, values)).rows, code: SUCCESSFUL_COMPLETION };
      } catch (error) {
        if (error instanceof pg.DatabaseError) return { rows: [], code: error.code ?? '' };
        throw error;
      } finally {
        await client.query('rollback');
      }
    },
    async drop() {
      await Promise.all(clients.map((each) => each.end()));
      await dropDatabase(cluster, database.database);
    },
  };
}

/** Begins a transaction with the role and claims of `person`. `operation`: see `attempt` of `TestDatabase`. */
export async function beginTransactionAs(client: pg.Client, person: TestCaller, operation = '') {
  const { role, ...claims } = TEST_CALLERS[person].claims;
  await client.query('begin');
  await client.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
      set_config('storage.allow_delete_query', 'true', true), set_config('storage.operation', $3, true)`,
    [role, JSON.stringify({ role, ...claims }), operation],
  );
}

/**
 * Inserts the login, profile and session of every user in `TEST_CALLERS`. `run` must be allowed to write these tables.
 */
export async function insertTestUsers(run: (text: string, values: unknown[]) => Promise<unknown>) {
  for (const { claims, email, profile, session } of Object.values(TEST_CALLERS)) {
    if (!claims.sub) continue;
    await run('insert into auth.users (id, email) values ($1, $2) on conflict do nothing', [
      claims.sub,
      email,
    ]);
    if (profile) {
      await run('insert into public.profiles (id, name, email, role) values ($1, $2, $3, $4)', [
        claims.sub,
        profile.name,
        email,
        profile.role,
      ]);
    }
    // Insert the session after the profile: a session older than the profile gives no permission.
    if (session) {
      await run('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [
        claims.session_id,
        claims.sub,
      ]);
    }
  }
}
