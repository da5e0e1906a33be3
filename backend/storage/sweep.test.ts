import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openPool, type Database } from '../database/database.ts';
import { deriveLoginRoleSettings } from '../database/login-roles.ts';
import type { ConnectionSettings } from '../database/superuser.ts';
import { cloneDatabase, dropDatabase } from '../testing/cluster.ts';
import { createDiskStore, type DiskStore } from './disk-store.ts';
import { sweepFiles } from './sweep.ts';

const DAY_SECONDS = 24 * 60 * 60;

let database: ConnectionSettings;
let superuser: pg.Pool;
let storage: Database;
let files: string;
let store: DiskStore;
let logged: [level: string, counts: Record<string, number>, text: string][];

/** Creates a database without a server, because a server would run the sweep by itself. */
beforeEach(async () => {
  database = await cloneDatabase(inject('cluster'), 'staff');
  superuser = new pg.Pool({ ...database, max: 2 });
  superuser.on('error', () => undefined); // an error is normal when `dropDatabase` ends a connection
  storage = openPool(deriveLoginRoleSettings(database, 'supabase_storage_admin'), () => undefined);
  files = await mkdtemp(join(tmpdir(), 'vitrine-sweep-'));
  store = await createDiskStore(files);
  logged = [];
});
afterEach(async () => {
  await Promise.all([storage.close(), superuser.end()]);
  await dropDatabase(inject('cluster'), database.database);
  await rm(files, { recursive: true });
});

async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  return (await superuser.query<T>(text, values)).rows;
}

async function run(sweptStore: DiskStore = store, databases = { storage }) {
  const note = (level: string) => (counts: Record<string, number>, text: string) =>
    logged.push([level, counts, text]);
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  // The objects have only the parts of a platform that the sweep uses, hence `as never`.
  const platform = { databases: databases as never, log: log as never };
  await sweepFiles(platform, sweptStore, new AbortController().signal);
}

/**
 * Writes the bytes of a file to the disk. With `name`, also inserts the row of the file and a record that uses the
 * file. With `used: false`, inserts no record.
 */
async function add({
  days = 2,
  name,
  used = true,
}: {
  days?: number;
  name?: string;
  used?: boolean;
}) {
  const version = randomUUID();
  const file = join(files, version.slice(0, 2), version);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, version);
  const then = Date.now() / 1000 - days * DAY_SECONDS;
  await utimes(file, then, then);
  if (name === undefined) return version;
  await sql(
    `insert into storage.objects (bucket_id, name, version, created_at)
     values ('images', $1, $2, now() - $3 * interval '1 day')`,
    [name, version, days],
  );
  const address = `/storage/v1/object/public/images/${name}`;
  if (used) await sql('insert into categories (name, image_url) values ($1, $1)', [address]);
  return version;
}

/** Changes the rows of these files, as if the files had been moved to the trash 31 days ago. */
async function expire(moved: string[]) {
  await sql('alter table storage.objects disable trigger user');
  await sql(
    `update storage.objects set updated_at = now() - interval '31 days' where version = any($1)`,
    [moved],
  );
  await sql('alter table storage.objects enable trigger user');
}

async function addMany(count: number) {
  const made = Array.from({ length: count }, (_, index) =>
    add({ name: `categories/${index}.png` }),
  );
  return Promise.all(made);
}

async function versions(folder = files) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && (folder !== files || !entry.parentPath.includes('trash')))
    .map((entry) => basename(entry.name));
}
const trashed = async (): Promise<string[]> => versions(join(files, 'trash')).catch(() => []);
/** Returns the versions in the bucket of the trash. Without `bucket`, returns the versions in all other buckets. */
const rows = async (bucket?: 'lixeira') =>
  (
    await sql<{ version: string }>(
      `select version from storage.objects where (bucket_id = 'lixeira') = $1`,
      [bucket === 'lixeira'],
    )
  ).map(({ version }) => version);

