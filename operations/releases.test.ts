import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../backend/config.ts';
import { asOneClient, type Superuser } from '../backend/database/superuser.ts';
import { buildServer } from '../backend/http.ts';
import { createLog } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';
import { cloneDatabase, dropDatabase, TEST_PASSWORD_COST } from '../backend/testing/cluster.ts';
import packageJson from '../package.json' with { type: 'json' };
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { emptyPlace } from './testing/installation.ts';
import { listReleases } from './releases.ts';
import { asStaff, PRICES, TRASHED } from './testing/release.ts';
import { readSchema } from './testing/schema.ts';

const releases = await listReleases();

it('has a backup of a release of the current major version', () => {
  const [major] = packageJson.version.split('.');
  expect(releases.map(({ version }) => version.split('.')[0])).toContain(major);
});

describe.each(releases)('a database of version $version, restored here', ({ file }) => {
  let place: Awaited<ReturnType<typeof emptyPlace>>;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    place = await emptyPlace();
    await restoreBackup({ file, passphrase: undefined, config: place.config });
    await asOneClient(place.superuser, (client) => client.query(MADE_TODAY));
    server = await serve(place.config);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  it('has the schema of a new installation', async () => {
    const fresh = await cloneDatabase(inject('cluster'), 'schema');
    try {
      expect(await readSchema(place.superuser)).toEqual(await readSchema(fresh));
    } finally {
      await dropDatabase(inject('cluster'), fresh.database);
    }
  });

  it('still has the records of every area', async () => {
    const { tables } = await readBackup(file, undefined);
    for (const { table, rows } of tables.filter((one) => one.table.startsWith('public.')))
      expect([table, await countRows(place.superuser, table)]).toEqual([table, rows]);
  });

  it('lets its staff sign in, find, save, undo and restore', async () => {
    const { read, call } = await asStaff(server, 'bruno');
    const price = async () => {
      const [product] = await read<{ id: string; real_price: number; version: number }>(
        `products?sku=eq.${PRICES.sku}`,
      );
      return product ?? expect.unreachable('the product is gone');
    };
    const product = await price();
    expect(product.real_price).toBe(PRICES.now);
    expect(await call('find_products', { search: 'acai 500' })).toMatchObject({ total: 1 });

    const batch = await call<number>('batch_of', {
      area: 'products',
      record_id: product.id,
      version: product.version,
    });
    expect(await call('undo_batch', { batch })).toMatchObject({ status: 'undone' });
    expect(await price()).toMatchObject({ real_price: PRICES.before });

    await call('save_product', {
      product: { id: product.id, subtitle: 'Outra polpa' },
      images: null,
      expected_version: product.version + 1,
    });
    expect(await price()).toMatchObject({ subtitle: 'Outra polpa' });

    const ana = await asStaff(server, 'ana');
    const [group] = await ana.call<{ batch: number; rows: { record_id: string }[] }[]>(
      'trash_groups',
      { search: TRASHED },
    );
    expect(group).toBeDefined();
    const names = () => ana.read<{ name: string }>(`categories?name=eq.${TRASHED}`);
    expect(await names()).toEqual([]);
    await ana.call('restore_trashed', {
      batch: group?.batch,
      records: group?.rows.map(({ record_id }) => record_id),
    });
    expect(await names()).toHaveLength(1);
  });
});

/** Undo and trash reach 30 days back: the backup may be older. */
const MADE_TODAY = `alter table private.batches disable trigger refuse_rewriting;
  update private.batches set at = at + (select now() - max(at) from private.batches);
  alter table private.batches enable trigger refuse_rewriting`;

async function countRows(database: Superuser, table: string) {
  return asOneClient(database, async (client) => {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${table}`,
    );
    return rows[0]?.rows;
  });
}

async function serve(config: { DATA_DIR: string; DATABASE_URL: string }) {
  const whole = readConfig({
    ...config,
    LOG_LEVEL: 'silent',
    PASSWORD_COST: String(TEST_PASSWORD_COST),
  });
  const opened = await openPlatform(whole, createLog(whole.LOG_LEVEL));
  const app = await buildServer(opened.platform);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    anonKey: opened.platform.tokens.anonKey,
    async stop() {
      await app.close();
      await opened.close();
    },
  };
}
