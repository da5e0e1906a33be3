import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { deriveLoginRoleSettings } from '../backend/database/login-roles.ts';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';
import { getVersionPath } from '../backend/storage/disk-store.ts';
import { STAFF, STAFF_PASSWORD, buildDatabaseUrl } from '../backend/testing/cluster.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { isTransferredTable, TRANSFERRED_COLUMNS } from './hosted.ts';
import { moveInstallation } from './move.ts';
import { listTables } from './tables.ts';
import { fillCatalogue } from './testing/catalogue.ts';
import { computeTableChecksums, createEmptyRestoreTarget } from './testing/installation.ts';

const PRODUCTS = 20;
const FILES = 2 * PRODUCTS;

let source: TestServer;
let target: TestServer;
beforeAll(async () => {
  source = await startTestServer({ seed: 'staff' });
  await fillCatalogue(source, PRODUCTS);
  await source.sql(
    `update storage.objects set bucket_id = 'lixeira', name = bucket_id || '/' || name, updated_at = now() - interval '9 days'
     where name = 'additional/0.jpg'`,
  );
  await source.sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     select gen_random_uuid(), id, 'Celular', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP'
     from auth.users where email = 'bruno@vitrine.exemplo'`,
  );
  await source.sql(`update public.factor_rule set required_of = 'administradores'`);
  target = await startTestServer();
  // On the hosted platform an extension lets the role postgres set this parameter.
  await target.sql('grant set on parameter session_replication_role to postgres');
});
afterAll(async () => {
  await target.sql('revoke set on parameter session_replication_role from postgres');
  await source.stop();
  await target.stop();
});
afterEach(() => vi.restoreAllMocks());

const project = () => ({ storage: target.url, key: target.serviceKey });
const asPostgres = () => buildDatabaseUrl(deriveLoginRoleSettings(target.superuser, 'postgres'));

async function transferredChecksums(superuser: ConnectionSettings) {
  return (await computeTableChecksums(superuser)).filter(({ table }) => isTransferredTable(table));
}

/**
 * Mocks `fetch`: the target accepts the first `allowed` uploads and refuses every later upload.
 * @returns a function that returns the number of accepted uploads
 */
function stopAfter(allowed: number) {
  const real = globalThis.fetch;
  let stored = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const address = url instanceof Request ? url.url : String(url);
    if (init?.method !== 'POST' || !address.startsWith(target.url)) return real(url, init);
    if (stored >= allowed) return new Response('{"message":"the line is down"}', { status: 403 });
    stored += 1;
    return real(url, init);
  });
  return () => stored;
}

it(
  'transfers an installation to a project and back, and continues after an interruption',
  { timeout: 120_000 },
  async () => {
    const config = { ...source.platform.config, DATABASE_URL: buildDatabaseUrl(source.superuser) };
    const before = await transferredChecksums(source.superuser);
    stopAfter(FILES / 2);
    await expect(moveInstallation(config, { to: asPostgres(), ...project() })).rejects.toThrow(
      'the line is down',
    );
    expect(await readdir(source.dataDir)).not.toContain('moving.backup');
    vi.restoreAllMocks();
    const stored = stopAfter(FILES);

    const summary = await moveInstallation(config, { to: asPostgres(), ...project() });

    expect(summary).toContain(`${FILES} arquivos, conferidos`);
    // The first run has stored half of the files. The second run stores the other half, and repeats only the uploads
    // that were in flight when the first run failed.
    expect(stored()).toBeLessThan((3 * FILES) / 4);
    expect(await transferredChecksums(target.superuser)).toEqual(before);
    expect(await target.sql(`select to_regclass('private.moving') as left`)).toEqual([
      { left: null },
    ]);
    expect(await readdir(source.dataDir)).not.toContain('moving.backup');
    vi.restoreAllMocks();
    await expectSamePictures(source, target);
    const trashed = `select name, updated_at from storage.objects where bucket_id = 'lixeira'`;
    expect(await target.sql(trashed)).toEqual(await source.sql(trashed));
    await expect(moveInstallation(config, { to: asPostgres(), ...project() })).rejects.toThrow(
      'já tem logins',
    );
    expect(await target.sql(`select to_regclass('private.moving') as left`)).toEqual([
      { left: null },
    ]);

    const place = await createEmptyRestoreTarget();
    try {
      const home = { ...config, ...place.config };
      const bring = () => moveInstallation(home, { from: asPostgres(), ...project() });
      let read = readUpTo(FILES / 2);
      await expect(bring()).rejects.toThrow('the line is down');
      vi.restoreAllMocks();
      read = readUpTo(FILES);
      await setReadOnly(place, 'on');
      await expect(bring()).rejects.toThrow('read-only');
      expect(read()).toBe(FILES / 2);
      vi.restoreAllMocks();
      await setReadOnly(place, 'off');
      read = readUpTo(0);

      const back = await bring();

      expect(back).toContain(`${FILES} arquivos, conferidos.`);
      expect(back).not.toContain('Não puderam ser lidos');
      expect(await transferredChecksums(place.superuser)).toEqual(before);
      expect(await storedBytes(place.superuser, place.config.DATA_DIR)).toEqual(
        await storedBytes(source.superuser, source.dataDir),
      );
      const left = await readdir(dirname(place.config.DATA_DIR));
      expect(left.filter((name) => name.startsWith(`${basename(place.config.DATA_DIR)}.`))).toEqual(
        [],
      );
      await expect(bring()).rejects.toThrow('já tem dados');
    } finally {
      await place.remove();
    }
    const signIn = await fetch(`${target.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: target.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: STAFF[0].email, password: STAFF_PASSWORD }),
    });
    expect(signIn.status).toBe(200);
  },
);

