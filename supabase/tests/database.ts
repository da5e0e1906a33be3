import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { cloneDatabase, dropDatabase } from '../../backend/testing/cluster.ts';
import { PEOPLE, type Person } from './people.ts';

type Row = Record<string, unknown>;
export type Outcome<T extends Row = Row> = { rows: T[]; code: string };

/** The SQLSTATE of a statement that succeeded. */
export const OK = '00000';
/** The SQLSTATE of a statement that the permissions refuse. */
export const REFUSED = '42501';

/** A fresh database with the product's schema, and the means to act in it as anybody. */
export type TestDatabase = {
  /** As the superuser, past every permission. */
  sql<T extends Row = Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** As that person, with the role and claims of a request; the change stays. */
  as<T extends Row = Row>(person: Person, text: string, values?: unknown[]): Promise<T[]>;
  /**
   * As that person, undone afterwards: the rows that came back and the SQLSTATE. `operation` is what the storage
   * server names its request, e.g. `storage.object.upload`; the data API names none.
   */
  attempt<T extends Row = Row>(
    person: Person,
    text: string,
    values?: unknown[],
    operation?: string,
  ): Promise<Outcome<T>>;
  /** A connection of its own, for what two people do at the same moment; `drop` ends it. */
  connect(): Promise<pg.Client>;
  /** Resolves when some connection waits for a lock of another. */
  untilOneWaits(): Promise<void>;
  drop(): Promise<void>;
};

export async function openDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const database = await cloneDatabase(cluster, 'schema');
  const clients: pg.Client[] = [];
  const client = await connect();
  await addPeople((text, values) => client.query(text, values));

  async function connect() {
    const made = new pg.Client(database);
    clients.push(made);
    await made.connect();
    return made;
  }

  return {
    connect,
    async untilOneWaits() {
      const deadline = Date.now() + 5_000;
      while (Date.now() < deadline) {
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        if (rows.length > 0) return;
        await setTimeout(5);
      }
      throw new Error('Nobody waits for a lock.');
    },
    async sql<T extends Row>(text: string, values?: unknown[]) {
      return (await client.query<T>(text, values)).rows;
    },
    async as<T extends Row>(person: Person, text: string, values?: unknown[]) {
      try {
        await become(client, person);
        const { rows } = await client.query<T>(text, values);
        await client.query('commit');
        return rows;
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    },
    async attempt<T extends Row>(
      person: Person,
      text: string,
      values?: unknown[],
      operation?: string,
    ) {
      try {
        await become(client, person, operation);
        return { rows: (await client.query<T>(text, values)).rows, code: OK };
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

/** Begins a transaction as a request of that person would. */
export async function become(client: pg.Client, person: Person, operation = '') {
  const { role, ...claims } = PEOPLE[person].claims;
  await client.query('begin');
  await client.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
      set_config('storage.allow_delete_query', 'true', true), set_config('storage.operation', $3, true)`,
    [role, JSON.stringify({ role, ...claims }), operation],
  );
}

/** Everybody's login, session and profile, through any connection that may write them. */
export async function addPeople(run: (text: string, values: unknown[]) => Promise<unknown>) {
  for (const { claims, email, profile, session } of Object.values(PEOPLE)) {
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
    // Nobody gets anything by a session from before the profile.
    if (session) {
      await run('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [
        claims.session_id,
        claims.sub,
      ]);
    }
  }
}
