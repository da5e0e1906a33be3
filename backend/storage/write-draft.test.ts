import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startUploadTimeLimits } from './upload-time-limits.ts';
import { writeDraft } from './write-draft.ts';

let folder: string;
let server: Server;
let result: PromiseWithResolvers<unknown>;
let limits = { idleMs: 300, totalMs: 60_000 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-draft-'));
  server = createServer();
  server.on('request', (incoming, response) => {
    const timeLimits = startUploadTimeLimits(incoming, limits);
    const draft = join(folder, (incoming.url ?? '').slice(1));
    void writeDraft(incoming, draft, { bytes: 5, signal: timeLimits.signal })
      .then(result.resolve, result.reject)
      .finally(() => {
        timeLimits.end();
        response.end('done');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function send(path: string): ClientRequest {
  result = Promise.withResolvers();
  result.promise.catch(() => undefined); // prevents an unhandled rejection before the test awaits it
  const { port } = server.address() as AddressInfo; // the server listens on a TCP port
  const sending = request({ port, host: '127.0.0.1', path, method: 'POST' });
  sending.on('error', () => undefined);
  return sending;
}

it('refuses a client that stops sending, and sends it the reason', async () => {
  const sending = send('/silent');
  const response = new Promise((resolve) => sending.once('response', resolve));
  sending.write('some');
  await expect(result.promise).rejects.toMatchObject({ httpStatus: 408 });
  await response;
  sending.destroy();
});

it('accepts a slow client', async () => {
  // The upload takes longer than `idleMs` in total. Each pause takes a quarter of `idleMs`, so that no pause exceeds
  // `idleMs` on a busy host.
  limits = { idleMs: 2000, totalMs: 60_000 };
  const file = randomUUID();
  const sending = send(`/${file}`);
  for (const letter of 'abcde') {
    sending.write(letter);
    await wait(500);
  }
  sending.end();
  expect(await result.promise).toMatchObject({
    size: 5,
    eTag: '"36bbe50ed96841d10443bcb670d6554f"',
  });
  expect(await readFile(join(folder, file), 'utf8')).toBe('abcde');
});

it('aborts an upload that never ends', async () => {
  limits = { idleMs: 300, totalMs: 500 };
  const sending = send('/endless');
  const drip = setInterval(() => sending.write(''.padEnd(1)), 150);
  await expect(result.promise).rejects.toMatchObject({ httpStatus: 408 });
  clearInterval(drip);
  sending.destroy();
});
