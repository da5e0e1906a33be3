import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, type TestCaller } from './people.ts';
import {
  insertCategory,
  backdateHistory,
  toPictureFiles,
  insertStorageObjects,
} from './records.ts';
import { applyNextStep } from './staged-batches.ts';

type Totals = {
  status: string;
  missing: number;
  counts: Record<string, number>;
  doubtful: number;
  sum: number | null;
  percent: number | null;
};
type Step = {
  status: string;
  batch: number | null;
  counts: Record<string, number>;
  removed_files: unknown[];
};
type Row = {
  place: number;
  record_id: string;
  title: string;
  outcome: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  doubts: string[];
  refusal: { message: string } | null;
};

const OUTCOMES = ['change', 'keep', 'refuse', 'out', 'changed', 'stale'];
const PICTURE = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';
const price = (more: object) => ({
  kind: 'price',
  by: 'percent',
  value: 10,
  promo: 'keep',
  ...more,
});
const inactive = { kind: 'set', column: 'status', value: 'Inativo' };

describe('a bulk change', () => {
  let db: TestDatabase;
  let category: string;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  beforeEach(async () => {
    await db.sql('delete from public.products; delete from public.categories');
    await backdateHistory(db);
    await db.sql('delete from private.staged_batches');
    category = await insertCategory(db);
  });
  afterAll(() => db.drop());

  const call = <T>(name: string, values: unknown[], person: TestCaller = 'colaborador') =>
    db.call<T>(person, name, values);

  async function products(...prices: (number | [real: number, promo: number])[]) {
    const given = prices.map((one, place) => {
      const [real, promo = null] = typeof one === 'number' ? [one] : one;
      return { sku: `P-${String(place + 1).padStart(5, '0')}`, real, promo };
    });
    const rows = await db.sql<{ id: string }>(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price)
      select 'Produto ' || sku, 'a', 'a', 'a', sku, $1, "real", promo
      from jsonb_to_recordset($2) as given (sku text, "real" numeric, promo numeric)
      order by sku returning id`,
      [category, JSON.stringify(given)],
    );
    return rows.map(({ id }) => id);
  }

  async function plan(selection: object, change: object, area = 'products', person?: TestCaller) {
    const id = randomUUID();
    const values = [id, area, JSON.stringify(selection), JSON.stringify(change), 5000];
    for (;;) {
      const planned = await call<Totals>('plan_change', values, person);
      if (planned.status !== 'planning') return { id, ...planned };
    }
  }

  const apply = (id: string, size = 5000, confirmed = 0, person?: TestCaller) =>
    applyNextStep<Step>(db, id, { size, confirmed, ...(person && { person }) });
  const rows = (id: string, outcomes = OUTCOMES) =>
    call<Row[]>('batch_rows', [id, outcomes, false, 0, 1000]);
  const readProducts = (columns = 'real_price::float') =>
    db.sql(`select ${columns} from public.products order by sku`);
  const prices = async () =>
    (await readProducts('real_price::float, promo_price::float')).map((row) => Object.values(row));
  const all = { search: '', filters: {} };

  it('applies a step once, and repeats its result to a client that lost the response', async () => {
    await products(10, 20, 30);
    const { id } = await plan(all, price({}));
    const step = (number: number) => call<Step>('apply_batch', [id, number, 2]);
    const first = await step(1);
    expect(first).toMatchObject({ status: 'applying', counts: { changed: 2, change: 1 } });
    expect(await step(1)).toEqual(first);
    expect(await prices()).toEqual([
      [11, null],
      [22, null],
      [30, null],
    ]);
    const last = await step(2);
    expect(last).toMatchObject({ status: 'done', batch: first.batch, counts: { changed: 3 } });
    expect(await step(2)).toEqual(last);
    for (const number of [1, 4, 0, -1]) {
      const outcome = await db.attempt('colaborador', 'select public.apply_batch($1, $2)', [
        id,
        number,
      ]);
      expect(outcome.code).toBe('22023');
    }
    expect((await prices()).map(([real]) => real)).toEqual([11, 22, 33]);
  });

  it('returns the old and new values of each row and the totals, and writes nothing before it is applied', async () => {
    const ids = await products(10, 20, [30, 25]);
    const { id, ...result } = await plan({ ids }, price({ promo: 'same' }));
    expect(result).toEqual({
      status: 'planned',
      missing: 0,
      counts: { change: 3 },
      doubtful: 0,
      sum: 6,
      percent: 10,
    });
    expect(await rows(id)).toMatchObject([
      { title: 'Produto P-00001', before: { real_price: 10 }, after: { real_price: 11 } },
      { outcome: 'change', after: { real_price: 22 } },
      { before: { promo_price: 25 }, after: { promo_price: 27.5 } },
    ]);
    expect(await prices()).toEqual([
      [10, null],
      [20, null],
      [30, 25],
    ]);
    expect(await apply(id)).toMatchObject({ status: 'done', counts: { changed: 3 } });
    expect(await prices()).toEqual([
      [11, null],
      [22, null],
      [33, 27.5],
    ]);
  });

  it.each([
    [price({ value: -12.5 }), [8.75, 17.5]],
    [price({ by: 'amount', value: 0.35 }), [10.35, 20.35]],
    [price({ by: 'amount', value: -3 }), [7, 17]],
    [price({ by: 'to', value: 12.34 }), [12.34, 12.34]],
    [price({ value: 4, ending: 0.9 }), [10.9, 20.9]],
    [price({ value: 14, ending: 0.99 }), [10.99, 22.99]],
    [price({ value: 4, ending: 0 }), [10, 21]],
    [price({ by: 'to', value: 0.2, ending: 0 }), [1, 1]],
  ])('computes the new price for %j', async (change, expected) => {
    await products(10, 20);
    const { id, doubtful } = await plan(all, change);
    await apply(id, 5000, doubtful);
    expect((await prices()).map(([real]) => real)).toEqual(expected);
  });

  it('removes promotional prices, and skips rows that would not change', async () => {
    await products([10, 8], 10);
    const { id, counts } = await plan(all, price({ value: 0, promo: 'none' }));
    expect(counts).toEqual({ change: 1, keep: 1 });
    await apply(id);
    expect(await readProducts('version, promo_price')).toEqual([
      { version: 2, promo_price: null },
      { version: 1, promo_price: null },
    ]);
  });

  it('gives the reason for each row that a table rule refuses, and changes the others', async () => {
    await products(10, 3, 9_999_999_999);
    const { id, counts, doubtful } = await plan(all, price({ by: 'amount', value: -5 }));
    expect(counts).toEqual({ change: 2, refuse: 1 });
    expect(await rows(id, ['refuse'])).toMatchObject([
      {
        after: { real_price: -2 },
        refusal: { message: 'O preço ficaria negativo ou alto demais.' },
      },
    ]);
    await apply(id, 5000, doubtful);
    expect((await prices()).map(([real]) => real)).toEqual([5, 3, 9_999_999_994]);
  });

  it.each([
    ['status', 'Inativo'],
    ['visibility', 'menu_parceiros'],
    ['tipo', 'Serviço'],
    ['button_color', '#112233'],
    ['button_link', 'https://exemplo.com'],
  ])('sets %s', async (column, value) => {
    await products(10, 20);
    const { id } = await plan(all, { kind: 'set', column, value });
    await apply(id);
    expect(await readProducts(column)).toEqual([{ [column]: value }, { [column]: value }]);
  });

  it('moves products to another category, by whose name a search then finds them', async () => {
    await products(10);
    const other = await insertCategory(db, 'Sorvetes');
    const { id } = await plan(all, { kind: 'set', column: 'category_id', value: other });
    await apply(id);
    const [{ found } = { found: null }] = await db.as<{ found: { total: number } }>(
      'colaborador',
      `select public.find_products('sorvetes') as found`,
    );
    expect(found?.total).toBe(1);
  });

  it('empties the link of the button', async () => {
    await products(10);
    await db.sql(`update public.products set button_link = 'https://exemplo.com'`);
    const { id } = await plan(all, { kind: 'set', column: 'button_link', value: ' ' });
    await apply(id);
    expect(await readProducts('button_link')).toEqual([{ button_link: null }]);
  });

  it.each([
    [{ kind: 'set', column: 'sku', value: 'X' }, '22023'],
    [{ kind: 'set', column: 'version', value: 7 }, '22023'],
    [{ kind: 'set', column: 'category_id', value: randomUUID() }, 'P0001'],
    [{ kind: 'price', by: 'percent', value: 'dez', promo: 'keep' }, '22023'],
    [{ kind: 'price', by: 'percent', value: 10_001, promo: 'keep' }, '22023'],
    [{ kind: 'price', by: 'percent', value: 1.234567, promo: 'keep' }, '22023'],
    [{ kind: 'price', by: 'to', value: 10, promo: 'same' }, '22023'],
    [{ kind: 'price', by: 'percent', value: 10, ending: 0.5, promo: 'keep' }, '22023'],
    [{ kind: 'price', value: 10, promo: 'keep' }, '22023'],
    [{ kind: 'truncate' }, '22023'],
    [{}, '22023'],
  ])('refuses the change %j', async (change, code) => {
    await products(10);
    const values = [randomUUID(), 'products', JSON.stringify(all), JSON.stringify(change)];
    const outcome = await db.attempt(
      'colaborador',
      'select public.plan_change($1, $2, $3, $4)',
      values,
    );
    expect(outcome.code).toBe(code);
  });

  it('plans in steps, in the order of the titles, and returns a complete plan again', async () => {
    await products(10, 20, 30, 40, 50);
    const id = randomUUID();
    const next = () =>
      call('plan_change', [id, 'products', JSON.stringify(all), JSON.stringify(price({})), 2]);
    expect(await next()).toEqual({ status: 'planning', done: 0.4 });
    expect(await rows(id)).toMatchObject([{ title: 'Produto P-00001' }, { place: 2 }]);
    expect(await next()).toEqual({ status: 'planning', done: 0.8 });
    const whole = { status: 'planned', missing: 0, counts: { change: 5 }, doubtful: 0, sum: 15 };
    expect(await next()).toMatchObject(whole);
    expect(await next()).toMatchObject(whole);
    expect((await rows(id)).map(({ place, after }) => [place, after?.['real_price']])).toEqual(
      [11, 22, 33, 44, 55].map((amount, place) => [place + 1, amount]),
    );
    await apply(id);
    expect(await prices()).toEqual([11, 22, 33, 44, 55].map((amount) => [amount, null]));
    await expect(next()).rejects.toMatchObject({ hint: 'batch_begun' });
  });

  it('writes nothing before the whole change is planned', async () => {
    await products(10, 20);
    const id = randomUUID();
    await call('plan_change', [id, 'products', JSON.stringify(all), JSON.stringify(price({})), 1]);
    await expect(apply(id)).rejects.toMatchObject({ constraint: 'staged_batches_whole_plan' });
    expect(await prices()).toEqual([
      [10, null],
      [20, null],
    ]);
  });

  it('counts a record that is deleted between two steps as missing, and judges each row as it is then', async () => {
    const [, second = '', third = ''] = await products(10, 20, 30);
    const id = randomUUID();
    const next = () =>
      call<Totals>('plan_change', [
        id,
        'products',
        JSON.stringify(all),
        JSON.stringify(price({})),
        1,
      ]);
    await next();
    await db.sql('delete from public.products where id = $1', [second]);
    await db.sql('update public.products set real_price = 300 where id = $1', [third]);
    expect(await next()).toMatchObject({ status: 'planning' });
    expect(await next()).toMatchObject({ status: 'planned', missing: 1, counts: { change: 2 } });
    expect(await rows(id)).toMatchObject([
      { after: { real_price: 11 } },
      { place: 3, after: { real_price: 330 } },
    ]);
  });

  it.each([
    ['another change', 'products', inactive],
    ['another area', 'categories', { kind: 'delete' }],
  ])('does not continue a plan with %s', async (_what, area, change) => {
    const [first] = await products(10, 20);
    const id = randomUUID();
    const begun = { kind: 'delete' };
    await call('plan_change', [id, 'products', JSON.stringify(all), JSON.stringify(begun), 1]);
    const other = [id, area, JSON.stringify({ ids: [first] }), JSON.stringify(change)];
    await expect(call('plan_change', other)).rejects.toMatchObject({ hint: 'batch_begun' });
    expect(await rows(id)).toHaveLength(1);
  });

  it.each([null, 0, -1, 5001])('refuses steps of %s rows', async (size) => {
    await products(10);
    const values = [randomUUID(), 'products', JSON.stringify(all), JSON.stringify(inactive), size];
    const statement = 'select public.plan_change($1, $2, $3, $4, $5)';
    expect((await db.attempt('colaborador', statement, values)).code).toBe('22023');
    expect(await call('open_batches', [])).toEqual([]);
  });

  it('refuses every row if the table does not accept the value', async () => {
    await products(10);
    const { id, counts } = await plan(all, {
      kind: 'set',
      column: 'button_link',
      value: 'javascript:alert(1)',
    });
    expect(counts).toEqual({ refuse: 1 });
    expect(await rows(id)).toMatchObject([
      { refusal: { code: '23514', message: 'O valor não é válido para este campo.' } },
    ]);
  });

  it('selects all matches of a search and its filters, except excluded records', async () => {
    const [first, second] = await products(10, 20, 30);
    await db.sql(`update public.products set status = 'Inativo' where id = $1`, [first]);
    const selection = { search: 'produto', filters: { status: 'Ativo' }, except: [second] };
    const { counts } = await plan(selection, price({}));
    expect(counts).toEqual({ change: 1 });
  });

  it('refuses too many matches, also if it excludes some of them', async () => {
    const ids = await products(10, 20, 30, 40, 50, 60);
    const [stored] = await db.sql<{ limits: string }>(
      `select pg_get_functiondef('private.limits'::regproc) as limits`,
    );
    await db.sql(stored!.limits.replace('100000', '3'));
    try {
      const selection = { ...all, except: ids.slice(0, 2) };
      await expect(plan(selection, inactive)).rejects.toMatchObject({ hint: 'too_many' });
      const { counts } = await plan({ ...all, except: ids.slice(0, 3) }, inactive);
      expect(counts).toEqual({ change: 3 });
    } finally {
      await db.sql(stored!.limits);
    }
  });

  it('excludes rows and includes them again', async () => {
    await products(10, 20);
    const { id } = await plan(all, price({}));
    const out = await call<Totals>('leave_out', [id, [1, 2]]);
    expect(out).toMatchObject({ counts: { out: 2 }, sum: null });
    const back = await call<Totals>('leave_out', [id, [2], false]);
    expect(back).toMatchObject({ counts: { out: 1, change: 1 }, sum: 2 });
    await apply(id);
    expect(await readProducts()).toEqual([{ real_price: 10 }, { real_price: 22 }]);
    // After the first step, a row that was left out cannot be included: it could have a doubtful price that no user has
    // confirmed.
    await expect(call('leave_out', [id, [1], false])).rejects.toMatchObject({
      hint: 'batch_begun',
    });
  });

  it('lists records that were changed or deleted meanwhile, and does not overwrite them', async () => {
    const [first, second] = await products(10, 20, 30);
    const { id } = await plan(all, price({}));
    await db.sql('update public.products set real_price = 12 where id = $1', [first]);
    await db.sql('delete from public.products where id = $1', [second]);
    expect((await apply(id)).counts).toEqual({ stale: 2, changed: 1 });
    expect(await readProducts()).toEqual([{ real_price: 12 }, { real_price: 33 }]);
    expect((await rows(id, ['stale'])).map(({ title }) => title)).toEqual([
      'Produto P-00001',
      'Produto P-00002',
    ]);
  });

  it('is one batch of the history in any number of steps, with a description, and is undone as one', async () => {
    await products(10, 20, 30);
    const { id } = await plan(all, price({}));
    expect(await apply(id, 2)).toMatchObject({
      status: 'applying',
      counts: { changed: 2, change: 1 },
    });
    const { batch, status } = await apply(id, 2);
    expect(status).toBe('done');
    const result = await call<{ entries: { batch: number; note: unknown; records: object }[] }>(
      'activity',
      [JSON.stringify({ kind: 'update' })],
      'administrador',
    );
    expect(result.entries[0]).toMatchObject({
      batch,
      records: { count: 3, mixed: false },
      note: { bulk: { kind: 'price', by: 'percent', value: 10 }, count: 3 },
    });
    expect(await call('undo_batch', [batch])).toMatchObject({ status: 'undone' });
    expect(await readProducts()).toEqual([
      { real_price: 10 },
      { real_price: 20 },
      { real_price: 30 },
    ]);
  });

  it('deletes the rest after one of the deleted records was restored', async () => {
    const [first] = await products(10, 20, 30);
    const { id } = await plan(all, { kind: 'delete' });
    const { batch } = await apply(id, 2);
    await call('restore_trashed', [batch, [first]]);
    expect(await call('open_batches', [])).toMatchObject([{ id }]);
    expect(await apply(id, 2)).toMatchObject({ status: 'done', batch });
    expect(await readProducts('id')).toEqual([{ id: first }]);
  });

  it('of promotions is undone without those that were set or removed since', async () => {
    const ids = await products(10, 20, 30);
    const periods = `promo_starts_at = '2026-01-01', promo_ends_at = '2026-02-01'`;
    await db.sql(`update public.products set promo_price = real_price - 1, ${periods}`);
    const { id } = await plan(all, price({ value: 0, promo: 'none' }));
    const { batch } = await apply(id);
    const set = (promo: number | null, one: unknown) =>
      db.as('colaborador', 'update public.products set promo_price = $1 where id = $2', [
        promo,
        one,
      ]);
    await set(8, ids[0]);
    await set(18, ids[1]);
    await set(null, ids[1]);
    const undone = await call('undo_batch', [batch, '{}', null, '']);
    expect(undone).toMatchObject({ status: 'undone', left: 2 });
    const stored = `select promo_price::float as promo, promo_ends_at is not null as ends from public.products order by sku`;
    expect(await db.sql(stored)).toEqual([
      { promo: 8, ends: false },
      { promo: null, ends: false },
      { promo: 29, ends: true },
    ]);
  });

  it('refuses a row that violates a rule unknown to the plan, and changes the others', async () => {
    await products(10, 20, 30);
    const { id } = await plan(all, inactive);
    await db.sql(
      `alter table public.products add constraint whim check (sku <> 'P-00002' or status = 'Ativo') not valid`,
    );
    const { status, counts } = await apply(id);
    await db.sql('alter table public.products drop constraint whim');
    expect({ status, counts }).toEqual({ status: 'done', counts: { changed: 2, refuse: 1 } });
    expect(await rows(id, ['refuse'])).toMatchObject([
      { title: 'Produto P-00002', refusal: { code: '23514', rule: 'whim' } },
    ]);
    expect(await readProducts('status')).toEqual([
      { status: 'Inativo' },
      { status: 'Ativo' },
      { status: 'Inativo' },
    ]);
  });

  it('deletes products with their pictures, lists the files, and restores both on undo', async () => {
    const ids = await products(10, 20);
    await insertStorageObjects(db, PICTURE);
    await db.sql(
      'insert into public.product_images (product_id, url, is_main, alt) values ($1, $2, true, $3)',
      [ids[0], PICTURE, 'Um açaí'],
    );
    const { id } = await plan({ ids }, { kind: 'delete' });
    const { batch, removed_files, counts } = await apply(id);
    expect(counts).toEqual({ changed: 2 });
    expect(removed_files).toEqual(toPictureFiles(PICTURE));
    expect(await readProducts()).toEqual([]);
    expect(await call('undo_batch', [batch])).toMatchObject({ status: 'undone' });
    expect(await readProducts('id, version')).toEqual(
      ids.map((each) => ({ id: each, version: 2 })),
    );
    expect(await db.sql('select product_id, url, is_main, alt from public.product_images')).toEqual(
      [{ product_id: ids[0], url: PICTURE, is_main: true, alt: 'Um açaí' }],
    );
  });

  it('reports the categories that products use, and deletes the others', async () => {
    await products(10, 20);
    const free = await insertCategory(db, 'Livre');
    const { id, counts } = await plan({ ids: [category, free] }, { kind: 'delete' }, 'categories');
    expect(counts).toEqual({ change: 1, refuse: 1 });
    expect(await rows(id, ['refuse'])).toMatchObject([
      { title: 'Bebidas', refusal: { message: '2 produtos usam esta categoria.' } },
    ]);
    await apply(id);
    expect(await db.sql('select name from public.categories')).toEqual([{ name: 'Bebidas' }]);
  });

  it('reports a category that a product began to use after the plan', async () => {
    const free = await insertCategory(db, 'Livre');
    const { id } = await plan({ ids: [category, free] }, { kind: 'delete' }, 'categories');
    await products(10);
    expect((await apply(id)).counts).toEqual({ refuse: 1, changed: 1 });
  });

  it.each([
    ['distribuidores', 'status', 'Inativo'],
    ['parceiros', 'status', 'Inativo'],
    ['notificacoes', 'status', 'Inativa'],
    ['banners', 'status', 'Inativo'],
    ['categories', 'is_active', false],
  ])('changes the status of %s, and deletes the records', async (area, column, value) => {
    await db.sql(`delete from public.${area}`);
    await db.sql(INSERTS[area] ?? '');
    const ids = (await db.sql(`select id::text from public.${area}`)).map((row) => row['id']);
    const { id } = await plan({ ids }, { kind: 'set', column, value }, area, 'administrador');
    const { batch } = await apply(id, 5000, 0, 'administrador');
    expect(await db.sql(`select ${column} from public.${area}`)).toEqual([{ [column]: value }]);
    await call('undo_batch', [batch], 'administrador');
    expect(await db.sql(`select from public.${area} where ${column} = $1`, [value])).toEqual([]);
    const deletion = await plan({ ids }, { kind: 'delete' }, area, 'administrador');
    await apply(deletion.id, 5000, 0, 'administrador');
    expect(await db.sql(`select from public.${area}`)).toEqual([]);
  });

  it('never deletes the profile of its user', async () => {
    const ids = (await db.sql('select id from public.profiles')).map((row) => row['id']);
    const { id, counts } = await plan({ ids }, { kind: 'delete' }, 'profiles', 'administrador');
    expect(counts).toEqual({ change: ids.length - 1, refuse: 1 });
    const [refused] = await call<Row[]>('batch_rows', [id, ['refuse']], 'administrador');
    expect(refused?.refusal?.message).toBe('Você não pode excluir o seu próprio perfil.');
  });

  it.each(['banners', 'notificacoes'])(
    'in %s is refused to an Administrador who lost the role after the plan',
    async (area) => {
      await db.sql(`delete from public.${area}`);
      await db.sql(INSERTS[area] ?? '');
      const ids = (await db.sql(`select id::text from public.${area}`)).map((row) => row['id']);
      const { id } = await plan({ ids }, { kind: 'delete' }, area, 'administrador');
      await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [BRUNO_ID]);
      await db.sql(`update public.profiles set role = 'Colaborador' where id = $1`, [ANA_ID]);
      const refused = apply(id, 5000, 0, 'administrador').catch((error: Error) => error.message);
      expect(await refused).toContain('permission denied');
      await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [ANA_ID]);
      await db.sql(`update public.profiles set role = 'Colaborador' where id = $1`, [BRUNO_ID]);
      expect(await db.sql(`select id::text from public.${area}`)).toHaveLength(ids.length);
    },
  );

  it.each(['banners', 'notificacoes', 'profiles'])(
    'is for an Administrador only in %s',
    async (area) => {
      const values = [randomUUID(), area, '{"ids": []}', '{"kind": "delete"}'];
      const statement = 'select public.plan_change($1, $2, $3, $4)';
      expect((await db.attempt('colaborador', statement, values)).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
    },
  );

  it('does nothing for a caller without a profile or with an ended session', async () => {
    const values = [randomUUID(), 'products', '{"ids": []}', JSON.stringify(inactive)];
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const) {
      const outcome = await db.attempt(person, 'select public.plan_change($1, $2, $3, $4)', values);
      expect(outcome.code).toBe(INSUFFICIENT_PRIVILEGE);
    }
  });

  it('is visible to its owner only', async () => {
    await products(10);
    const { id } = await plan(all, inactive);
    expect(await call('apply_batch', [id, 1], 'administrador')).toEqual({ status: 'missing' });
    expect(await call('batch_rows', [id, OUTCOMES], 'administrador')).toEqual([]);
    expect(await call('drop_batch', [id], 'administrador')).toEqual({ status: 'missing' });
    expect(await call('leave_out', [id, [1]], 'administrador')).toEqual({
      status: 'missing',
    });
    expect(await rows(id)).toHaveLength(1);
  });

  it('stores the five newest plans of a user', async () => {
    await products(10);
    const plans = [];
    for (let count = 0; count < 7; count += 1) plans.push((await plan(all, inactive)).id);
    const batches = await db.sql('select id from private.staged_batches order by created_at');
    expect(batches).toEqual(plans.slice(2).map((id) => ({ id })));
  });

  it('is not deleted once it has begun, however many others the user prepares', async () => {
    await products(10, 20);
    const { id } = await plan(all, price({}));
    await apply(id, 1);
    for (let count = 0; count < 6; count += 1) await plan(all, inactive);
    expect(await apply(id, 1)).toMatchObject({ counts: { changed: 2 } });
  });

  it('writes nothing more after its first steps were undone', async () => {
    await products(10, 20);
    const { id } = await plan(all, price({}));
    const { batch } = await apply(id, 1);
    await call('undo_batch', [batch]);
    await expect(apply(id, 1)).rejects.toMatchObject({ hint: 'batch_undone' });
    expect((await prices()).map(([real]) => real)).toEqual([10, 20]);
  });

  it(
    'undoes steps on 6,000 records, and skips columns that were changed since',
    { timeout: 180_000 },
    async () => {
      await products(...Array.from({ length: 6000 }, (_, place) => place + 1));
      const { id, doubtful } = await plan(all, price({ by: 'to', value: 70_000 }));
      let { status, batch } = await apply(id, 5000, doubtful);
      while (status === 'applying') ({ status, batch } = await apply(id));
      await db.sql(`update public.products set real_price = 5 where sku = 'P-00003'`);
      await db.sql(`delete from public.products where sku = 'P-00004'`);
      type Undo = { status: string; after?: string; left?: number };
      let result: Undo = { status: 'undoing' };
      let left = 0;
      for (let steps = 0; result.status === 'undoing' && steps < 10; steps += 1) {
        result = await call<Undo>('undo_batch', [batch, '{}', null, result.after ?? null]);
        left += result.left ?? 0;
      }
      expect(result.status).toBe('undone');
      // The undo skips two products: P-00003, which was changed, and P-00004, which was deleted.
      expect(left).toBe(2);
      const wrong = await db.sql(
        `select sku, real_price::float from public.products where real_price <> right(sku, 5)::integer`,
      );
      expect(wrong).toEqual([{ sku: 'P-00003', real_price: 5 }]);
      const undos = await db.sql('select from private.batches where undoes = $1', [batch]);
      expect(undos).toHaveLength(1);
    },
  );
});

const INSERTS: Record<string, string> = {
  distribuidores: `insert into public.distribuidores (name, email, phone, address, plan_id)
    select 'Norte', 'norte@exemplo.com', '1', 'nº 1', id from public.plans limit 1`,
  parceiros: `insert into public.parceiros (name, email, phone, address) values ('Sul', 'sul@exemplo.com', '1', 'nº 2')`,
  notificacoes: `insert into public.notificacoes (titulo, conteudo) values ('Aviso', 'Texto')`,
  banners: `insert into public.banners (titulo) values ('Verão')`,
  categories: `insert into public.categories (name) values ('Sozinha')`,
};
