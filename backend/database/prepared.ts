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
  const proven = new Set<string>();
  const connections = new WeakMap<pg.PoolClient, Named>();

  return {
    /** How a text is sent. The values decide nothing. */
    query(client: pg.PoolClient, text: string, values: unknown[]): pg.QueryConfig {
      const named = connections.get(client) ?? new Named();
      connections.set(client, named);
      const name = named.use(text) ?? (proven.has(text) ? named.add(text) : undefined);
      return name === undefined ? { text, values } : { name, text, values };
    },

    /** Takes note that the database ran a text. */
    succeeded(text: string) {
      if (text.length > MAX_TEXT_LENGTH || proven.has(text)) return;
      proven.add(text);
      if (proven.size > MAX_PROVEN) proven.delete(first(proven) ?? '');
    },

    /** The names that a connection is to deallocate. Only between transactions: one that failed ignores it. */
    surplus: (client: pg.PoolClient) => connections.get(client)?.letGo(client) ?? [],
  };
}

/** What is prepared in one connection, the last used text at the end. No name is ever used again. */
class Named {
  private readonly names = new Map<string, string>();
  private length = 0;
  private count = 0;

  use(text: string) {
    const name = this.names.get(text);
    if (name === undefined) return undefined;
    this.names.delete(text);
    this.names.set(text, name);
    return name;
  }

  add(text: string) {
    const name = `s${(this.count += 1)}`;
    this.names.set(text, name);
    this.length += text.length;
    return name;
  }

  letGo(client: pg.PoolClient) {
    const gone: string[] = [];
    while (this.length > MAX_LENGTH_OF_ALL) {
      const text = first(this.names) ?? '';
      const name = this.names.get(text) ?? '';
      this.names.delete(text);
      this.length -= text.length;
      forgetText(client, name);
      gone.push(name);
    }
    return gone;
  }
}

/** The library remembers the text of every name for as long as the connection lives, and offers no way to forget it. */
function forgetText(client: pg.PoolClient, name: string) {
  // Not in its types.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  Reflect.deleteProperty(connection.parsedStatements, name);
}

function first(texts: { keys(): Iterator<string> }) {
  return texts.keys().next().value as string | undefined; // done or a string
}
