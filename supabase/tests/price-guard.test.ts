import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  findPriceDoubts,
  defaultPriceLimits,
} from '../../src/areas/products/prices/price-guard.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, backdateHistory, makeProductRow, makeSheetCells } from './records.ts';
import { NEXT_STEP_SQL } from './staged-batches.ts';

type Prices = [real: number, promo: number | null];

type References = [real: number | null, promo: number | null];

/** Prices and their doubts, with the limits +70 % and −30 %. `reference`: the oldest prices of the last 24 hours. */
const CASES: [before: Prices | null, after: Prices, doubts: string[], reference?: References][] = [
  [[10, null], [10, null], []],
  [[10, 12], [10, 12], []],
  [[10, null], [17, null], []],
  [[1.1, null], [1.87, null], []],
  [[10, null], [17.01, null], ['rise']],
  [[10, null], [7, null], []],
  [[10, null], [6.99, null], ['fall']],
  [[10, null], [0, null], ['zero']],
  [[0, null], [50, null], []],
  [[10, 9], [10, 10], ['promo']],
  [[10, 9], [10, 12], ['promo']],
  [[10, 9], [10, 6], ['fall']],
  [[10, 5], [10, 9], ['rise']],
  [[10, 9], [10, 0], ['zero']],
  [[10, null], [10, 1], []],
  [[10, 9], [10, null], []],
  [
    [100, 90],
    [20, 90],
    ['promo', 'fall'],
  ],
  [null, [10, null], []],
  [null, [0, null], ['zero']],
  [null, [10, 10], ['promo']],
  [[71, null], [70, null], [], [100, null]],
  [[71, null], [69.99, null], ['fall_day'], [100, null]],
  [[71, null], [40, null], ['fall'], [100, null]],
  [[140, null], [170, null], [], [100, null]],
  [[140, null], [170.01, null], ['rise_day'], [100, null]],
  [
    [30, null],
    [18, null],
    ['rise_day', 'fall'],
    [10, null],
  ],
  [[71, null], [50, null], [], [null, 100]],
  [[71, null], [71, 40], [], [100, null]],
  [[71, 60], [71, 40], ['fall'], [100, 70]],
  [[71, 60], [71, 45], ['fall_day'], [100, 70]],
  [[71, null], [71, 45], ['fall_day'], [100, 70]],
  [[71, null], [0, null], ['zero'], [100, null]],
  [null, [50, null], ['fall_day'], [100, null]],
  [null, [180, 170], ['rise_day'], [100, 90]],
];

