import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import { insertCategory, makeProductRow, fillEveryTable } from './records.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(
    'truncate public.products, public.categories, public.notificacoes, public.banners cascade',
  );
  await fillEveryTable(db);
  await db.sql('update public.products set promo_price = 10');
});
afterAll(() => db.drop());

const STARTS = '2026-11-20T11:00:00+00:00';
const ENDS = '2026-12-01T02:59:00+00:00';

describe.each([
  ['products', 'promo_starts_at', 'promo_ends_at'],
  ['banners', 'starts_at', 'ends_at'],
  ['notificacoes', 'starts_at', 'ends_at'],
])('a period of %s', (table, starts, ends) => {
  const set = (from: string | null, until: string | null) =>
    db.attempt(
      'administrador',
      `update public.${table} set ${starts} = $1, ${ends} = $2 returning ${starts} as starts, ${ends} as ends`,
      [from, until],
    );

  it.each([
    [STARTS, ENDS],
    [STARTS, null],
    [null, ENDS],
    [null, null],
  ])('may be from %s to %s', async (from, until) => {
    expect((await set(from, until)).code).toBe(SUCCESSFUL_COMPLETION);
  });

  it.each([
    [ENDS, STARTS],
    [STARTS, STARTS],
    ['2026-11-20T11:00:00.2Z', '2026-11-20T11:00:00.4Z'],
    ['infinity', null],
    [null, '-infinity'],
    ['1999-12-31T23:59:59Z', ENDS],
    [STARTS, '2100-01-01T00:00:00Z'],
  ])('cannot be from %s to %s', async (from, until) => {
    expect((await set(from, until)).code).toBe('23514');
  });

  it('is stored with a precision of seconds', async () => {
    const { rows } = await set('2026-11-20T11:00:07.4Z', null);
    expect(rows).toEqual([{ starts: new Date('2026-11-20T11:00:07Z'), ends: null }]);
  });
});

