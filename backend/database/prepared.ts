import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/**
 * Maximum length of a prepared text in characters. The plan of a longer text would take up to a megabyte for each
 * connection.
 */
const MAX_TEXT_LENGTH = 8_192;
/**
 * Maximum total length of the texts that one connection has prepared, in characters. A plan takes about 100 bytes for
 * each character.
 */
const MAX_LENGTH_OF_ALL = 98_304;
/** Maximum number of texts that are known to succeed, over all connections. */
const MAX_PROVEN = 1_000;

export type Prepared = ReturnType<typeof createPrepared>;

/**
 * Creates the store of prepared statements for the connections of one pool. A text is prepared only after it has
 * succeeded once, so that refused texts of clients take no memory. Each connection deallocates its least recently used
 * statements.
 */
export function createPrepared() {
  const proven = new LRUCache<string, true>({ max: MAX_PROVEN });
  const connections = new WeakMap<pg.PoolClient, Named>();

  function namedIn(client: pg.PoolClient) {
    const named = connections.get(client) ?? createNamed();
    connections.set(client, named);
    return named;
  }

  return {
    /**
     * Returns the query to send for a text. The query has a name, so that it is prepared, if the text has succeeded
     * before with any values.
     */
    query(client: pg.PoolClient, text: string, values: unknown[]): pg.QueryConfig {
      const named = namedIn(client);
      const name = named.names.get(text) ?? (proven.has(text) ? named.add(text) : undefined);
      return name === undefined ? { text, values } : { name, text, values };
    },

    /** Records that the database ran a text. */
    succeeded(text: string) {
      if (text.length <= MAX_TEXT_LENGTH) proven.set(text, true);
    },

    /**
     * Returns the names to deallocate in a connection, and forgets them. Call it between transactions, because a failed
     * transaction refuses `deallocate`.
     */
    surplus(client: pg.PoolClient) {
      const gone = namedIn(client).surplus.splice(0);
      for (const name of gone) forgetText(client, name);
      return gone;
    },
  };
}

type Named = ReturnType<typeof createNamed>;

/** Creates the map from the texts that one connection has prepared to their names. Names are never reused. */
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
 * Deletes a name from the map of pg. pg has no function for that, and would store the text until the connection closes.
 */
function forgetText(client: pg.PoolClient, name: string) {
  // The types of pg lack this field.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  Reflect.deleteProperty(connection.parsedStatements, name);
}
