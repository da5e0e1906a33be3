import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/**
 * Maximum length in characters of a text that is prepared. The plan of a text of this length takes about 0.8 MB in each
 * connection.
 */
const MAX_TEXT_LENGTH = 8_192;
/**
 * Maximum total length in characters of the texts that one connection has prepared. A plan takes about 100 bytes for
 * each character of its text.
 */
const MAX_LENGTH_OF_ALL = 98_304;
/** Maximum number of stored texts that have succeeded, for all connections of a pool together. */
const MAX_PROVEN = 1_000;

export type PreparedStatementCache = ReturnType<typeof createPreparedStatementCache>;

/**
 * Creates the store of prepared statements for the connections of one pool. A text is prepared only after it has
 * succeeded once, so that refused texts of clients take no memory. Above MAX_LENGTH_OF_ALL, a connection deallocates
 * its least recently used statements.
 */
export function createPreparedStatementCache() {
  const proven = new LRUCache<string, true>({ max: MAX_PROVEN });
  const connections = new WeakMap<pg.PoolClient, Named>();

  function namedIn(client: pg.PoolClient) {
    const named = connections.get(client) ?? createNamed();
    connections.set(client, named);
    return named;
  }

  return {
    /**
     * Returns the query to send for a text. If the text has succeeded before, with any values, the query has a name, so
     * that PostgreSQL prepares it.
     */
    query(client: pg.PoolClient, text: string, values: unknown[]): pg.QueryConfig {
      const named = namedIn(client);
      const name = named.names.get(text) ?? (proven.has(text) ? named.add(text) : undefined);
      return name === undefined ? { text, values } : { name, text, values };
    },

    /** Records that a text has succeeded, so that it is prepared at its next use. Ignores texts that are too long. */
    succeeded(text: string) {
      if (text.length <= MAX_TEXT_LENGTH) proven.set(text, true);
    },

    /**
     * Returns the names to deallocate in a connection, and deletes them from this store. Call this function between
     * transactions, because a failed transaction refuses `deallocate`.
     */
    surplus(client: pg.PoolClient) {
      const gone = namedIn(client).surplus.splice(0);
      for (const name of gone) forgetText(client, name);
      return gone;
    },
  };
}

type Named = ReturnType<typeof createNamed>;

/**
 * Creates the registry of one connection's prepared statements. `names` maps the SQL text of a statement to its name;
 * `surplus` has the names to deallocate. Names are never reused.
 */
function createNamed() {
  let count = 0;
  const surplus: string[] = [];
  const names = new LRUCache<string, string>({
    maxSize: MAX_LENGTH_OF_ALL,
    sizeCalculation: (_name, text) => text.length,
    dispose: (name) => surplus.push(name),
  });

  function add(text: string) {
    const name = `s${(count += 1)}`;
    names.set(text, name);
    return name;
  }
  return { names, surplus, add };
}

/**
 * Deletes a name from pg's map of prepared statements. pg has no function for that, and would store the text until the
 * connection closes.
 */
function forgetText(client: pg.PoolClient, name: string) {
  // The types of pg lack the field `connection`.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  Reflect.deleteProperty(connection.parsedStatements, name);
}
