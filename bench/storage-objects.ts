import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { openPool } from '../backend/database/database.ts';
import { deriveLoginRoleSettings } from '../backend/database/login-roles.ts';
import { findPublicFile } from '../backend/storage/objects.ts';
import { createDiskStore } from '../backend/storage/disk-store.ts';
import { sweepFiles } from '../backend/storage/sweep.ts';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { computePercentile } from './percentile.ts';

// Measures the queries of a download, a removal, an upload and a sweep (`sweepFiles`) with 100,000 files, and counts
// the sequential scans of `storage.objects`.

const OBJECTS = 100_000;
const ROUNDS = 200;

const cluster = await startTestCluster();
const files = await mkdtemp(join(tmpdir(), 'vitrine-objects-'));
try {
  const database = await cloneDatabase(cluster.superuser, 'staff');
  const superuser = new pg.Client(database);
  await superuser.connect();
  await fill(superuser);
  const storage = openPool(
    deriveLoginRoleSettings(database, 'supabase_storage_admin'),
    () => undefined,
  );
  const { rows: sessions } = await superuser.query<{
    id: string;
    user_id: string;
  }>(`insert into auth.sessions (id, user_id, created_at)
    select gen_random_uuid(), id, now() from public.profiles limit 1 returning id, user_id`);
  const claims = {
    role: 'authenticated',
    sub: sessions[0]?.user_id,
    session_id: sessions[0]?.id,
  } as const;
  const bruno = { role: 'authenticated', claims } as const;
  const name = (index: number) => `main/${index}.png`;

  await measure('download', () => findPublicFile(storage, 'product-images', name(random())));
  const remove = `delete from storage.objects where bucket_id = $1 and name = any($2) returning id`;
  await measure('remove of 2 (in use, refused)', () =>
    storage.transactionAs(bruno, {}, async (tx) => {
      await tx.query(`select set_config('storage.allow_delete_query', 'true', true)`);
      await tx.query(remove, ['product-images', [name(random()), name(random())]]);
    }),
  );
  const insert = `insert into storage.objects (bucket_id, name, owner_id, version) values ('logos', $1, $2, $1)`;
  await measure('upload, its row', () =>
    storage.queryAs(bruno, {}, insert, [randomUUID(), claims.sub]),
  );
  const store = await createDiskStore(files);
  const storedOnDisk = { ...store, olderThan: () => versions(superuser) };
  const log = { info: console.log, warn: console.log, error: console.error } as never; // the methods that `sweepFiles` uses
  const begun = performance.now();
  await sweepFiles(
    { databases: { storage } as never, log },
    storedOnDisk,
    new AbortController().signal,
  );
  console.log(`sweep of ${OBJECTS}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const { rows: scans } = await superuser.query<{ seq_scan: string }>(
    `select seq_scan from pg_stat_all_tables where relname = 'objects' and schemaname = 'storage'`,
  );
  console.log(`scans of all files: ${Number(scans[0]?.seq_scan) - 1}`); // `fill` itself scans once
  await Promise.all([storage.close(), superuser.end()]);
} finally {
  await rm(files, { recursive: true });
  await cluster.stop();
}

/** Fills the bucket; all files except one in a thousand are pictures of products. */
async function fill(superuser: pg.Client) {
  await superuser.query(`
    insert into public.categories (name) values ('A');
    insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'P' || n, 's', 'm', 'd', 'S' || n, (select id from public.categories limit 1), 1
    from generate_series(1, ${OBJECTS / 4}) as n;
    insert into storage.objects (bucket_id, name, version, created_at, metadata)
    select 'product-images', 'main/' || n || '.png', gen_random_uuid(), now() - interval '2 days',
      '{"size": 1, "eTag": "x", "mimetype": "image/png"}'
    from generate_series(0, ${OBJECTS - 1}) as n;
    insert into public.product_images (product_id, url)
    select product.id, '/storage/v1/object/public/product-images/main/' || (product.number * 4 + picture) || '.png'
    from (select id, row_number() over () - 1 as number from public.products) as product,
      generate_series(0, 3) as picture
    where (product.number * 4 + picture) % 1000 <> 0;
    analyze`);
}

/** Replaces `olderThan` of the disk store: yields the versions of all files, in 256 parts. */
async function* versions(superuser: pg.Client) {
  const { rows } = await superuser.query<{ versions: string[] }>(
    `select array_agg(version) as versions from storage.objects group by left(version, 2)`,
  );
  for (const row of rows) yield row.versions;
}

function random() {
  return Math.floor(Math.random() * OBJECTS);
}

async function measure(what: string, work: () => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work().catch((error: Error) => {
      if (round === 0) console.log(what, error.message);
    });
    times.push(performance.now() - begun);
  }
  const at = (share: number) => computePercentile(times, share).toFixed(1);
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}
