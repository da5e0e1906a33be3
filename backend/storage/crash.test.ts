import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageClient } from '@supabase/storage-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOrCreateSecrets } from '../secrets.ts';
import {
  startBackend,
  waitForCondition,
  type Backend,
} from '../database/testing/backend-process.ts';
import { createLargePng } from './testing/pictures.ts';

let dataDir: string;
let backends: Backend[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-crash-'));
  await chmod(dataDir, 0o711);
  backends = [];
});
afterEach(async () => {
  for (const backend of backends) await backend.end();
  await rm(dataDir, { recursive: true, force: true });
});

it(
  'never stores a row without its bytes, at any moment of a kill',
  { timeout: 60_000 },
  async () => {
    const killed = startBackend(dataDir);
    backends.push(killed);
    const { url } = await killed.ready();
    const file = await createLargePng(300_000);
    const bucket = (await client(url)).from('product-images');
    const tried: string[] = [];
    const confirmed: string[] = [];
    const uploads = Array.from({ length: 4 }, async (_, line) => {
      for (let n = 0; n < 200; n += 1) {
        const name = `main/${line}-${n}.png`;
        tried.push(name);
        const { error } = await bucket.upload(name, file);
        if (error) return; // the backend has been killed
        confirmed.push(name);
      }
    });
    await waitForCondition('a dozen files are there', () => confirmed.length >= 12);
    await killed.signal('SIGKILL');
    await Promise.all(uploads);

    const next = startBackend(dataDir);
    backends.push(next);
    const recovered = (await client((await next.ready()).url)).from('product-images');

    for (const name of tried) {
      const response = await fetch(recovered.getPublicUrl(name).data.publicUrl);
      const bytes = await response.arrayBuffer();
      if (response.ok) expect(bytes.byteLength, name).toBe(300_000);
      // If the bytes are missing, the row is missing too: the name is still free.
      else expect((await recovered.upload(name, file)).error, name).toBeNull();
      expect(response.ok || !confirmed.includes(name), name).toBe(true);
    }
  },
);

async function client(url: string) {
  const { serviceKey } = await readOrCreateSecrets(dataDir);
  return new StorageClient(`${url}/storage/v1`, {
    apikey: serviceKey,
    authorization: `Bearer ${serviceKey}`,
  });
}
