import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql('set session_replication_role = replica');
  await db.sql('truncate private.batches');
  await db.sql('set session_replication_role = origin');
});
afterAll(() => db.drop());

/** Returns the number of batches of each of the last thirty days, the oldest day first. */
async function batchesPerDay(person: TestCaller = 'administrador') {
  const [row] = await db.as<{ days: { day: string; batches: number }[] }>(
    person,
    'select public.batches_per_day() as days',
  );
  return row!.days;
}

async function total(person: TestCaller) {
  return (await batchesPerDay(person)).reduce((sum, day) => sum + day.batches, 0);
}

/** Inserts a batch at this offset from the last midnight in the time zone America/Sao_Paulo. */
function addBatch(after: string, area = 'products', kind = 'update') {
  return db.sql(
    `insert into private.batches (at, area, record_id, kind)
     values (
       date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
         + $1::interval, $2, '', $3
     )`,
    [after, area, kind],
  );
}

it('returns thirty calendar days of São Paulo, including days without a batch', async () => {
  await addBatch('1 second');
  await addBatch('-1 second');
  await addBatch('-30 minutes');
  await addBatch('-29 days');
  await addBatch('-29 days -1 second'); // one second before the first of the thirty days
  const days = await batchesPerDay();
  const [{ today } = { today: '' }] = await db.sql<{ today: string }>(
    `select (now() at time zone 'America/Sao_Paulo')::date::text as today`,
  );
  expect(days.map(({ batches }) => batches)).toEqual([1, ...Array(27).fill(0), 2, 1]);
  expect(days.at(-1)!.day).toBe(today);
  expect(new Set(days.map(({ day }) => day)).size).toBe(30);
});

it('counts a batch of several changes once, and a batch without changes not at all', async () => {
  await db.as(
    'colaborador',
    `insert into public.categories (name) select 'Junta ' || n from generate_series(1, 5) as n`,
  );
  expect(await total('administrador')).toBe(1);
  await db.as(
    'colaborador',
    `update public.categories set name = name || '!' where name like 'Junta%'`,
  );
  for (const kind of ['sign_in', 'refused', 'export', 'load', 'retention'])
    await addBatch('1 second', 'products', kind);
  expect(await total('administrador')).toBe(2);
});

it('counts every area with a history, and for each user only the areas whose history they may read', async () => {
  const areas = await db.sql<{ area: string }>(
    `select distinct tgrelid::regclass::text as area from pg_trigger
     where tgname = 'record_inserts' and tgrelid <> 'public.product_images'::regclass`,
  );
  expect(areas.length).toBeGreaterThan(6);
  for (const { area } of areas) await addBatch('1 second', area.replace('public.', ''));
  expect(await total('administrador')).toBe(areas.length);
  const [open] = await db.sql<{ areas: number }>(
    `select count(*)::int as areas from private.areas where writers = 'staff'`,
  );
  expect(await total('colaborador')).toBe(open?.areas);
});

it('returns numbers to staff only', async () => {
  for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
    expect((await db.attempt(person, 'select public.batches_per_day()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
});
