import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { hash, verify } from '@node-rs/bcrypt';
import pg from 'pg';
import { getUnusedRefreshToken, type Statement } from './recording.ts';

export type BareServerInput = {
  connection: pg.ClientConfig;
  user: Statement[];
  object: Statement;
  picture: { path: string; size: number };
  /** The folder for uploaded files. */
  folder: string;
};

// This program is the reference server for sessions and files: it has no roles, claims, limits, checks or framework. It
// reads with the backend's own SQL, and writes only the rows that store the data. Its pool has as many connections as
// the backend's pool for auth or storage. The reference server for lists is bench/floor. The program prints its URL.

/** The input of this program: JSON in the environment variable BARE_SERVER. */
const bare = JSON.parse(process.env.BARE_SERVER ?? '') as BareServerInput; // bench/bench.ts wrote it
const pool = new pg.Pool({ ...bare.connection, max: 12 });
const INSERT = `insert into storage.objects (id, bucket_id, name, version, metadata)
  values ($1, 'product-images', $2, $3, $4)`;
const REVOKE_TOKEN = `update auth.refresh_tokens set revoked = true, updated_at = now()
  where token = $1 and not revoked returning user_id, session_id`;
const ADD_TOKEN = `insert into auth.refresh_tokens
    (token, user_id, session_id, parent, revoked, created_at, updated_at)
  values ($1, $2, $3, $4, false, now(), now())`;
type RevokedToken = { user_id: string; session_id: string };
let refreshed = 0;
const PASSWORD = 'senha-de-teste';
const passwordHash = hash(PASSWORD, { cost: 10, version: '2a' });

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const handlers: Record<string, Handler> = {
  '/user': async (_request, response) => {
    const found: unknown[] = [];
    for (const [index, statement] of bare.user.entries())
      found.push((await pool.query({ name: `user${index}`, ...statement })).rows[0]);
    sendJson(response, JSON.stringify(found[0]));
  },
  '/password': async (_request, response) => {
    sendJson(response, JSON.stringify(await verify(PASSWORD, await passwordHash)));
  },
  '/refresh': async (_request, response) => {
    const token = getUnusedRefreshToken('f', refreshed++);
    const successor = randomUUID();
    const client = await pool.connect();
    try {
      await client.query('begin');
      const revoked = await client.query<RevokedToken>({
        name: 'revoke',
        text: REVOKE_TOKEN,
        values: [token],
      });
      const values = [successor, revoked.rows[0]?.user_id, revoked.rows[0]?.session_id, token];
      await client.query({ name: 'successor', text: ADD_TOKEN, values });
      await client.query('commit');
    } finally {
      client.release();
    }
    sendJson(response, JSON.stringify({ refresh_token: successor }));
  },
  '/file': async (_request, response) => sendPicture(response),
  '/file-with-row': async (_request, response) => {
    await pool.query({ name: 'object', ...bare.object });
    sendPicture(response);
  },
  '/upload': async (request, response) => {
    const bytes = await buffer(request);
    const id = randomUUID();
    const file = await open(join(bare.folder, id), 'wx');
    await file.write(bytes);
    await file.sync();
    await file.close();
    const metadata = { size: bytes.length, mimetype: 'image/png' };
    await pool.query({
      name: 'insert',
      text: INSERT,
      values: [id, `bare/${id}.png`, id, metadata],
    });
    sendJson(response, JSON.stringify({ Id: id }));
  },
};

function sendJson(response: ServerResponse, body: string | undefined) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

function sendPicture(response: ServerResponse) {
  const { path, size } = bare.picture;
  response.writeHead(200, { 'content-type': 'image/png', 'content-length': size, etag: '"bare"' });
  createReadStream(path).pipe(response);
}

const server = createServer((request, response) => {
  const handler = handlers[request.url ?? ''];
  if (handler === undefined) response.writeHead(404).end();
  else
    handler(request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
