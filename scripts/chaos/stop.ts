import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosReport } from './report.ts';
import type { ChaosSetup } from './chaos-setup.ts';
import { JPEG_START, startWriters } from './writers.ts';

const STOP_LIMIT_MS = 10_000;
const PIECES = 15;
const PIECE = Buffer.alloc(20_000, 1);

/** Sends SIGTERM while clients write: the server must end only after a slow upload in progress has its response. */
export async function stopWhileWriting(world: ChaosSetup, report: ChaosReport) {
  const stopWriters = startWriters(world.session, world.ledger);
  const path = `main/devagar-${Date.now()}.jpg`;
  const slow = uploadSlowly(world, path);
  await wait(500);
  const stoppedAt = Date.now();
  const ended = world.backend.signal('SIGTERM');
  const status = await slow.catch((error: unknown) => String(error));
  const code = await ended;
  const duration = Date.now() - stoppedAt;
  await stopWriters();
  await world.start();

  if (status !== 200) report.problem(`the upload in progress at SIGTERM got status ${status}`);
  if (code !== 0) report.problem(`SIGTERM ended with ${code}`);
  const { url } = world.session;
  const file = await fetch(`${url}/storage/v1/object/public/product-images/${path}`);
  const { byteLength } = await file.arrayBuffer();
  if (byteLength !== PIECES * PIECE.length + JPEG_START.length)
    report.problem(`the file has ${byteLength} bytes`);
  report.losses('SIGTERM', await world.losses());
  report.times('SIGTERM finishes requests in progress: ended after', [duration], STOP_LIMIT_MS);
}

/**
 * Uploads a file in pieces, for more than a second.
 * @returns the status of the response
 */
function uploadSlowly({ session: { url, headers } }: ChaosSetup, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/storage/v1/object/product-images/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'image/jpeg' },
    });
    sending.once('response', (response) => resolve(response.resume().statusCode ?? 0));
    sending.once('error', reject);
    sending.write(JPEG_START);
    void (async () => {
      for (let n = 0; n < PIECES; n += 1) {
        sending.write(PIECE);
        await wait(100);
      }
      sending.end();
    })();
  });
}
