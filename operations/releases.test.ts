import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withClient, type ConnectionSettings } from '../backend/database/superuser.ts';
import { cloneDatabase, dropDatabase } from '../backend/testing/cluster.ts';
import { startServerWithConfig, type ConfiguredServer } from '../backend/testing/server.ts';
import packageJson from '../package.json' with { type: 'json' };
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { createEmptyRestoreTarget } from './testing/installation.ts';
import { listReleases } from './releases.ts';
import { signInAsStaff, BULK_CHANGED_PRODUCT, TRASHED_CATEGORY_NAME } from './testing/release.ts';
import { readSchema } from './testing/schema.ts';

const releases = await listReleases();

it('has a backup of a release of the current major version', () => {
  const [major] = packageJson.version.split('.');
  expect(releases.map(({ version }) => version.split('.')[0])).toContain(major);
});

describe.each(releases)('a database of version $version, restored here', ({ file }) => {
  let target: Awaited<ReturnType<typeof createEmptyRestoreTarget>>;
  let server: ConfiguredServer;
  beforeAll(async () => {
    target = await createEmptyRestoreTarget();
    await restoreBackup({ file, passphrase: undefined, config: target.config });
    await withClient(target.superuser, (client) => client.query(RECENT_BATCHES));
    server = await startServerWithConfig(target.config);
  });
  afterAll(async () => {
    await server.stop();
    await target.remove();
  });

  it('has the schema of a new installation', async () => {
    const fresh = await cloneDatabase(inject('cluster'), 'schema');
    try {
      expect(await readSchema(target.superuser)).toEqual(await readSchema(fresh));
    } finally {
      await dropDatabase(inject('cluster'), fresh.database);
    }
  });

  it('has the records of every area of that version', async () => {
    const { tables } = await readBackup(file, undefined);
    const names = await areaTables(target.superuser);
    const areas = tables.filter(({ table }) => names.includes(table));
    expect(areas.length).toBeGreaterThanOrEqual(7); // version 1.0.0 has 7 areas
    expect(areas.filter(({ rows }) => rows === 0)).toEqual([]);
    for (const { table, rows } of tables.filter((one) => one.table.startsWith('public.')))
      expect([table, await countRows(target.superuser, table)]).toEqual([table, rows]);
  });

  it('lets its staff sign in, find, save, undo and restore', async () => {
    const { read, call } = await signInAsStaff(server, 'bruno');
    const price = async () => {
      const [product] = await read<{ id: string; real_price: number; version: number }>(
        `products?sku=eq.${BULK_CHANGED_PRODUCT.sku}`,
      );
      return product ?? expect.unreachable('the product is missing');
    };
    const product = await price();
    expect(product.real_price).toBe(BULK_CHANGED_PRODUCT.now);
    expect(await call('find_products', { search: 'acai 500' })).toMatchObject({ total: 1 });

    const batch = await call<number>('batch_of', {
      area: 'products',
      record_id: product.id,
      version: product.version,
    });
    expect(await call('undo_batch', { batch })).toMatchObject({ status: 'undone' });
    expect(await price()).toMatchObject({ real_price: BULK_CHANGED_PRODUCT.before });

    await call('save_product', {
      product: { id: product.id, subtitle: 'Outra polpa' },
      images: null,
      expected_version: product.version + 1,
    });
    expect(await price()).toMatchObject({ subtitle: 'Outra polpa' });

    const ana = await signInAsStaff(server, 'ana');
    const [group] = await ana.call<{ batch: number; rows: { record_id: string }[] }[]>(
      'trash_groups',
      { search: TRASHED_CATEGORY_NAME },
    );
    expect(group).toBeDefined();
    const names = () => ana.read<{ name: string }>(`categories?name=eq.${TRASHED_CATEGORY_NAME}`);
    expect(await names()).toEqual([]);
    await ana.call('restore_trashed', {
      batch: group?.batch,
      records: group?.rows.map(({ record_id }) => record_id),
    });
    expect(await names()).toHaveLength(1);
  });
});

/**
 * SQL that moves all batches forward in time, so that the newest batch is from this moment. Undo and trash cover only
 * 30 days. Without this SQL, they would not find the batches of an old backup.
 */
const RECENT_BATCHES = `alter table private.batches disable trigger refuse_rewriting;
  update private.batches set at = at + (select now() - max(at) from private.batches);
  alter table private.batches enable trigger refuse_rewriting`;

async function areaTables(database: ConnectionSettings) {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from private.areas');
    return rows.map(({ name }) => `public.${name}`);
  });
}

async function countRows(database: ConnectionSettings, table: string) {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${table}`,
    );
    return rows[0]?.rows;
  });
}
