import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Family } from '../family.ts';
import { png } from '../pictures.ts';

/** Duration of the upload: 10 MB at half a megabit a second. */
const SECONDS = 160;
const BYTES = 10_000_000;

/**
 * Uploads slowly but steadily. The upload must succeed: it never stalls for 30 s, and it takes less than 30 minutes.
 */
export const slowUploads: Family = {
  name: 'slow uploads',
  needs: 'a quiet host',
  isBackground: true,
  async attack({ backend, users, as }, holds) {
    const path = '/storage/v1/object/product-images/main/devagar.png';
    const { hostname, port } = new URL(backend.url);
    const socket = connect(Number(port), hostname);
    const output: string[] = [];
    socket.on('data', (chunk: Buffer) => output.push(chunk.toString('latin1')));
    socket.on('error', () => undefined); // the assertions below find a failed upload
    const body = Buffer.concat([png, Buffer.alloc(BYTES - png.length)]);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\napikey: ${backend.anonKey}\r\nAuthorization: Bearer ${users.bruno.token}\r\nContent-Type: image/png\r\nContent-Length: ${BYTES}\r\n\r\n`,
    );
    const step = Math.ceil(BYTES / SECONDS);
    for (let sent = 0; sent < BYTES && socket.writable; sent += step) {
      socket.write(body.subarray(sent, sent + step));
      await wait(1000);
    }
    for (let tries = 0; tries < 20 && output.length === 0; tries += 1) await wait(500);
    socket.destroy();
    const response = output.join('');
    holds('the slow upload is stored', response.startsWith('HTTP/1.1 200'), response.slice(0, 300));
    const stored = await as()('GET', path.replace('object', 'object/public'));
    holds('the stored file can be read', stored.status === 200, stored.status);
  },
};
