import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** A longer text is sent anew each time: its plan would hold up to a megabyte in every connection. */
const MAX_TEXT_LENGTH = 8_192;
/** What one connection keeps prepared, in characters: a plan takes about 100 bytes of memory for each. */
const MAX_LENGTH_OF_ALL = 98_304;
/** Texts that are known to work, over all connections. */
const MAX_PROVEN = 1_000;

export type Prepared = ReturnType<typeof createPrepared>;

/**
 * Which texts are prepared under a name, for the connections of one pool. Only those that have succeeded
 * once: whatever clients make up and the database refuses costs it nothing afterwards. Each connection lets
 * go of what it has not used for longest.
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
    /** How a text is sent. The values decide nothing. */
    query(client: pg.PoolClient, text: string, values: unknown[]): pg.QueryConfig {
      const named = namedIn(client);
      const name = named.names.get(text) ?? (proven.has(text) ? named.add(text) : undefined);
      return name === undefined ? { text, values } : { name, text, values };
    },

    /** Takes note that the database ran a text. */
    succeeded(text: string) {
      if (text.length <= MAX_TEXT_LENGTH) proven.set(text, true);
    },

    /** The names that a connection is to deallocate. Only between transactions: one that failed ignores it. */
    surplus(client: pg.PoolClient) {
      const gone = namedIn(client).surplus.splice(0);
      for (const name of gone) forgetText(client, name);
      return gone;
    },
  };
}

type Named = ReturnType<typeof createNamed>;

/** The names of the texts that are prepared in one connection. None is ever used again. */
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

/** The library remembers the text of every name for as long as the connection lives, and offers no way to forget it. */
function forgetText(client: pg.PoolClient, name: string) {
  // Not in its types.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  Reflect.deleteProperty(connection.parsedStatements, name);
}