describe('the price guard', () => {
  let db: TestDatabase;
  let category: string;
  let product: { id: string; version: number };

  beforeAll(async () => {
    db = await openTestDatabase();
  });
  beforeEach(async () => {
    await db.sql(
      'delete from private.staged_batches; delete from public.products; delete from public.categories',
    );
    await backdateHistory(db);
    await db.sql('update public.price_guard set enforced = false, up_limit = 70, down_limit = 30');
    category = await insertCategory(db);
    product = await save({ ...makeProductRow({ real_price: 10 }), category_id: category });
  });
  afterAll(() => db.drop());

  async function save(
    fields: object,
    confirmed: object | null = null,
    version: number | null = null,
  ) {
    const [row] = await db.as<{ saved: { product: { id: string; version: number } } }>(
      'colaborador',
      'select public.save_product($1, null, $2, $3) as saved',
      [JSON.stringify(fields), version, confirmed && JSON.stringify(confirmed)],
    );
    return row!.saved.product;
  }

  async function enforce() {
    await db.as('administrador', 'update public.price_guard set enforced = true');
  }

  async function refusalOf(text: string, values: unknown[], person: TestCaller = 'colaborador') {
    return db.as(person, text, values).then(
      () => undefined,
      (error: { hint?: string; message: string }) => ({ hint: error.hint, message: error.message }),
    );
  }

  const price = async () => {
    const [row] = await db.sql<{ price: number }>(
      'select real_price::float as price from public.products',
    );
    return row?.price;
  };
  const lastNote = async () => {
    const [row] = await db.sql<{ note: unknown }>(
      'select note from private.batches order by id desc limit 1',
    );
    return row?.note;
  };

  it.each(CASES)(
    'for a change from %j to %j finds %j, in the panel and in the database',
    async (before, after, doubts, reference = [null, null]) => {
      const [row] = await db.sql<{ doubts: string[] }>(
        'select private.price_doubts($1, $2, $3, $4, 70, 30, $5, $6) as doubts',
        [before?.[0], before?.[1], ...after, ...reference],
      );
      expect(row?.doubts).toEqual(doubts);
      const prices = ([real_price, promo_price]: Prices) => ({ real_price, promo_price });
      const [real_price, promo_price] = reference;
      expect(
        findPriceDoubts(before ? prices(before) : undefined, prices(after), defaultPriceLimits, {
          real_price,
          promo_price,
        }),
      ).toEqual(doubts);
    },
  );

  it('begins with the default limits of the panel, and refuses nothing', async () => {
    const [row] = await db.as(
      'colaborador',
      'select enforced, up_limit::float, down_limit::float from public.price_guard',
    );
    expect(row).toEqual({ enforced: false, ...defaultPriceLimits });
    await save({ id: product.id, real_price: 1 }, null, product.version);
    expect(await price()).toBe(1);
    expect(await lastNote()).toBeNull();
  });

  it('is set by an Administrador only, and recorded in the history', async () => {
    const set = 'update public.price_guard set enforced = true returning id';
    expect((await db.attempt('colaborador', set)).rows).toEqual([]);
    await enforce();
    const [batch] = await db.sql(
      'select area, actor_name from private.batches order by id desc limit 1',
    );
    expect(batch).toEqual({ area: 'price_guard', actor_name: 'Ana Souza' });
  });

  describe('enforced', () => {
    beforeEach(enforce);

    it.each([
      ['a change of the table', 'update public.products set real_price = 1 where id = $1'],
      [
        'a save',
        `select public.save_product(jsonb_build_object('id', $1::text, 'real_price', 1), null, 1)`,
      ],
      [
        'a save that confirms another price',
        `select public.save_product(jsonb_build_object('id', $1::text, 'real_price', 1), null, 1, '{"real_price": 2, "promo_price": null}')`,
      ],
      [
        'a save that confirms the sale price alone',
        `select public.save_product(jsonb_build_object('id', $1::text, 'real_price', 1, 'promo_price', 0.01), null, 1, '{"real_price": 1}')`,
      ],
      [
        'a save that confirms another promotional price',
        `select public.save_product(jsonb_build_object('id', $1::text, 'real_price', 1, 'promo_price', 0.01), null, 1, '{"real_price": 1, "promo_price": 0.99}')`,
      ],
      [
        'a save that confirms nothing',
        `select public.save_product(jsonb_build_object('id', $1::text, 'real_price', 1), null, 1, 'null')`,
      ],
    ])('refuses a doubtful price by %s, also from an Administrador', async (_what, text) => {
      for (const person of ['colaborador', 'administrador'] as const) {
        expect(await refusalOf(text, [product.id], person)).toEqual({
          hint: 'price_guard',
          message: expect.stringMatching(
            /^O preço de "Açaí 500 ml" pede confirmação: redução de mais de 30\u00a0%\. O preço de venda passaria de R\$\u00a010,00 para R\$\u00a01,00\./,
          ),
        });
      }
      expect(await price()).toBe(10);
    });

    it('marks a batch as confirmed only in the history of the records whose price was confirmed', async () => {
      const other = await save({
        ...makeProductRow({ sku: 'OUTRO', real_price: 10 }),
        category_id: category,
      });
      await db.sql(`begin; select private.confirm_prices('now');
        update public.products set real_price = case when sku = 'OUTRO' then 11 else 100 end; commit`);
      const entryOf = async (id: string) => {
        const [row] = await db.as<{ entry: { note: unknown; confirmed: boolean } }>(
          'colaborador',
          `select public.record_history('products', $1) -> 'entries' -> 0 as entry`,
          [id],
        );
        return [row?.entry.note, row?.entry.confirmed];
      };
      expect(await entryOf(product.id)).toEqual([{ confirmed: 1 }, true]);
      expect(await entryOf(other.id)).toEqual([{ confirmed: 1 }, false]);
    });

    it('refuses a new product with price zero, and accepts all other prices', async () => {
      const fields = { ...makeProductRow({ sku: 'B', real_price: 0 }), category_id: category };
      const text = 'select public.save_product($1, null)';
      expect(await refusalOf(text, [JSON.stringify(fields)])).toMatchObject({
        hint: 'price_guard',
      });
      expect(await refusalOf(text, [JSON.stringify({ ...fields, real_price: 5 })])).toBeUndefined();
      expect(
        await refusalOf('update public.products set real_price = real_price * 1.1, name = $1', [
          'X',
        ]),
      ).toBeUndefined();
    });

    it('accepts a price confirmed by repeating it, and records the confirmation', async () => {
      await save(
        { id: product.id, real_price: 1 },
        { real_price: 1, promo_price: null },
        product.version,
      );
      expect(await price()).toBe(1);
      expect(await lastNote()).toEqual({ confirmed: 1 });
    });

    it('uses the stored limits', async () => {
      await db.sql('update public.price_guard set down_limit = 95');
      await save({ id: product.id, real_price: 1 }, null, product.version);
      expect(await price()).toBe(1);
    });

    it('accepts the undo of a confirmed price, and the copy of a stored one', async () => {
      await save(
        { id: product.id, real_price: 100 },
        { real_price: 100, promo_price: null },
        product.version,
      );
      const [batch] = await db.sql('select max(id) as id from private.batches');
      await db.as('colaborador', 'select public.undo_batch($1)', [batch?.['id']]);
      expect(await price()).toBe(10);
      await db.sql(`select private.confirm_prices('before')`);
      await db.sql('alter table public.products disable trigger watch_prices');
      await db.sql('update public.products set promo_price = 10');
      await db.sql('alter table public.products enable trigger watch_prices');
      expect(await refusalOf('select public.duplicate_product($1)', [product.id])).toBeUndefined();
    });
  });

  it.each([false, true])(
    'requires the number of doubtful prices from a bulk change, enforced (%s) or not',
    async (isEnforced) => {
      if (isEnforced) await enforce();
      const id = randomUUID();
      const change = { kind: 'price', by: 'to', value: 1, promo: 'keep' };
      const planArguments = ['products', '{"search": ""}', JSON.stringify(change)];
      await db.as('colaborador', 'select public.plan_change($1, $2, $3, $4)', [
        id,
        ...planArguments,
      ]);
      for (const confirmed of [0, 2, -1])
        expect(await refusalOf(NEXT_STEP_SQL, [id, 5000, confirmed])).toMatchObject({
          hint: 'price_guard',
        });
      expect(await price()).toBe(10);
      expect(await refusalOf(NEXT_STEP_SQL, [id, 5000, 1])).toBeUndefined();
      expect(await price()).toBe(1);
      expect(await lastNote()).toEqual({
        bulk: { ...change, ending: null },
        count: 1,
        confirmed: 1,
      });
    },
  );

  it('reports the doubtful rows of an import, and requires their number', async () => {
    await enforce();
    const id = randomUUID();
    const rows = [
      { place: 2, cells: { sku: 'ACAI-500', real_price: 1 } },
      { place: 3, cells: makeSheetCells({ sku: 'B', real_price: 0 }) },
      { place: 4, cells: makeSheetCells({ sku: 'C' }) },
    ];
    const opening = { id, area: 'products', file_name: 'p.csv', total: 3 };
    await db.as('colaborador', 'select public.stage_rows($1, $2)', [
      JSON.stringify(opening),
      JSON.stringify(rows),
    ]);
    const [planned] = await db.as<{ result: object }>(
      'colaborador',
      'select public.plan_import($1) as result',
      [id],
    );
    expect(planned?.result).toMatchObject({ counts: { create: 2, change: 1 }, doubtful: 2 });
    const [listed] = await db.as<{ rows: { doubts: string[] }[] }>(
      'colaborador',
      `select public.batch_rows($1, '{create,change}') as rows`,
      [id],
    );
    expect(listed?.rows.map(({ doubts }) => doubts)).toEqual([['fall'], ['zero'], []]);
    expect(await refusalOf(NEXT_STEP_SQL, [id, 1, 0])).toMatchObject({ hint: 'price_guard' });
    expect(await refusalOf(NEXT_STEP_SQL, [id, 1, 2])).toBeUndefined();
    // The following steps need no confirmation: only the first step compares the number of confirmed prices.
    expect(await refusalOf(NEXT_STEP_SQL, [id, 1, 0])).toBeUndefined();
    expect(await refusalOf(NEXT_STEP_SQL, [id, 1, 0])).toBeUndefined();
    expect(await lastNote()).toEqual({
      confirmed: 2,
      count: 3,
      import: { changed: 1, created: 2 },
    });
  });

  it('refuses a row whose price became doubtful after the plan, and writes the confirmed rows', async () => {
    await save({ ...makeProductRow({ sku: 'B', real_price: 0 }), category_id: category });
    await backdateHistory(db);
    const id = randomUUID();
    const change = JSON.stringify({ kind: 'price', by: 'amount', value: -2, promo: 'keep' });
    await save({ ...makeProductRow({ sku: 'C', real_price: 2 }), category_id: category });
    await backdateHistory(db);
    const [planned] = await db.as<{ result: object }>(
      'colaborador',
      'select public.plan_change($1, $2, $3, $4) as result',
      [id, 'products', '{"search": ""}', change],
    );
    // 10 falls to 8, 2 falls to zero, and 0 would be negative.
    expect(planned?.result).toMatchObject({ counts: { change: 2, refuse: 1 }, doubtful: 1 });
    await db.as('administrador', 'update public.price_guard set enforced = true, down_limit = 10');
    const [step] = await db.as<{ result: object }>('colaborador', NEXT_STEP_SQL, [id, 5000, 1]);
    expect(step?.result).toMatchObject({ status: 'done', counts: { changed: 1, refuse: 2 } });
    const [refused] = await db.as<{ rows: { detail: string; refusal: { message: string } }[] }>(
      'colaborador',
      `select public.batch_rows($1, '{refuse}') as rows`,
      [id],
    );
    expect(refused?.rows.find(({ detail }) => detail === 'ACAI-500')?.refusal.message).toMatch(
      /pede confirmação: redução de mais de 10\s%/,
    );
    expect(await lastNote()).toMatchObject({ count: 1, confirmed: 1 });
  });

  it('writes confirmed and other new rows of a step in the order of their keys', async () => {
    await save({ ...makeProductRow({ sku: 'OLD', real_price: 100 }), category_id: category });
    await db.as('administrador', 'update public.price_guard set enforced = true');
    const id = randomUUID();
    const rows = ['C', 'A', 'B'].map((sku, place) => {
      const real_price = sku === 'B' ? 0 : 5; // a price of zero is doubtful
      return {
        place: place + 2,
        cells: { ...makeProductRow({ sku, real_price }), category: 'Bebidas' },
      };
    });
    const opening = { id, area: 'products', file_name: 'p.csv', total: 3 };
    await db.as('colaborador', 'select public.stage_rows($1, $2)', [
      JSON.stringify(opening),
      JSON.stringify(rows),
    ]);
    await db.as('colaborador', 'select public.plan_import($1)', [id]);
    const [step] = await db.as<{ result: object }>('colaborador', NEXT_STEP_SQL, [id, 5000, 1]);
    expect(step?.result).toMatchObject({ status: 'done', counts: { created: 3 } });
    const written = await db.sql<{ sku: string; confirmed: boolean }>(
      `select after ->> 'sku' as sku, confirmed is true as confirmed from private.changes
       where kind = 'insert' and table_name = 'products' order by id desc limit 3`,
    );
    expect(written.toReversed()).toEqual([
      { sku: 'A', confirmed: false },
      { sku: 'B', confirmed: true },
      { sku: 'C', confirmed: false },
    ]);
  });
});
