import { buildDatabaseUrl } from '../backend/testing/cluster.ts';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { isTransferredTable, downloadFileFromProject, deleteFileFromProject } from './hosted.ts';
import { moveInstallation } from './move.ts';
import { fillCatalogue, uploadRandomJpeg } from './testing/catalogue.ts';
import { computeTableChecksums, createEmptyRestoreTarget } from './testing/installation.ts';

const PRODUCTS = 6;

let source: TestServer;
let target: TestServer;
beforeEach(async () => {
  source = await startTestServer({ seed: 'staff' });
  await fillCatalogue(source, PRODUCTS);
  target = await startTestServer();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await source.stop();
  await target.stop();
});

const project = () => ({ storage: target.url, key: target.serviceKey });
const targetUrl = () => buildDatabaseUrl(target.superuser);
const configOf = ({ platform, superuser }: TestServer) => ({
  ...platform.config,
  DATABASE_URL: buildDatabaseUrl(superuser),
});
const moveThere = (from = source) =>
  moveInstallation(configOf(from), { to: targetUrl(), ...project() });

async function transferredChecksums(superuser: ConnectionSettings) {
  return (await computeTableChecksums(superuser)).filter(({ table }) => isTransferredTable(table));
}

/** Reads every stored file from a server. @returns for each file: bucket, name and checksum of the bytes */
async function readStoredFiles({ url, serviceKey, sql }: TestServer) {
  const rows = await sql<{ bucket: string; name: string }>(
    'select bucket_id as bucket, name from storage.objects order by 1, 2',
  );
  const from = { connection: source.superuser, storage: url, key: serviceKey };
  return Promise.all(
    rows.map(async (row) => {
      const bytes = (await downloadFileFromProject(from, row)) ?? '';
      return [row.bucket, row.name, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}

/** Mocks `fetch`: the target accepts the first `allowed` uploads and refuses every later upload. */
function interruptAfter(allowed: number) {
  const real = globalThis.fetch;
  let count = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const requested = url instanceof Request ? url.url : String(url);
    if (init?.method !== 'POST' || !requested.startsWith(target.url)) return real(url, init);
    count += 1;
    return count > allowed
      ? new Response('{"message":"the line is down"}', { status: 403 })
      : real(url, init);
  });
}

it(
  'moves the current rows and files, not those of an earlier failed run',
  { timeout: 120_000 },
  async () => {
    interruptAfter(PRODUCTS);
    await expect(moveThere()).rejects.toThrow('the line is down');
    vi.restoreAllMocks();
    const left = await readdir(source.dataDir);
    const sent = await target.sql<{ name: string }>('select name from storage.objects order by 1');
    expect(sent.length).toBeGreaterThan(2);
    const at = { connection: source.superuser, storage: source.url, key: source.serviceKey };
    const [removed, replaced, trashed] = sent.map(({ name }) => name) as [string, string, string]; // at least three exist
    for (const name of [removed, replaced])
      await deleteFileFromProject(at, { bucket: 'product-images', name });
    await uploadRandomJpeg(source.url, source.serviceKey, replaced);
    await source.sql(
      `update storage.objects set bucket_id = 'lixeira', name = bucket_id || '/' || name where name = $1`,
      [trashed],
    );
    await source.sql(`insert into public.categories (name) values ('Depois')`);
    await source.sql(`delete from public.products where sku = 'ENSAIO-1'`);

    await moveThere();

    expect(await target.sql(`select name from public.categories where name = 'Depois'`)).toEqual([
      { name: 'Depois' },
    ]);
    expect(await transferredChecksums(target.superuser)).toEqual(
      await transferredChecksums(source.superuser),
    );
    expect(await readStoredFiles(target)).toEqual(await readStoredFiles(source));
    expect([...left, ...(await readdir(source.dataDir))]).not.toContain('moving.backup');
  },
);

it(
  'does not report success when rows were written during the run; the next run moves them',
  { timeout: 120_000 },
  async () => {
    const real = globalThis.fetch;
    let wasWritten = false;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (!wasWritten) {
        wasWritten = true;
        await source.sql(`insert into public.categories (name) values ('Durante')`);
      }
      return real(url, init);
    });

    await expect(moveThere()).rejects.toThrow(/public\.categories[^]*Pare o serviço/);
    await moveThere();

    expect(await transferredChecksums(target.superuser)).toEqual(
      await transferredChecksums(source.superuser),
    );
  },
);

it(
  'refuses a project with the unfinished move of another installation',
  { timeout: 120_000 },
  async () => {
    const other = await startTestServer({ seed: 'staff' });
    try {
      interruptAfter(1);
      await expect(moveThere()).rejects.toThrow('the line is down');
      vi.restoreAllMocks();
      await expect(moveThere(other)).rejects.toThrow('mudança de outra instalação');
      await moveThere();
    } finally {
      await other.stop();
    }
  },
);

it('asks for a start of an installation that lacks migrations of this program', async () => {
  await source.sql(`delete from vitrine_backend.applied_files where name =
    (select max(name) from vitrine_backend.applied_files where kind = 'migration')`);
  await expect(moveThere()).rejects.toThrow('inicie-a uma vez com este programa');
});

it('names the files whose bytes it did not find', { timeout: 120_000 }, async () => {
  await source.sql(
    `update storage.objects set version = gen_random_uuid()::text where name = 'main/0.jpg'`,
  );
  expect(await moveThere()).toContain('product-images/main/0.jpg');
});

it(
  'restores the current rows, not those of an earlier run whose restore failed',
  { timeout: 120_000 },
  async () => {
    await moveThere();
    const place = await createEmptyRestoreTarget();
    try {
      const config = { ...configOf(source), ...place.config };
      const bring = () => moveInstallation(config, { from: targetUrl(), ...project() });
      const readOnly = (state: 'on' | 'off') =>
        withClient({ ...place.superuser, database: 'postgres' }, (client) =>
          client.query(
            `alter database ${place.superuser.database} set default_transaction_read_only = ${state}`,
          ),
        );
      await readOnly('on');
      await expect(bring()).rejects.toThrow('read-only');
      await readOnly('off');
      await target.sql(`insert into public.categories (name) values ('Depois')`);

      await bring();

      expect(await transferredChecksums(place.superuser)).toEqual(
        await transferredChecksums(target.superuser),
      );
    } finally {
      await place.remove();
    }
  },
);
