import pg from 'pg';

/**
 * Connects to a server and hangs up, to see whether it lets anybody in.
 * @throws pg.DatabaseError when it says why not, another error when it does not answer within `limitMs`
 */
export async function knock(connection: pg.ClientConfig, limitMs: number) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: limitMs });
  client.on('error', () => undefined); // it may break at any moment, also just after the connection stands
  await client.connect();
  void client.end(); // a server that falls silent now never says goodbye
}
