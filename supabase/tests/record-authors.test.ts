import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, type TestCaller } from './people.ts';
import { fillEveryTable } from './records.ts';

type Authors = {
  authors: { name: string; own: boolean }[];
  deletion: { name: string; own: boolean; at: string; batch: number } | null;
  anonymisation: { name: string; own: boolean; at: string } | null;
};

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await fillEveryTable(db);
});
afterAll(() => db.drop());

async function authorsOf(
  person: TestCaller,
  area: string,
  ids: string[],
  { version, batch }: { version?: number; batch?: number } = {},
) {
  const [row] = await db.as<{ result: Authors }>(
    person,
    'select public.record_authors($1, $2, $3, $4) as result',
    [area, ids, version ?? null, batch ?? null],
  );
  return row?.result ?? expect.unreachable('no result');
}

async function addProduct() {
  const [row] = await db.sql<{ id: string }>(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'Caju', 's', 'm', 'd', gen_random_uuid()::text, id, 10 from public.categories limit 1 returning id`,
  );
  return row?.id ?? expect.unreachable('not inserted');
}

async function rename(person: TestCaller, id: string, name: string) {
  await db.as(person, 'update public.products set name = $2 where id = $1', [id, name]);
}

it('lists the users who changed a record after a version, the last one first', async () => {
  const id = await addProduct();
  await rename('administrador', id, 'Um');
  const [row] = await db.sql<{ version: number }>(
    'select version from public.products where id = $1',
    [id],
  );
  const { version } = row ?? expect.unreachable('no product');
  const none = await authorsOf('administrador', 'products', [id], { version });
  expect(none).toEqual({ authors: [], deletion: null, anonymisation: null });
  await rename('colaborador', id, 'Dois');
  expect((await authorsOf('administrador', 'products', [id], { version })).authors).toEqual([
    { name: expect.any(String), own: false },
  ]);
  await rename('administrador', id, 'Três');
  const both = await authorsOf('administrador', 'products', [id], { version });
  expect(both.authors.map(({ own }) => own)).toEqual([true, false]);
  const [change] = await db.sql<{ batch: number }>(
    `select batch::int from private.changes where record_id = $1 order by id desc offset 1 limit 1`,
    [id],
  );
  const after = await authorsOf('administrador', 'products', [id], { batch: change!.batch });
  expect(after.authors.map(({ own }) => own)).toEqual([true]);
});

it('names the user who deleted a record, and the batch to restore it from; not after it is restored', async () => {
  const id = await addProduct();
  await db.as('colaborador', 'delete from public.products where id = $1', [id]);
  const { deletion } = await authorsOf('administrador', 'products', [id], { version: 1 });
  expect(deletion).toMatchObject({ own: false, name: expect.any(String) });
  await db.as('administrador', 'select public.undo_batch($1)', [deletion?.batch]);
  const restored = await authorsOf('administrador', 'products', [id], { version: 1 });
  expect(restored.deletion).toBeNull();
});

it('names the user who anonymised a record after a version, also if the record was changed later', async () => {
  const [partner] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address, status)
     values ('Zilda', 'zilda@autores.exemplo', '1', 'x', 'Ativo') returning id`,
  );
  const ids = [partner?.id ?? expect.unreachable('not made')];
  await db.as('administrador', `select public.anonymise('parceiros', $1)`, ids);
  await db.as('colaborador', `update public.parceiros set phone = '2' where id = $1`, ids);
  const before = await authorsOf('colaborador', 'parceiros', ids, { version: 1 });
  expect(before.anonymisation).toEqual({ name: 'Ana Souza', own: false, at: expect.any(String) });
  // A form that was opened right after the anonymisation (version 2), or after the later change (3), gets no notice.
  for (const version of [2, 3]) {
    const since = await authorsOf('colaborador', 'parceiros', ids, { version });
    expect([version, since.anonymisation]).toEqual([version, null]);
  }
});

it('does not count an export of the titular as a change', async () => {
  const [partner] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
     values ('Ivo', 'ivo@autores.exemplo', '1', 'x') returning id`,
  );
  const ids = [partner?.id ?? expect.unreachable('not made')];
  await db.as('administrador', `select public.personal_data('parceiros', $1)`, ids);
  const { authors } = await authorsOf('colaborador', 'parceiros', ids, { version: 1 });
  expect(authors).toEqual([]);
  await db.as('colaborador', 'delete from public.parceiros where id = $1', ids);
  await db.as('administrador', `select public.personal_data('parceiros', $1)`, ids);
  const { deletion } = await authorsOf('administrador', 'parceiros', ids, { version: 1 });
  expect(deletion).toMatchObject({ own: false });
});

it('is for users who may change the record', async () => {
  const [banner] = await db.sql<{ id: number }>('select id from public.banners limit 1');
  const statement = 'select public.record_authors($1, $2)';
  for (const [area, id] of [
    ['banners', String(banner?.id)],
    ['profiles', ANA_ID],
  ])
    expect((await db.attempt('colaborador', statement, [area, [id]])).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
});
