import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, TEST_CALLERS, type TestCaller } from './people.ts';
import { TABLE_PERMISSIONS, TABLES_WITHOUT_HISTORY } from './permission-table.ts';
import { insertCategory, makeProductRow, fillEveryTable, insertStorageObjects } from './records.ts';

type Change = {
  table: string;
  kind: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
type Entry = {
  batch: number;
  actor: string | null;
  area: string;
  record_id: string;
  kind: string;
  title: string;
  records: { count: number; mixed: boolean };
  changes: Change[];
  missing_pictures: string[];
};
type Entries = { entries: Entry[]; names: Record<string, string> };

const A = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';
const B = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/b.png';

const recordedTables = Object.keys(TABLE_PERMISSIONS).filter(
  (table) => !TABLES_WITHOUT_HISTORY.includes(table),
);

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

async function historyOf(area: string, id: unknown, person: TestCaller = 'administrador') {
  const [row] = await db.as<{ result: Entries }>(
    person,
    'select public.record_history($1, $2) as result',
    [area, id],
  );
  return row?.result ?? expect.unreachable('no history');
}

async function activityOf(filters: Record<string, unknown>) {
  const [row] = await db.as<{ result: Entries }>(
    'administrador',
    'select public.activity($1) as result',
    [JSON.stringify(filters)],
  );
  return row?.result.entries ?? [];
}

it("offers an undo for the creation of a colleague's profile, but not of the user's own profile", async () => {
  const created = await activityOf({ area: 'profiles' });
  const offered = (id: string) =>
    created.filter(({ kind, record_id }) => kind === 'insert' && record_id === id);
  expect(offered(ANA_ID)).toMatchObject([{ undoable: false }]);
  expect(offered(BRUNO_ID)).toMatchObject([{ undoable: true }]);
});

async function saveProduct(
  person: TestCaller,
  product: object,
  images: object[],
  version?: number,
) {
  const [row] = await db.as<{ saved: { product: { id: string; version: number } } }>(
    person,
    'select public.save_product($1, $2, $3) as saved',
    [JSON.stringify(product), JSON.stringify(images), version ?? null],
  );
  return row?.saved.product ?? expect.unreachable('not saved');
}

describe('a save', () => {
  it('is one batch with its pictures: author, old and new values', async () => {
    const category = await insertCategory(db);
    const made = await saveProduct('colaborador', makeProductRow({ category_id: category }), [
      { url: A, is_main: true },
    ]);
    await saveProduct(
      'administrador',
      { id: made.id, real_price: 12.5 },
      [{ url: B, is_main: true }],
      made.version,
    );
    const { entries } = await historyOf('products', made.id);
    expect(entries.map(({ actor, kind, title }) => ({ actor, kind, title }))).toEqual([
      { actor: 'Ana Souza', kind: 'update', title: 'Açaí 500 ml' },
      { actor: 'Bruno Lima', kind: 'insert', title: 'Açaí 500 ml' },
    ]);
    const result = entries[0]?.changes.map(({ table, kind, before, after }) => [
      table,
      kind,
      before?.['real_price'] ?? before?.['url'],
      after?.['real_price'] ?? after?.['url'],
    ]);
    expect(result).toEqual([
      ['products', 'update', 24.9, 12.5],
      ['product_images', 'delete', A, undefined],
      ['product_images', 'insert', undefined, B],
    ]);
    expect(entries[1]?.changes[0]?.after).toMatchObject({ sku: 'ACAI-500', category_id: category });
  });

  it('lists its pictures whose files are deleted', async () => {
    const category = await insertCategory(db, 'Com e sem');
    const made = await saveProduct(
      'colaborador',
      makeProductRow({ category_id: category, sku: 'COM-E-SEM' }),
      [{ url: A, is_main: true }],
    );
    const missingPictures = async () =>
      (await historyOf('products', made.id)).entries[0]?.missing_pictures;
    expect(await missingPictures()).toEqual([A]);
    await insertStorageObjects(db, A);
    expect(await missingPictures()).toEqual([]);
  });

  it('does not record counted or generated columns, and records nothing if nothing changed', async () => {
    const id = await insertCategory(db, 'Sobremesas');
    await db.as('colaborador', 'update public.categories set name = name where id = $1', [id]);
    const { entries } = await historyOf('categories', id);
    expect(entries).toHaveLength(1);
    expect(Object.keys(entries[0]?.changes[0]?.after ?? {}).toSorted()).toEqual([
      'created_at',
      'id',
      'is_active',
      'name',
    ]);
  });

  it('that writes the same pictures again records no change of them', async () => {
    const category = await insertCategory(db);
    const images = [{ url: A, is_main: true }, { url: B }];
    const product = makeProductRow({ category_id: category, sku: 'IGUAL' });
    const made = await saveProduct('colaborador', product, images);
    await saveProduct('colaborador', { id: made.id, name: 'Outro' }, images, made.version);
    const { entries } = await historyOf('products', made.id);
    expect(entries[0]?.changes.map(({ table }) => table)).toEqual(['products']);
  });

  it('by plain SQL is recorded as made by the system', async () => {
    const id = await insertCategory(db, 'Do servidor');
    const { entries } = await historyOf('categories', id);
    expect(entries).toMatchObject([{ actor: null, kind: 'insert', title: 'Do servidor' }]);
  });

  it('of several records is one batch, including records deleted by a cascade', async () => {
    const ids = [await insertCategory(db, 'Um'), await insertCategory(db, 'Dois')];
    await db.as(
      'colaborador',
      'update public.categories set is_active = false where id = any($1)',
      [ids],
    );
    const { entries } = await historyOf('categories', ids[1]);
    expect(entries[0]).toMatchObject({
      records: { count: 2, mixed: false },
      changes: [{ after: { is_active: false } }],
    });

    const product = makeProductRow({ category_id: ids[0], sku: 'CASCATA' });
    const made = await saveProduct('colaborador', product, [{ url: A }]);
    await db.as('colaborador', 'delete from public.products where id = $1', [made.id]);
    const [deletion] = (await historyOf('products', made.id)).entries;
    expect(deletion).toMatchObject({ kind: 'delete', title: 'Açaí 500 ml', records: { count: 1 } });
    expect(deletion?.changes.map(({ table }) => table)).toEqual(['products', 'product_images']);
  });

  it('shows the names of categories and plans, also of deleted ones', async () => {
    const [from, to] = [await insertCategory(db, 'Antiga'), await insertCategory(db, 'Nova')];
    const product = makeProductRow({ category_id: from, sku: 'MUDADO' });
    const made = await saveProduct('colaborador', product, []);
    await saveProduct('colaborador', { id: made.id, category_id: to }, [], made.version);
    await db.as('colaborador', 'delete from public.categories where id = $1', [from]);
    const { names } = await historyOf('products', made.id);
    expect(names).toEqual({ [from]: 'Antiga', [to]: 'Nova' });
  });
});

describe('the stored history', () => {
  it('cannot be changed, deleted or truncated, even by the owner', async () => {
    await insertCategory(db);
    for (const table of ['private.batches', 'private.changes']) {
      for (const role of ['authenticated', 'service_role', 'postgres']) {
        for (const command of [
          `update ${table} set kind = 'delete'`,
          `delete from ${table}`,
          `truncate ${table}`,
        ]) {
          const client = await db.connect();
          await client.query(`set role ${role}`);
          await expect(client.query(command), `${role} ${command}`).rejects.toMatchObject({
            code: INSUFFICIENT_PRIVILEGE,
          });
        }
      }
    }
  });

  it('has no logins and no list settings', async () => {
    const tables = await db.sql<{ name: string }>(
      `select distinct tgrelid::regclass::text as name from pg_trigger
       where tgfoid = 'private.record_changes'::regproc order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      recordedTables.toSorted((a, b) => a.localeCompare(b)),
    );
  });
});

describe('the permission to read a history', () => {
  beforeEach(async () => {
    await db.sql(
      'delete from public.products; delete from public.categories; delete from public.banners',
    );
    await fillEveryTable(db);
    await db.sql(`update public.plans set text_color = '#000000' where name = 'Pro'`);
    await db.sql('update public.price_guard set up_limit = up_limit + 1');
    await db.sql(`update public.catalogue_readers set todos = 'todos' where todos = 'ninguem'`);
    await db.sql(`update public.factor_rule set required_of = 'todos'`);
    await db.sql(`update public.factor_rule set required_of = 'ninguem'`);
  });

  for (const area of recordedTables) {
    if (area === 'product_images') continue; // its changes are in the history of the product
    for (const person of Object.keys(TEST_CALLERS) as TestCaller[]) {
      const mayChange =
        TABLE_PERMISSIONS[area]?.[person].includes('u') ||
        (area === 'plans' && person === 'administrador');
      it(`${mayChange ? 'lets' : 'does not let'} ${person} read that of ${area} [ROLE-15]`, async () => {
        const [row] = await db.sql<{ id: string }>(
          `select record_id as id from private.changes where area = $1 order by batch desc limit 1`,
          [area],
        );
        const { rows, code } = await db.attempt<{ result: Entries }>(
          person,
          'select public.record_history($1, $2) as result',
          [area, area === 'profiles' ? ANA_ID : row?.id],
        );
        if (mayChange) expect(rows[0]?.result.entries.length).toBeGreaterThan(0);
        else expect(code).toBe(INSUFFICIENT_PRIVILEGE);
      });
    }
  }

  it('allows a Colaborador only their own profile, and an Administrador all activity', async () => {
    await db.as('colaborador', `update public.profiles set company = 'Loja' where id = $1`, [
      BRUNO_ID,
    ]);
    expect((await historyOf('profiles', BRUNO_ID, 'colaborador')).entries[0]).toMatchObject({
      actor: 'Bruno Lima',
      changes: [{ before: { company: null }, after: { company: 'Loja' } }],
    });
    expect((await db.attempt('colaborador', 'select public.activity()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
  });
});

describe('the activity', () => {
  it('can be filtered by user, area, kind and period, page by page', async () => {
    await db.as('colaborador', `insert into public.categories (name) values ('Do Bruno')`);
    await db.as('administrador', `insert into public.banners (titulo) values ('Da Ana')`);
    const titles = async (filters: Record<string, unknown>) =>
      (await activityOf(filters)).map(({ title }) => title).slice(0, 2);
    expect(await titles({})).toEqual(['Da Ana', 'Do Bruno']);
    expect((await titles({ actor: BRUNO_ID }))[0]).toBe('Do Bruno');
    expect(await titles({ actor: ANA_ID, area: 'categories' })).toEqual([]);
    expect((await titles({ area: 'banners', kind: 'insert' }))[0]).toBe('Da Ana');
    expect(await titles({ area: 'banners', kind: 'discard' })).toEqual([]);
    expect(await titles({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await titles({ to: new Date(Date.now() - 3_600_000).toISOString() })).toEqual([]);
    expect((await activityOf({ actor: 'sistema' })).every(({ actor }) => actor === null)).toBe(
      true,
    );

    const [first] = await activityOf({});
    const [page] = await db.as<{ result: Entries }>(
      'administrador',
      `select public.activity('{}', $1, 1) as result`,
      [first?.batch],
    );
    expect(page?.result.entries).toMatchObject([{ title: 'Do Bruno' }]);
  });

  it('lists the changes of each record of a batch, page by page, for an Administrador only', async () => {
    await db.sql(`insert into public.banners (titulo) values ('Um'), ('Dois'), ('Três')`);
    await db.as(
      'administrador',
      `update public.banners set descricao = 'Nova' where titulo in ('Um', 'Dois', 'Três')`,
    );
    const [batch] = await activityOf({ area: 'banners', kind: 'update' });
    const statement = 'select public.batch_records($1, $2, 2) as result';
    const seen: [string, unknown][] = [];
    for (let after = ''; ;) {
      const [row] = await db.as<{ result: Entries }>('administrador', statement, [
        batch?.batch,
        after,
      ]);
      const { entries } = row!.result;
      for (const { title, changes } of entries)
        seen.push([title, changes[0]?.after?.['descricao']]);
      if (entries.length < 2) break;
      after = entries.at(-1)!.record_id;
    }
    expect(Object.fromEntries(seen)).toEqual({ Um: 'Nova', Dois: 'Nova', Três: 'Nova' });
    expect(seen).toHaveLength(3);
    expect((await db.attempt('colaborador', statement, [batch?.batch, ''])).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
    await db.as('administrador', `delete from public.banners where titulo = 'Um'`);
    const [deletion] = await db.as<{ result: Entries }>('administrador', statement, [
      batch?.batch,
      '',
    ]);
    expect(deletion!.result.entries.map(({ title }) => title)).toContain('Um');
  });
});