describe('the period of a promotional price', () => {
  const period = { promo_starts_at: STARTS, promo_ends_at: ENDS };
  const none = { promo_price: null, promo_starts_at: null, promo_ends_at: null };
  const promo = { promo_price: 8, ...period };

  async function save(fields: object, version?: number) {
    const [row] = await db.as<{ saved: { product: { id: string; version: number } } }>(
      'colaborador',
      `select public.save_product($1, '[]', $2) as saved`,
      [JSON.stringify(fields), version ?? null],
    );
    return row!.saved.product;
  }
  const saveNew = async (more: object = promo) =>
    save({
      ...makeProductRow({ sku: 'P-1', ...more }),
      category_id: await insertCategory(db, 'P'),
    });
  const readPeriod = async (sku = 'P-1') =>
    (
      await db.sql<{ product: unknown }>(
        `select jsonb_build_object('promo_price', promo_price, 'promo_starts_at', promo_starts_at,
          'promo_ends_at', promo_ends_at) as product from public.products where sku = $1`,
        [sku],
      )
    )[0]?.product;

  it('is saved, omitted and changed with the product', async () => {
    expect(await saveNew()).toMatchObject(period);
    const [row] = await db.sql<{ id: string }>(`select id from public.products where sku = 'P-1'`);
    await save({ id: row?.id, name: 'Outro nome' }, 1);
    expect(await readPeriod()).toEqual(promo);
    await save({ id: row?.id, promo_ends_at: null }, 2);
    expect(await readPeriod()).toEqual({ ...promo, promo_ends_at: null });
  });

  it('is removed with the price by a change of the table', async () => {
    await saveNew();
    const remove = `update public.products set promo_price = null where sku = 'P-1'`;
    await db.as('colaborador', remove);
    expect(await readPeriod()).toEqual(none);
  });

  it('is not stored without a price', async () => {
    await saveNew({});
    const update = (values: string) =>
      db.attempt('colaborador', `update public.products set ${values} where sku = 'P-1'`);
    expect((await update('promo_starts_at = now()')).code).toBe('23514');
    expect((await update('promo_price = 8, promo_starts_at = now()')).code).toBe(
      SUCCESSFUL_COMPLETION,
    );
  });

  it('is copied with the product', async () => {
    const { id } = await saveNew();
    await db.as('colaborador', 'select public.duplicate_product($1)', [id]);
    expect(await readPeriod('P-1-COPY')).toEqual(promo);
  });

  it('is restored with the price', async () => {
    const { id } = await saveNew();
    await save({ id, promo_price: null }, 1);
    const [row] = await db.as<{ batch: string }>(
      'administrador',
      `select public.batch_of('products', $1, 2) as batch`,
      [id],
    );
    await db.as('colaborador', 'select public.undo_batch($1)', [row?.batch]);
    expect(await readPeriod()).toEqual(promo);
  });

  it('is removed by a bulk change of the price, and restored by its undo', async () => {
    const { id } = await saveNew();
    const bulk = randomUUID();
    const change = { kind: 'price', by: 'percent', value: 0, promo: 'none' };
    await db.as('colaborador', `select public.plan_change($1, 'products', $2, $3)`, [
      bulk,
      JSON.stringify({ ids: [id] }),
      JSON.stringify(change),
    ]);
    const [planned] = await db.sql<{ after: object }>(
      'select after from private.staged_batch_rows',
    );
    expect(planned?.after).toMatchObject(none);
    const [row] = await db.as<{ step: { batch: number } }>(
      'colaborador',
      'select public.apply_batch($1, 1) as step',
      [bulk],
    );
    expect(await readPeriod()).toEqual(none);
    await db.as('colaborador', 'select public.undo_batch($1)', [row?.step.batch]);
    expect(await readPeriod()).toEqual(promo);
  });

  it('is exported', async () => {
    const { id } = await saveNew();
    const [row] = await db.as<{ result: { rows: object[] } }>(
      'colaborador',
      'select public.export_products(ids => array[$1]::uuid[]) as result',
      [id],
    );
    expect(row?.result.rows).toMatchObject([promo]);
  });
});

describe('a banner with a period', () => {
  it('is copied with its period', async () => {
    const [banner] = await db.sql<{ id: string }>(
      'update public.banners set starts_at = $1, ends_at = $2 returning id',
      [STARTS, ENDS],
    );
    const [row] = await db.as<{ result: object }>(
      'administrador',
      'select public.duplicate_banner($1) as result',
      [banner?.id],
    );
    expect(row?.result).toMatchObject({ banner: { starts_at: STARTS, ends_at: ENDS } });
  });
});

describe('a notification with a period', () => {
  const seen = async (person: 'administrador' | 'colaborador', starts: string, ends: string) => {
    await db.sql(`update public.notificacoes set starts_at = ${starts}, ends_at = ${ends}`);
    return (await db.attempt(person, 'select id from public.notificacoes')).rows.length;
  };

  it('is shown in the bell only within the period, and always to an Administrador', async () => {
    const soon = `now() + interval '1 minute'`;
    const ago = `now() - interval '1 minute'`;
    expect(await seen('colaborador', 'null', 'null')).toBe(1);
    expect(await seen('colaborador', ago, soon)).toBe(1);
    expect(await seen('colaborador', soon, 'null')).toBe(0);
    expect(await seen('colaborador', 'null', ago)).toBe(0);
    expect(await seen('administrador', soon, 'null')).toBe(1);
  });

  it('has a period that only an Administrador can set', async () => {
    const update = 'update public.notificacoes set ends_at = now() returning id';
    expect(await db.attempt('colaborador', update)).toEqual({
      rows: [],
      code: SUCCESSFUL_COMPLETION,
    });
    expect((await db.attempt('anon', update)).code).toBe(INSUFFICIENT_PRIVILEGE);
  });
});