describe('the sweep', () => {
  it('moves bytes without a row for a day to the trash of today, and logs their number', async () => {
    const used = await addMany(40);
    const [old, young] = [await add({ days: 1.1 }), await add({ days: 0.9 })];

    await run();

    expect((await versions()).toSorted()).toEqual([...used, young].toSorted());
    const today = new Date().toISOString().slice(0, 10);
    expect(await readdir(join(files, 'trash', today))).toEqual([old]);
    expect(logged).toEqual([
      [
        'warn',
        { files: 40, orphans: 1, unused: 0, restored: 0, returned: 0, purged: 0, deleted: 0 },
        'stored files swept',
      ],
    ]);
  });

  it('ignores files of other programs', async () => {
    await addMany(1);
    const [folder = ''] = (await readdir(files)).filter((name) => name.length === 2);
    await writeFile(join(files, folder, '.nfs0001'), '');
    await utimes(join(files, folder, '.nfs0001'), 0, 0);
    await run();
    expect(await versions()).toContain('.nfs0001');
    expect(logged[0]?.[1]).toMatchObject({ files: 1, orphans: 0 });
  });

  it('moves nothing when more than 5 % of the files have no row, and logs an error', async () => {
    await addMany(37);
    await Promise.all([add({}), add({})]);
    await run();
    expect(await trashed()).toEqual([]);
    expect(await versions()).toHaveLength(39);
    expect(logged).toEqual([['error', { orphans: 2, known: 37 }, expect.stringContaining('none')]]);
    await add({ name: 'categories/one-more.png' });
    await run();
    expect(await trashed()).toHaveLength(2); // 2 of 40 files: not more than 5 %
  });

  it('moves what no record has used for a day to the bucket of the trash', async () => {
    const used = await addMany(3);
    const small = await add({ name: 'categories/1.small.webp', used: false });
    const unused = await add({ name: 'banners/nobody.png', used: false });
    const young = await add({ name: 'banners/new.png', used: false, days: 0.9 });

    await run();

    expect((await rows()).toSorted()).toEqual([...used, small, young].toSorted());
    expect(await rows('lixeira')).toEqual([unused]);
    const [moved] = await sql('select name from storage.objects where version = $1', [unused]);
    expect(moved).toEqual({ name: 'images/banners/nobody.png' });
    expect(await versions()).toContain(unused);
    expect(logged[0]?.[1]).toMatchObject({ unused: 1 });
  });

  it('restores files from the trash that a record uses again, and deletes the others after 30 days', async () => {
    await addMany(3);
    const [again, old, newer] = [
      await add({ name: 'banners/again.png', used: false }),
      await add({ name: 'banners/old.png', used: false }),
      await add({ name: 'banners/newer.png', used: false }),
    ];
    await run();
    await sql(`insert into banners (titulo, imagem_url)
      values ('De volta', '/storage/v1/object/public/images/banners/again.png')`);
    await expire([old]);

    await run();

    expect(await rows()).toContain(again);
    expect(await rows('lixeira')).toEqual([newer]);
    expect(await versions()).not.toContain(old);
    expect(logged[1]?.[1]).toMatchObject({ returned: 1, purged: 1 });
  });

  it.each([
    ['that a record uses', true],
    ['that no record uses', false],
  ])('continues when the name of a file %s is in the trash as well', async (_, used) => {
    const name = 'categories/same.png';
    const [trashedBefore, old] = [
      await add({ name, used: false }),
      await add({ name: 'banners/old.png', used: false }),
    ];
    await run();
    const present = await add({ name, used });
    await expire([old]);

    await run();

    expect(await rows()).toEqual([present]);
    expect(await rows('lixeira')).toEqual([trashedBefore]);
    expect(logged[1]?.[1]).toMatchObject({ unused: 0, returned: 0, purged: 1 });
  });

  it('deletes all expired files in one run, however many there are', async () => {
    await addMany(1);
    const inTrash = await sql<{
      version: string;
    }>(`insert into storage.objects (bucket_id, name, version)
      select 'lixeira', 'images/banners/' || n, gen_random_uuid() from generate_series(1, 1001) as n returning version`);
    await expire(inTrash.map(({ version }) => version));
    await run();
    expect(await rows('lixeira')).toEqual([]);
    expect(logged[0]?.[1]).toMatchObject({ purged: 1001 });
  });

  it('restores the files of a large trash in steps', async () => {
    await addMany(1);
    await sql(`with stored as (
        insert into storage.objects (bucket_id, name, version)
        select 'lixeira', 'images/categories/again-' || n || '.png', gen_random_uuid()
        from generate_series(1, 2300) as n returning name
      )
      insert into categories (name, image_url)
      select name, '/storage/v1/object/public/' || name from stored
      where name not like '%00.png'`);
    const touched: number[] = [];
    const counted: Database = {
      ...storage,
      async queryAs(...query) {
        const result = await storage.queryAs(...query);
        touched.push(result.rowCount);
        return result as never; // the caller of `queryAs` chooses the type of the rows
      },
    };

    await run(store, { storage: counted });

    expect(await rows('lixeira')).toHaveLength(23);
    expect(logged[0]?.[1]).toMatchObject({ returned: 2277 });
    expect(Math.max(...touched)).toBeLessThanOrEqual(1000);
  });

  it('leaves a file in the trash that the panel moved there between the list and the move', async () => {
    const version = await add({ name: 'banners/b.png', used: false });
    const raced: Database = {
      ...storage,
      async queryAs(...query) {
        const result = await storage.queryAs(...query);
        if (query[2].includes('unused_objects'))
          await sql(`update storage.objects set bucket_id = 'lixeira', name = 'images/' || name`);
        return result as never; // the caller of `queryAs` chooses the type of the rows
      },
    };

    await run(store, { storage: raced });

    const [moved] = await sql('select name from storage.objects where version = $1', [version]);
    expect(moved).toEqual({ name: 'images/banners/b.png' });
    expect(logged[0]?.[1]).toMatchObject({ unused: 0 });
  });

  it('moves a part of suspiciously many unused files a day, and logs an error', async () => {
    await sql(`insert into storage.objects (bucket_id, name, version, created_at)
      select 'images', 'banners/' || n, gen_random_uuid(), now() - interval '2 days' from generate_series(1, 230) as n`);
    await run();
    expect(await rows('lixeira')).toHaveLength(100);
    expect(logged[0]?.slice(0, 2)).toEqual(['error', { limit: 100, found: 230 }]);
    expect(logged[1]?.[1]).toMatchObject({ unused: 100 });
    await run();
    await run();
    expect(await rows('lixeira')).toHaveLength(230);
    expect(logged.filter(([level]) => level === 'error')).toHaveLength(2);
  });

  it('deletes bytes without a row after 30 days, and restores those that a row names again', async () => {
    const [again, gone] = [await add({ name: 'categories/a.png' }), randomUUID()];
    await store.trash.take(again);
    for (const [day, version] of [
      [31, gone],
      [29, randomUUID()],
    ] as const) {
      const date = new Date(Date.now() - day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
      await mkdir(join(files, 'trash', date), { recursive: true });
      await writeFile(join(files, 'trash', date, version), '');
    }
    await run();
    expect(await versions()).toEqual([again]);
    expect(await trashed()).toHaveLength(1);
    expect(logged[0]?.[1]).toMatchObject({ restored: 1, deleted: 1 });
  });

  it('loses nothing when it is killed at any step, and the next run completes the work', async () => {
    const used = await addMany(45);
    const orphans = await Promise.all([add({}), add({})]);
    const unused = await Promise.all(
      ['x', 'y', 'z'].map((name) => add({ name: `banners/${name}.png`, used: false })),
    );
    const all = [...used, ...orphans, ...unused].toSorted();

    for (let steps = 0; steps < 2; steps += 1) {
      await expect(run(killedAfter(steps))).rejects.toThrow('killed');
      const [there, inTrash] = [await versions(), await trashed()];
      expect([...there, ...inTrash].toSorted(), `after ${steps}`).toEqual(all);
      for (const version of await rows()) expect(there, `after ${steps}`).toContain(version);
    }
    await ageEverything();
    await run();
    expect((await versions()).toSorted()).toEqual([...used, ...unused].toSorted());
    expect((await trashed()).toSorted()).toEqual(orphans.toSorted());
    expect((await rows('lixeira')).toSorted()).toEqual(unused.toSorted());
  });
});

/** Returns a store that allows `steps` moves to the trash and fails at the next one. */
function killedAfter(steps: number): DiskStore {
  let left = steps;
  return {
    ...store,
    trash: {
      ...store.trash,
      async take(version) {
        if (left === 0) throw new Error('killed');
        left -= 1;
        await store.trash.take(version);
      },
    },
  };
}

async function ageEverything() {
  const then = Date.now() / 1000 - 2 * DAY_SECONDS;
  for (const version of await versions())
    await utimes(join(files, version.slice(0, 2), version), then, then);
}
