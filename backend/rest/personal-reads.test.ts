import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRestTestServer, type RestTestServer } from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
  await world.sql(`insert into public.parceiros (name, email, phone, address)
    select 'Parceiro ' || n, 'p' || n || '@exemplo.test', '11999999999', 'Rua A' from generate_series(1, 250) as n`);
}, 60_000);
afterAll(() => world.stop());

/**
 * Time after a read at which the entry in the activity exists. The server waits 5 s before it writes the entry, because
 * an export calls `note_export` after its reads.
 */
const SETTLED_MS = 6_500;

it('records a session once that reads more than 200 personal rows in an hour outside of an export', async () => {
  const [once, inTwo, few, exporting] = [
    await world.signIn('ana@vitrine.exemplo'),
    await world.signIn('bruno@vitrine.exemplo'),
    await world.signIn('bruno@vitrine.exemplo'),
    await world.signIn('bruno@vitrine.exemplo'),
  ];
  for (let time = 0; time < 2; time += 1) await once.client.from('parceiros').select('id,name');
  for (let time = 0; time < 2; time += 1)
    await inTwo.client.from('parceiros').select('id').limit(120);
  await few.client.from('parceiros').select('id').limit(200);
  await few.client.from('products').select('id');
  const { data } = await exporting.client.from('parceiros').select('id,email');
  expect(data).toHaveLength(250);
  const note = { area: 'parceiros', amount: 250, continues: false };
  expect((await exporting.client.rpc('note_export', note)).error).toBeNull();

  await wait(SETTLED_MS);

  const lines = await world.sql(
    `select actor_name, area, amount from private.batches where kind = 'read' order by actor_name`,
  );
  expect(lines).toEqual([
    { actor_name: 'Ana Souza', area: 'parceiros', amount: 500 },
    { actor_name: 'Bruno Lima', area: 'parceiros', amount: 240 },
  ]);
}, 30_000);

it('counts embedded rows and the rows that a change returns', async () => {
  await world.sql(`insert into public.distribuidores (name, email, phone, address, plan_id)
    select 'Distribuidor ' || n, 'd' || n || '@exemplo.test', '11999999999', 'Rua B', plan.id
    from generate_series(1, 260) as n, (select id from public.plans limit 1) as plan`);
  const [embedding, changing] = [
    await world.signIn('ana@vitrine.exemplo'),
    await world.signIn('bruno@vitrine.exemplo'),
  ];
  const { data } = await embedding.client
    .from('plans')
    .select('id, of:distribuidores(id, email)')
    .throwOnError();
  expect(JSON.stringify(data).split('@exemplo.test')).toHaveLength(261);
  const change = changing.client.from('distribuidores').update({ status: 'Ativo' });
  await change.neq('id', crypto.randomUUID()).select('email').throwOnError();

  await wait(SETTLED_MS);

  const lines = await world.sql(
    `select actor_name, area, amount from private.batches
    where kind = 'read' and area = 'distribuidores' order by actor_name`,
  );
  expect(lines).toEqual([
    { actor_name: 'Ana Souza', area: 'distribuidores', amount: 260 },
    { actor_name: 'Bruno Lima', area: 'distribuidores', amount: 260 },
  ]);
}, 30_000);
