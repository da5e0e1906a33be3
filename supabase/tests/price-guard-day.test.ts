import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory, backdateHistory, makeProductRow, makeSheetCells } from './records.ts';
import { NEXT_STEP_SQL } from './staged-batches.ts';

type Prices = { real_price: number; promo_price: number | null };

/** The prices after one, two and three steps of −29 % from 100. */
const STEPS = [71, 50.41, 35.79];

describe('the price guard over 24 hours', () => {
  let db: TestDatabase;
  let category: string;
  let id: string;

  beforeAll(async () => {
    db = await openTestDatabase();
  });
  beforeEach(async () => {
    await db.sql('truncate public.products, public.categories, private.staged_batches cascade');
    await backdateHistory(db);
    await db.sql('update public.price_guard set enforced = true, up_limit = 70, down_limit = 30');
    category = await insertCategory(db);
    id = await create('A', 100);
    await backdateHistory(db);
  });
  afterAll(() => db.drop());

  const call = async (text: string, values: unknown[]) =>
    (await db.as<{ result: Record<string, unknown> }>('colaborador', text, values))[0]?.result ??
    {};

  async function create(sku: string, real_price: number, confirmed: Prices | null = null) {
    const fields = { ...makeProductRow({ sku, real_price }), category_id: category };
    const saved = await call('select public.save_product($1, null, null, $2) as result', [
      JSON.stringify(fields),
      confirmed && JSON.stringify(confirmed),
    ]);
    return (saved['product'] as { id: string }).id;
  }

  /** Saves the product like the form, with the stored version. */
  const save = (changes: Partial<Prices> & { sku?: string }, confirmed: Prices | null = null) =>
    call(
      `select public.save_product(
        jsonb_build_object('id', $1::text) || $2::jsonb, null, (select version from public.products where id = $1::uuid), $3
      ) as result`,
      [id, JSON.stringify(changes), confirmed && JSON.stringify(confirmed)],
    );
  const confirm = (real_price: number) => save({ real_price }, { real_price, promo_price: null });
  const patch = (real_price: number) =>
    db.as('colaborador', 'update public.products set real_price = $1 where id = $2', [
      real_price,
      id,
    ]);
  const remove = (one = id) => call('select public.delete_product($1) as result', [one]);

  async function refusal(work: Promise<unknown>) {
    return work.then(
      () => undefined,
      ({ hint, message, detail }: { hint?: string; message: string; detail?: string }) => ({
        hint,
        message,
        doubts: JSON.parse(detail ?? '[]') as string[],
      }),
    );
  }

  async function price(one = id) {
    const [row] = await db.sql<{ price: number }>(
      'select real_price::float as price from public.products where id = $1',
      [one],
    );
    return row?.price;
  }

  const lastBatch = async () => {
    const [row] = await db.sql<{ id: number }>('select max(id)::int as id from private.batches');
    return row!.id;
  };
  const undo = (batch: number) => call('select public.undo_batch($1) as result', [batch]);

  it.each([
    ['by saves', (real_price: number) => save({ real_price })],
    ['by changes of the list', patch],
  ])(
    'refuses the second of two steps of 29 %% %s, with both prices in the message',
    async (_how, step) => {
      await step(STEPS[0]!);
      expect(await refusal(step(STEPS[1]!))).toEqual({
        hint: 'price_guard',
        message:
          'O preço de "Açaí 500 ml" pede confirmação: redução de mais de 30\u00a0% em 24 horas. O preço de venda passaria de R$\u00a071,00 para R$\u00a050,41; nas últimas 24 horas, era R$\u00a0100,00.',
        doubts: ['fall_day'],
      });
      expect(await price()).toBe(71);
    },
  );

  it('compares a new product with the price that its SKU had when another product gave it away', async () => {
    await save({ sku: 'B' });
    await save({ real_price: 71 });
    expect(await refusal(create('A', 50))).toMatchObject({ hint: 'price_guard' });
    await create('A', 75);
  });

  it('refuses two steps of 29 % up, and of the promotional price', async () => {
    await save({ real_price: 140, promo_price: 90 });
    expect(await refusal(save({ real_price: 180 }))).toMatchObject({ doubts: ['rise_day'] });
    await save({ promo_price: 64 });
    expect(await refusal(save({ promo_price: 46 }))).toMatchObject({
      message: expect.stringContaining(
        'O preço promocional passaria de R$\u00a064,00 para R$\u00a046,00; nas últimas 24 horas, era R$\u00a090,00.',
      ),
    });
    // A promotion that was removed in between still counts.
    await save({ promo_price: null });
    expect(await refusal(save({ promo_price: 46 }))).toMatchObject({ doubts: ['fall_day'] });
    await save({ promo_price: 64 });
  });

  it('checks only the price that changes', async () => {
    await db.sql('update public.price_guard set enforced = false');
    await save({ real_price: 50 });
    await db.sql('update public.price_guard set enforced = true');
    await save({ promo_price: 40 });
    expect(await refusal(save({ real_price: 51 }))).toMatchObject({ doubts: ['fall_day'] });
  });

  it('begins again with a confirmed price, unless the confirmation is undone', async () => {
    await patch(STEPS[0]!);
    await confirm(STEPS[1]!);
    const confirmed = await lastBatch();
    await patch(STEPS[2]!);
    expect(await refusal(patch(26))).toMatchObject({ doubts: ['fall_day'] });
    expect(await undo(await lastBatch())).toMatchObject({ status: 'undone' });
    expect(await undo(confirmed)).toMatchObject({ status: 'undone' });
    expect(await price()).toBe(71);
    // The reference is 100 again, because the confirmation is undone.
    expect(await refusal(patch(STEPS[1]!))).toMatchObject({ doubts: ['fall_day'] });
  });

  it('requires no confirmation 25 hours later', async () => {
    await patch(STEPS[0]!);
    await backdateHistory(db);
    await patch(STEPS[1]!);
    expect(await price()).toBe(50.41);
  });

  it('never refuses an undo or a restoration, and these confirm nothing', async () => {
    await patch(STEPS[0]!);
    const first = await lastBatch();
    await confirm(35);
    const second = await lastBatch();
    expect(await undo(second)).toMatchObject({ status: 'undone' });
    expect(await undo(await lastBatch())).toMatchObject({ status: 'undone' });
    expect(await price()).toBe(35);
    const restored = await call('select public.restore_record($1, $2, $3, $4) as result', [
      'products',
      id,
      first,
      'real_price',
    ]);
    expect(restored).toMatchObject({ status: 'undone' });
    expect(await price()).toBe(100);
    await patch(STEPS[0]!).catch(() => undefined);
    // The undo of a change by −29 % and its redo do not count as a confirmation.
    await backdateHistory(db);
    await db.sql('update public.price_guard set enforced = false');
    await patch(100);
    await backdateHistory(db);
    await db.sql('update public.price_guard set enforced = true');
    await patch(STEPS[0]!);
    await undo(await lastBatch());
    await undo(await lastBatch());
    expect(await price()).toBe(71);
    expect(await refusal(patch(STEPS[1]!))).toMatchObject({ doubts: ['fall_day'] });
  });

  it('finds the prices of a deleted product by its SKU, in any case', async () => {
    await remove();
    expect(await refusal(create('a', 60))).toMatchObject({
      doubts: ['fall_day'],
      message: expect.stringContaining(
        'O preço de venda seria R$\u00a060,00; nas últimas 24 horas, era R$\u00a0100,00.',
      ),
    });
    id = await create('a', 75);
    expect(await refusal(patch(55))).toMatchObject({ doubts: ['fall_day'] });
    // After two deletions and creations, the first price still counts.
    await remove();
    expect(await refusal(create('A', 55))).toMatchObject({ doubts: ['fall_day'] });
    id = await create('A', 55, { real_price: 55, promo_price: null });
    await patch(40);
    await remove();
    await backdateHistory(db);
    await create('A', 5);
  });

  it('finds the prices of a product whose SKU changed', async () => {
    await save({ sku: 'B' });
    expect(await refusal(create('A', 60))).toMatchObject({ doubts: ['fall_day'] });
    await create('A', 75);
  });

  it('checks a product that takes the SKU of another one like a new one', async () => {
    await remove();
    id = await create('B', 10);
    expect(await refusal(save({ sku: 'A' }))).toMatchObject({ doubts: ['fall_day'] });
    await save({ sku: 'A' }, { real_price: 10, promo_price: null });
    await save({ sku: 'C' });
    expect(await price()).toBe(10);
  });

  it.each([true, false])(
    'counts the rows of a bulk change that fall in two steps, enforced or not (%s)',
    async (isEnforced) => {
      await db.sql('update public.price_guard set enforced = $1', [isEnforced]);
      const other = await create('B', 100);
      await patch(STEPS[0]!);
      const bulk = randomUUID();
      const change = { kind: 'price', by: 'percent', value: -29, promo: 'keep' };
      const planned = await call('select public.plan_change($1, $2, $3, $4) as result', [
        bulk,
        'products',
        '{"search": ""}',
        JSON.stringify(change),
      ]);
      expect(planned).toMatchObject({ doubtful: 1, counts: { change: 2 } });
      const [row] = await call(`select public.batch_rows($1, '{change}', true) as result`, [
        bulk,
      ]).then((rows) => rows as unknown as { record_id: string; doubts: string[] }[]);
      expect(row).toMatchObject({ record_id: id, doubts: ['fall_day'] });
      expect(await refusal(call(NEXT_STEP_SQL, [bulk, 1000, 0]))).toMatchObject({
        hint: 'price_guard',
      });
      await call(NEXT_STEP_SQL, [bulk, 1000, 1]);
      expect(await price()).toBe(50.41);
      await db.sql('update public.price_guard set enforced = true');
      // The 24 hours begin again for the product whose price was confirmed, and not for the other product.
      await patch(STEPS[2]!);
      id = other;
      expect(await refusal(patch(51))).toMatchObject({ doubts: ['fall_day'] });
    },
  );

  it('counts the rows of an import that fall in two steps, or create a deleted product again', async () => {
    await patch(STEPS[0]!);
    await remove(await create('B', 100));
    const opening = { id: randomUUID(), area: 'products', file_name: 'p.csv', total: 4 };
    const cells = [
      { sku: 'A', real_price: 50.41 },
      makeSheetCells({ sku: 'B', real_price: 60 }),
      makeSheetCells({ sku: 'C', real_price: 60 }),
      makeSheetCells({ sku: 'D', real_price: 60 }),
    ];
    await call('select public.stage_rows($1, $2) as result', [
      JSON.stringify(opening),
      JSON.stringify(cells.map((row, place) => ({ place: place + 2, cells: row }))),
    ]);
    const planned = await call('select public.plan_import($1) as result', [opening.id]);
    expect(planned).toMatchObject({ counts: { create: 3, change: 1 }, doubtful: 2 });
    expect(await refusal(call(NEXT_STEP_SQL, [opening.id, 1000, 0]))).toMatchObject({
      hint: 'price_guard',
    });
    await call(NEXT_STEP_SQL, [opening.id, 1000, 2]);
    expect(await price()).toBe(50.41);
    await patch(STEPS[2]!);
  });

  it('returns the oldest price to staff, and nothing for unknown products', async () => {
    const reference = (one: string | null) =>
      call('select public.price_reference($1) as result', [one]);
    expect(await reference(id)).toEqual({ real_price: null, promo_price: null });
    await save({ real_price: 71, promo_price: 60 });
    await save({ real_price: 90, promo_price: 50 });
    expect(await reference(id)).toEqual({ real_price: 100, promo_price: 60 });
    expect(await reference(randomUUID())).toEqual({ real_price: null, promo_price: null });
    expect(await refusal(reference(null))).toMatchObject({ hint: 'missing' });
    for (const person of ['anon', 'loginWithoutProfile'] as const)
      expect(await refusal(db.as(person, 'select public.price_reference($1)', [id]))).toMatchObject(
        { message: expect.stringContaining('permission denied') },
      );
  });
});
