import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The least a server can do for the same page: the same SQL on as many connections, without roles, claims, limits,
 * headers or a framework. Takes connection and statement as JSON, prints its address.
 */
const { connection, text, values } = JSON.parse(process.env.BARE_SERVER ?? '') as {
  connection: pg.ClientConfig;
  text: string;
  values: unknown[];
};
const pool = new pg.Pool({ ...connection, max: 12 });
const server = createServer((_request, response) => {
  pool.query<{ body: string }>({ name: 'page', text, values }).then(
    ({ rows }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(rows[0]?.body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