/**
 * Mocks `fetch`: the first `allowed` downloads succeed and every later download fails.
 * @returns a function that returns the number of successful downloads
 */
function readUpTo(allowed: number) {
  const real = globalThis.fetch;
  let read = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const response = await real(url, init);
    if (init?.method || !response.ok) return response;
    if (read >= allowed) return new Response('{"message":"the line is down"}', { status: 403 });
    read += 1;
    return response;
  });
  return () => read;
}

/**
 * Makes a database read-only ('on') or writable ('off'). A restore into a read-only database fails after all files are
 * downloaded.
 */
async function setReadOnly({ superuser }: Place, state: 'on' | 'off') {
  await withClient({ ...superuser, database: 'postgres' }, (client) =>
    client.query(
      `alter database ${superuser.database} set default_transaction_read_only = ${state}`,
    ),
  );
}

type Place = Awaited<ReturnType<typeof createEmptyRestoreTarget>>;

/** Computes the checksum of every stored file, including the files in the trash. */
async function storedBytes(superuser: ConnectionSettings, dataDir: string) {
  const { rows } = await withClient(superuser, (client) =>
    client.query<{ path: string; version: string }>(
      `select bucket_id || '/' || name as path, version from storage.objects order by 1`,
    ),
  );
  return Promise.all(
    rows.map(async ({ path, version }) => {
      const bytes = await readFile(getVersionPath(join(dataDir, 'files'), version));
      return [path, createHash('sha256').update(bytes).digest('hex')];
    }),
  );
}

it('prints its usage when an argument is missing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-move-'));
  const config = { ...source.platform.config, DATA_DIR: dataDir };
  await expect(moveInstallation(config, { to: asPostgres() })).rejects.toThrow('Uso: npm run move');
  await expect(
    moveInstallation(config, { to: asPostgres(), from: asPostgres(), ...project() }),
  ).rejects.toThrow('Uso:');
  await rm(dataDir, { recursive: true });
});

it("transfers known columns of the platform's tables", async () => {
  const tables = await withClient(source.superuser, listTables);
  const narrowed = tables.filter(({ table }) => table in TRANSFERRED_COLUMNS);
  expect(Object.fromEntries(narrowed.map(({ table, columns }) => [table, columns]))).toEqual(
    TRANSFERRED_COLUMNS,
  );
});

async function expectSamePictures(one: TestServer, other: TestServer) {
  const names = await one.sql<{ name: string }>(
    `select name from storage.objects where bucket_id = 'product-images'`,
  );
  expect(names).toHaveLength(FILES - 1);
  for (const { name } of names) {
    const read = async ({ url }: TestServer) =>
      Buffer.from(
        await (await fetch(`${url}/storage/v1/object/public/product-images/${name}`)).arrayBuffer(),
      );
    expect((await read(other)).equals(await read(one))).toBe(true);
  }
}

it('transfers a table whose copy takes longer than the time limit of the project', async () => {
  const [from, to] = [await startTestServer({ seed: 'staff' }), await startTestServer()];
  try {
    await from.sql(`insert into public.categories (name) values ('Vinhos')`);
    await to.sql(`alter database ${to.superuser.database} set statement_timeout = '1s'`);
    await to.sql(`create function public.slow() returns trigger language plpgsql as $$
        begin perform pg_sleep(1.5); return null; end $$;
      create trigger slow before insert on public.categories for each statement execute function public.slow();
      alter table public.categories enable always trigger slow`);

    const summary = await moveInstallation(
      { ...from.platform.config, DATABASE_URL: buildDatabaseUrl(from.superuser) },
      {
        to: buildDatabaseUrl(deriveLoginRoleSettings(to.superuser, 'postgres')),
        storage: to.url,
        key: to.serviceKey,
      },
    );

    expect(summary).toContain('Mudança feita');
    expect(await to.sql('select name from public.categories')).toEqual([{ name: 'Vinhos' }]);
  } finally {
    await from.stop();
    await to.stop();
  }
});
