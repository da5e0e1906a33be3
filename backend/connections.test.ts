import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/server.ts';

let server: TestServer | undefined;
afterEach(() => server?.stop());

/** Connects from the local address `from`, and sends `text` if it is given. */
async function open(from = '127.0.0.1', text?: string) {
  const socket = connect({
    port: Number(new URL(server?.url ?? '').port),
    host: '127.0.0.1',
    localAddress: from,
  });
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined); // an error is normal when the server closes the connection
  socket.on('close', () => (isClosed = true));
  await once(socket, 'connect');
  if (text !== undefined) socket.write(text);
  return { socket, received: () => received, isClosed: () => isClosed };
}

/** Options of `expect.poll` with a longer timeout than the default, because a busy host responds slowly. */
const PATIENT = { timeout: 5_000 };
const REQUEST = 'GET /health HTTP/1.1\r\nhost: a\r\n\r\n';

it('refuses connections of an address beyond its limit, and of no other address', async () => {
  server = await startTestServer({ env: { CONNECTIONS_PER_ADDRESS: '3' } });
  const [first] = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')];
  const fourth = await open('127.0.0.2', REQUEST);
  await expect.poll(() => fourth.isClosed(), PATIENT).toBe(true);
  expect(fourth.received()).toBe('');
  const other = await open('127.0.0.3', REQUEST);
  await expect.poll(() => other.received(), PATIENT).toContain('200 OK');

  first?.socket.destroy();
  await expect
    .poll(async () => {
      const next = await open('127.0.0.2', REQUEST);
      await wait(50);
      return next.received();
    }, PATIENT)
    .toContain('200 OK');
});

it('does not count connections of trusted proxies', async () => {
  server = await startTestServer({
    env: { CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.2,127.0.1.0/24' },
  });
  for (const from of ['127.0.0.2', '127.0.1.7'])
    for (let count = 0; count < 3; count += 1) {
      const proxied = await open(from, REQUEST);
      await expect.poll(() => proxied.received(), PATIENT).toContain('200 OK');
    }
});

it('refuses connections beyond the total limit', async () => {
  server = await startTestServer({ env: { MAX_CONNECTIONS: '2' } });
  const held: Socket[] = [];
  for (const from of ['127.0.0.2', '127.0.0.3']) held.push((await open(from)).socket);
  const third = await open('127.0.0.4', REQUEST);
  await expect.poll(() => third.isClosed(), PATIENT).toBe(true);
  held[0]?.destroy();
  await expect
    .poll(async () => {
      const next = await open('127.0.0.4', REQUEST);
      await wait(50);
      return next.received();
    }, PATIENT)
    .toContain('200 OK');
});

it('closes a connection without a complete header after 10 s, not one between two requests', async () => {
  server = await startTestServer();
  const silent = await open();
  const half = await open('127.0.0.1', 'GET /health HTTP/1.1\r\nhost: a\r\n');
  const idle = await open('127.0.0.1', REQUEST);
  const drip = setInterval(() => half.socket.write('x: y\r\n'), 500);
  const begun = Date.now();
  await expect
    .poll(() => silent.isClosed() && half.isClosed(), { timeout: 20_000, interval: 100 })
    .toBe(true);
  clearInterval(drip);
  expect(Date.now() - begun).toBeGreaterThan(8_000);
  expect(Date.now() - begun).toBeLessThan(15_000);
  await wait(3_000);
  expect(idle.isClosed()).toBe(false);
  idle.socket.write(REQUEST);
  await expect.poll(() => idle.received().match(/200 OK/g)?.length, PATIENT).toBe(2);
}, 40_000);

it('stops at once although connections without a request are open', async () => {
  server = await startTestServer();
  await Promise.all(Array.from({ length: 20 }, () => open()));
  const begun = Date.now();
  await server.stop();
  server = undefined;
  expect(Date.now() - begun).toBeLessThan(5_000);
});
