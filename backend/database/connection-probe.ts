import pg from 'pg';

/**
 * Opens a connection to a server and closes it, to learn whether the server accepts connections.
 * @throws pg.DatabaseError with the reason of a refusal; a different error if no server listens, or if there is no
 * response within `limitMs`
 */
export async function probeConnection(connection: pg.ClientConfig, limitMs: number) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: limitMs });
  client.on('error', () => undefined); // the connection can break at any moment, also just after it is open
  await client.connect();
  void client.end(); // not awaited: an unresponsive server never closes it
}
