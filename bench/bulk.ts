import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { insertTestUsers, beginTransactionAs } from '../supabase/tests/database.ts';
import type { TestCaller } from '../supabase/tests/people.ts';
import { computePercentile } from './percentile.ts';

// Measures how long a bulk change of products takes, and how long the saves of a second user take meanwhile.
// Usage: `npm run bench:bulk` for 5,000 and 100,000 products, `npm run bench:bulk 2000` for other numbers.
// Calls the functions in the database without HTTP, with the roles of the users.

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [5000, 100_000];
const CHANGES: [name: string, change: object][] = [
  ['+10 %, to ,90', { kind: 'price', by: 'percent', value: 10, ending: 0.9, promo: 'same' }],
  ['status', { kind: 'set', column: 'status', value: 'Inativo' }],
  ['deletion', { kind: 'delete' }],
];

const cluster = await startTestCluster();
try {
  for (const size of SIZES) await measure(size);
} finally {
  await cluster.stop();
}

async function measure(size: number) {
  const database = await cloneDatabase(cluster.superuser, 'schema');
  const [client, other] = [new pg.Client(database), new pg.Client(database)];
  try {
    await Promise.all([client.connect(), other.connect()]);
    await insertTestUsers((text, values) => client.query(text, values));
    await fill(client, size);
    console.log(`${size} products`);
    for (const [name, change] of CHANGES) {
      await client.query('truncate private.written_rows'); // else the daily limit of changed rows refuses the change
      const endSaves = saveRepeatedly(other);
      const figures = await measureChange(client, size, change);
      console.log(`  ${name}: ${figures}; others' saves: ${await endSaves()}`);
    }
  } finally {
    await Promise.all([client.end(), other.end()]);
  }
}

/** Inserts `size` products and one service, each with a picture. `saveRepeatedly` saves the service. */
async function fill(client: pg.Client, size: number) {
  await client.query(
    `with category as (insert into public.categories (name) values ('A') returning id)
    insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price, tipo)
    select
      'Produto ' || n, 'Subtítulo', 'Mini', repeat('Uma descrição. ', 20), 'P-' || n, category.id, 10 + n % 90,
      case when n % 3 = 0 then 9 end, case when n = 0 then 'Serviço' else 'Produto' end
    from generate_series(0, ${size}) as n, category`,
  );
  await client.query(
    `insert into public.product_images (product_id, url, is_main)
    select id, 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/' || sku || '.png', true
    from public.products`,
  );
  await client.query('vacuum analyze');
}

async function measureChange(client: pg.Client, size: number, change: object) {
  const id = randomUUID();
  const selection = JSON.stringify({ search: '', filters: { tipo: 'Produto' } });
  const plan = await measureTime(() =>
    call(client, 'plan_change', [id, 'products', selection, JSON.stringify(change)]),
  );
  const step = size > 5000 ? 1000 : 5000;
  const apply = await measureTime(async () => {
    for (let number = 1; ; number += 1) {
      const { doubtful } = plan.result;
      const result = await call(client, 'apply_batch', [id, number, step, doubtful]);
      if (result['status'] === 'done') return result;
    }
  });
  const undo = await measureTime(async () => {
    let after: unknown = null;
    for (;;) {
      const result = await call(client, 'undo_batch', [apply.result['batch'], '{}', null, after]);
      if (result['status'] === 'undone') return result;
      after = result['after'];
    }
  });
  const activity = await measureTime(() => call(client, 'activity', [], 'administrador'));
  return `plan ${plan.text}, change ${apply.text}, undo ${undo.text}, activity ${activity.text}`;
}

type Result = Record<string, unknown>;

async function call(
  client: pg.Client,
  name: string,
  values: unknown[],
  person: TestCaller = 'colaborador',
): Promise<Result> {
  const list = values.map((_, place) => `$${place + 1}`).join(', ');
  await beginTransactionAs(client, person);
  const { rows } = await client.query<{ result: Result }>(
    `select public.${name}(${list}) as result`,
    values,
  );
  await client.query('commit');
  return rows[0]?.result ?? {};
}

async function measureTime(work: () => Promise<Result>) {
  const begun = performance.now();
  const result = await work();
  return { result, text: `${((performance.now() - begun) / 1000).toFixed(2)} s` };
}

/**
 * Starts to save the service, up to twenty times a second, as a second user. The returned function stops the saves and
 * describes their times.
 */
function saveRepeatedly(client: pg.Client) {
  const times: number[] = [];
  const work = new AbortController();
  const saving = (async () => {
    while (!work.signal.aborted) {
      const begun = performance.now();
      await beginTransactionAs(client, 'administrador');
      await client.query(
        `update public.products set subtitle = 'Outro ${times.length}' where sku = 'P-0'`,
      );
      await client.query('commit');
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return async () => {
    work.abort();
    await saving;
    const at = (share: number) => computePercentile(times, share).toFixed(1);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms`;
  };
}
