import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { cloneDatabase, startTestCluster } from '../backend/testing/cluster.ts';
import { insertTestUsers, beginTransactionAs } from '../supabase/tests/database.ts';
import { readProcessCpuMs } from './database-costs.ts';
import { computeMedian, computePercentile } from './percentile.ts';

// Measures the requests of readers outside the panel, and the time that `private.products_on_air` adds to a save.
// Usage: `npm run bench:readers` for 1,000,000 products, `npm run bench:readers 100000` for fewer.
// One product in a thousand is on air for `todos`. Of the others, a third is Inativo, a third is in an inactive
// category, and a third is on air for `catalogo_distribuidores`. The times are milliseconds in the database: elapsed
// time, and CPU time of PostgreSQL on Linux. Readers have the role `anon`.

const PRODUCTS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 100;
let pid: number | undefined;

const FILL = `
  set session_replication_role = replica;
  drop index public.products_search_text_idx; -- no reader uses it
  insert into public.categories (name, is_active)
  select 'Categoria ' || n, n % 3 <> 0 from generate_series(1, 300) as n;
  insert into public.products
    (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price, status, visibility)
  select
    (array['Açaí', 'Caju', 'Cupuaçu', 'Manga', 'Mel'])[1 + n % 5] || ' ' || md5(n::text), 'Subtítulo', 'Mini',
    repeat('Uma descrição longa do produto. ', 20), 'SKU-' || n,
    case when n % 1000 <> 0 and n % 3 = 1 then inactive.ids[1 + n % 100] else active.ids[1 + n % 200] end,
    n % 1000, case when n % 4 = 0 then 1 end,
    case when n % 1000 <> 0 and n % 3 = 0 then 'Inativo' else 'Ativo' end,
    case when n % 1000 <> 0 and n % 3 = 2 then 'catalogo_distribuidores' else 'todos' end
  from generate_series(1, $1::integer) as n,
    (select array_agg(id) as ids from public.categories where is_active) as active,
    (select array_agg(id) as ids from public.categories where not is_active) as inactive;
  set session_replication_role = origin;
  select private.refill_findable_products(), private.recount_rows();
  update public.catalogue_readers set todos = 'todos', catalogo_distribuidores = 'todos'`;

const cluster = await startTestCluster();
const client = new pg.Client(await cloneDatabase(cluster.superuser, 'schema'));
try {
  await client.connect();
  await insertTestUsers((text, values) => client.query(text, values));
  const begun = performance.now();
  for (const statement of FILL.replace('$1', String(PRODUCTS)).split(';'))
    await client.query(statement);
  await client.query('vacuum analyze');
  console.log(`${PRODUCTS} products made in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  for (const audience of ['todos', 'catalogo_distribuidores']) await measureReader(audience);
  await compareSaves();
  await switchCategory();
} finally {
  await client.end();
  await cluster.stop();
}

async function measureReader(audience: string) {
  const { rows } = await client.query<{ name: string; id: string; count: string }>(
    `with mine as (
      select id, name from private.products_on_air where visibility in ('todos', $1)
    )
    select name, id, (select count(*) from mine) as count from mine
    order by name desc, id desc limit 51`,
    [audience],
  );
  const last = rows.at(-1);
  const [one] = (
    await client.query<{ sku: string; category_id: string }>(
      `select sku, category_id from private.products_on_air where visibility = 'todos' limit 1`,
    )
  ).rows;
  console.log(`\n${audience}: ${last?.count} products on air`);
  const list = (more: string) => `public.catalogo_produtos('${audience}'${more})`;
  const end = `depois_nome => '${last?.name}', depois_id => '${last?.id}'`;
  for (const [name, call] of [
    ['first page of 50', list('')],
    ['first page of 100', list(', tamanho => 100')],
    ['last page', list(`, ${end}`)],
    ['a category', list(`, categoria => '${one?.category_id}'`)],
    ['a frequent word', list(`, busca => 'caju'`)],
    ['a frequent word, last page', list(`, busca => 'caju', ${end}`)],
    ['a rare word', list(`, busca => '0a1b'`)],
    ['two letters', list(`, busca => 'ca'`)],
    ['no match', list(`, busca => 'inexistente'`)],
    ['one product', `public.catalogo_produto('${audience}', '${one?.sku}')`],
    ['categories', `public.catalogo_categorias('${audience}')`],
    ['banners', `public.catalogo_banners('${audience}')`],
  ] as const)
    report(name, await measureRounds(ROUNDS, () => asAnonymous(call)));
}

async function asAnonymous(call: string) {
  await beginTransactionAs(client, 'anon');
  await client.query(`select set_config('request.method', 'GET', true)`);
  // Do not prepare this statement, because the backend does not prepare statements of anonymous clients. The plans
  // inside the functions are cached.
  await client.query(`select ${call}`);
  await client.query('commit');
}

/** Measures saves alternately with and without the trigger that updates the products on air. */
async function compareSaves() {
  const { rows } = await client.query<{ id: string }>(
    `select id from private.products_on_air limit $1`,
    [ROUNDS],
  );
  console.log('');
  for (const [name, change] of [
    ['a price', 'real_price = real_price + 1'],
    ['a name', `name = name || '.'`],
    ['a status', `status = case status when 'Ativo' then 'Inativo' else 'Ativo' end`],
  ] as const) {
    for (const isSynced of [false, true, false, true]) {
      await client.query(
        `alter table private.findable_products ${isSynced ? 'enable' : 'disable'} trigger sync_on_air_updated`,
      );
      const times = await measureRounds(ROUNDS, (round) =>
        client.query(`update public.products set ${change} where id = $1`, [rows[round]?.id]),
      );
      report(`saving ${name}, ${isSynced ? 'with' : 'without'} the products on air`, times);
    }
  }
}

async function switchCategory() {
  for (const size of [PRODUCTS / 300, PRODUCTS / 10]) {
    await client.query(
      `with one as (select id from public.categories where name = 'Categoria 1'),
        moved as (select id from public.products limit $1)
       update public.products set category_id = one.id, status = 'Ativo'
       from one, moved where products.id = moved.id`,
      [Math.round(size)],
    );
    for (const isActive of [false, true]) {
      const times = await measureRounds(1, () =>
        client.query(`update public.categories set is_active = $1 where name = 'Categoria 1'`, [
          isActive,
        ]),
      );
      report(
        `a category of ${Math.round(size)} products switched ${isActive ? 'on' : 'off'}`,
        times,
      );
    }
  }
}

type Times = { first: number; median: number; p95: number; cpu: number | undefined };

async function measureRounds(
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<Times> {
  const times: number[] = [];
  const before = await cpuMs();
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work(round);
    times.push(performance.now() - begun);
  }
  const after = await cpuMs();
  return {
    first: times[0] ?? 0,
    median: computeMedian(times),
    p95: computePercentile(times, 0.95),
    cpu: before === undefined || after === undefined ? undefined : (after - before) / rounds,
  };
}

async function cpuMs() {
  pid ??= (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  return readProcessCpuMs(pid ?? 0);
}

function report(name: string, { first, p95, cpu, ...times }: Times) {
  const mean = cpu === undefined ? '' : `, CPU ${cpu.toFixed(2)}`;
  console.log(
    `${name}: first ${first.toFixed(1)}, median ${times.median.toFixed(2)}, p95 ${p95.toFixed(1)}${mean}`,
  );
}
