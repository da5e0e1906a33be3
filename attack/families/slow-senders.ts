import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Family } from '../family.ts';
import { png } from '../pictures.ts';
import type { AttackTarget } from '../attack-target.ts';

const CONNECTIONS = 200;
/** Time limit until the server aborts a stalled upload: it waits 30 s for the next byte. */
const UPLOAD_LIMIT_MS = 40_000;

/** Opens connections that send slowly: other clients must be served, and stalled uploads must be aborted. */
export const slowSenders: Family = {
  name: 'slow senders',
  needs: 'a quiet host',
  async attack(world, holds) {
    const { as, users, backend } = world;
    const begun = Date.now();
    const head = `Host: a\r\napikey: ${backend.anonKey}\r\nAuthorization: Bearer ${users.bruno.token}\r\n`;
    const upload = `POST /storage/v1/object/product-images/main/lenta.png HTTP/1.1\r\n${head}Content-Type: image/png\r\nContent-Length: 1000000\r\n\r\n`;
    const stalled = openConnection(world, Buffer.concat([Buffer.from(upload), png]));
    const short = openConnection(
      world,
      Buffer.concat([Buffer.from(upload.replace('lenta', 'curta')), png]),
    );
    short.socket.once('connect', () => setTimeout(() => short.socket.end(), 200));
    const headers = Array.from({ length: CONNECTIONS }, (_, index) =>
      openConnection(world, `GET /rest/v1/plans HTTP/1.1\r\n${head}X-${index}: `),
    );
    const bodies = Array.from({ length: CONNECTIONS / 4 }, () =>
      openConnection(
        world,
        `POST /auth/v1/token?grant_type=password HTTP/1.1\r\n${head}Content-Length: 900000\r\n\r\n{`,
      ),
    );
    try {
      for (let round = 0; Date.now() - begun < UPLOAD_LIMIT_MS && !stalled.isOver(); round += 1) {
        for (const { socket } of [...headers, ...bodies]) if (socket.writable) socket.write('a');
        const response = await as(users.ana)('GET', '/rest/v1/plans?select=name');
        if (round < 10)
          holds(
            `round ${round}: an honest request gets its response at once`,
            response.status === 200 && response.ms < 2000,
            [response.status, response.ms],
          );
        await wait(500);
      }
      holds(
        'a stalled upload is aborted',
        stalled.isOver() && Date.now() - begun < UPLOAD_LIMIT_MS,
        stalled.output(),
      );
      holds(
        'a stalled upload gets 4xx or a closed connection',
        /^$|HTTP\/1\.1 4\d\d/.test(stalled.output()),
        stalled.output(),
      );
      for (const name of ['lenta', 'curta']) {
        const left = await as()('GET', `/storage/v1/object/public/product-images/main/${name}.png`);
        holds(`nothing of ${name}.png is stored`, left.status >= 400, left.status);
      }
      holds(
        'an upload shorter than its Content-Length is refused',
        !/HTTP\/1\.1 200/.test(short.output()),
        short.output(),
      );
    } finally {
      for (const { socket } of [...headers, ...bodies, stalled, short]) socket.destroy();
    }
    const after = await as(users.ana)('GET', '/rest/v1/plans?select=name');
    holds('the server still responds', after.status === 200, after.status);
  },
};

function openConnection({ backend }: AttackTarget, first: string | Buffer) {
  const { hostname, port } = new URL(backend.url);
  let output = '';
  let isOver = false;
  const socket: Socket = connect(Number(port), hostname, () => socket.write(first));
  socket.on('data', (chunk: Buffer) => {
    output += chunk.toString('latin1');
    isOver = true;
  });
  socket.on('error', () => undefined); // the server closes the connection, as expected
  socket.on('close', () => (isOver = true));
  return { socket, output: () => output, isOver: () => isOver };
}
