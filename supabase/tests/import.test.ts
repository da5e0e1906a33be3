import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, backdateHistory, makeSheetCells } from './records.ts';
import { applyNextStep } from './staged-batches.ts';

type Cells = Record<string, unknown>;
type SheetRow = { place?: number; cells: Cells; problems?: Record<string, string> };
type Step = { status: string; rows: number; counts: Record<string, number> };
type Row = {
  place: number;
  outcome: string;
  before: Cells;
  after: Cells;
  doubts: string[];
  refusal: Record<string, unknown> | null;
};

const OUTCOMES = ['create', 'change', 'keep', 'refuse', 'created', 'changed', 'stale'];

describe('an import', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  beforeEach(async () => {
    await db.sql(
      'delete from private.staged_batches; delete from public.products; delete from public.categories',
    );
    await backdateHistory(db);
    await insertCategory(db, 'Bebidas');
  });
  afterAll(() => db.drop());

  const call = <T>(name: string, values: unknown[], person: TestCaller = 'colaborador') =>
    db.call<T>(person, name, values);

  async function stage(given: SheetRow[], settings: Cells = {}, person?: TestCaller) {
    const id = randomUUID();
    const opening = { id, area: 'products', file_name: 'p.xlsx', total: given.length, ...settings };
    const numbered = given.map((one, place) => ({ place: place + 2, ...one }));
    for (let from = 0; from < numbered.length; from += 1000) {
      const part = JSON.stringify(numbered.slice(from, from + 1000));
      await call('stage_rows', [JSON.stringify(opening), part], person);
    }
    return id;
  }

  const planImport = (id: string, size = 1000) => call<Step>('plan_import', [id, size]);
  const apply = (id: string, size = 1000, confirmed = 0) =>
    applyNextStep<Step>(db, id, { size, confirmed });
  const rows = (id: string) => call<Row[]>('batch_rows', [id, OUTCOMES, false, 0, 100]);
  const outcomes = async (id: string) => (await rows(id)).map(({ outcome }) => outcome);
  const readProducts = (columns = 'sku, real_price::float') =>
    db.sql(`select ${columns} from public.products order by sku`);

  /** Returns the row of a product in a spreadsheet. */
  function row(sku: string, more: Cells = {}): SheetRow {
    return { cells: makeSheetCells({ sku, category: 'bebidas', ...more }) };
  }

  it('reports its effect without writing, then writes', async () => {
    const id = await stage([row('A-1'), row('A-2', { real_price: 3 })]);
    expect(await planImport(id)).toEqual({
      status: 'planned',
      rows: 2,
      counts: { create: 2 },
      doubtful: 0,
      sum: null,
      percent: null,
    });
    expect(await readProducts()).toEqual([]);
    expect(await apply(id)).toMatchObject({ status: 'done', rows: 2, counts: { created: 2 } });
    expect(await readProducts()).toEqual([
      { sku: 'A-1', real_price: 24.9 },
      { sku: 'A-2', real_price: 3 },
    ]);
  });

  it('updates existing records by SKU in any case, cell by cell, and skips unchanged ones', async () => {
    await apply(await staged([row('A-1'), row('A-2')]));
    const id = await stage([
      { cells: { sku: 'a-1', real_price: 9.5, promo_price: null } },
      { cells: { sku: 'A-2', real_price: 24.9, category: 'BEBIDAS' } },
    ]);
    await planImport(id);
    const planned = await rows(id);
    // The SKU is not in `after`: it is the key by which the import finds the record.
    expect(Object.keys(planned[0]!.after)).toEqual(['real_price']);
    expect(planned).toMatchObject([
      {
        outcome: 'change',
        before: { real_price: 24.9 },
        after: { real_price: 9.5 },
      },
      { outcome: 'keep', before: {}, after: {} },
    ]);
    await apply(id, 1000, 1);
    const versions = await db.sql(
      'select sku, version, subtitle from public.products order by sku',
    );
    expect(versions).toEqual([
      { sku: 'A-1', version: 2, subtitle: 'Polpa da casa' },
      { sku: 'A-2', version: 1, subtitle: 'Polpa da casa' },
    ]);
  });

  async function staged(given: SheetRow[]) {
    const id = await stage(given);
    await planImport(id);
    return id;
  }

  it('refuses each row that a constraint of the table refuses, and no other', async () => {
    const id = await stage([
      row('A-1'),
      row('A-2', { subtitle: 'x'.repeat(31) }),
      row('A-3', { real_price: 'dez' }),
      { cells: { sku: 'A-4', name: 'Só o nome' } },
      row('A-5', { category: 'Não há' }),
      row('a-1'),
      row('A-7', { button_link: 'javascript:alert(1)' }),
      { ...row('A-8', { real_price: 'x' }), problems: { real_price: 'Informe um valor.' } },
      row('A-9'),
      row('A-10', { promo_starts_at: '2026-11-20T11:00:00Z' }),
    ]);
    expect((await planImport(id)).counts).toEqual({ create: 2, refuse: 8 });
    expect((await rows(id)).map(({ refusal }) => refusal)).toMatchObject(
      [
        {},
        { code: '23514', field: 'subtitle' },
        { code: '22P02' },
        { code: '23502', field: 'subtitle' },
        { code: '23502', field: 'category_id' },
        { code: 'repeated', place: 2 },
        { code: '23514', field: 'button_link' },
        {},
        {},
        { code: '23514', rule: 'products_promo_period_of_price' },
      ].map((refusal) => (Object.keys(refusal).length > 0 ? refusal : null)),
    );
    await apply(id);
    expect(await readProducts('sku')).toEqual([{ sku: 'A-1' }, { sku: 'A-9' }]);
  });

  it('creates each category that the rows name once, if requested, together with the rows', async () => {
    const id = await stage(
      [row('A-1', { category: 'Doces' }), row('A-2', { category: 'DOCES ' }), row('A-3')],
      { creates_categories: true },
    );
    expect((await planImport(id)).counts).toEqual({ create: 3 });
    expect(await db.sql('select name from public.categories')).toHaveLength(1);
    await apply(id);
    expect(await db.sql('select name from public.categories order by name')).toEqual([
      { name: 'Bebidas' },
      { name: 'Doces' },
    ]);
  });

  it('is listed in the history as a change of products, even if it creates a category', async () => {
    const id = await stage([row('A-1', { category: 'Doces' }), row('A-2')], {
      creates_categories: true,
    });
    await planImport(id);
    await apply(id);
    const [batch] = await db.sql(
      'select area, kind, note from private.batches order by id desc limit 1',
    );
    expect(batch).toMatchObject({
      area: 'products',
      kind: 'insert',
      note: { import: { created: 2 } },
    });
  });

  it('keeps the category of a product if its name matches, even if several categories have that name', async () => {
    const second = await insertCategory(db, 'Bebidas');
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      values ('Suco', 'S', 'M', 'D', 'S-1', $1, 1)`,
      [second],
    );
    const id = await staged([{ cells: { sku: 'S-1', category: 'Bebidas' } }]);
    expect(await outcomes(id)).toEqual(['keep']);
  });

  it('removes the period together with the promotional price: a period without a price is invalid', async () => {
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price,
        promo_price, promo_ends_at)
      select 'P', 's', 'm', 'd', sku, id, 10, 9, '2090-01-01' from public.categories, unnest('{A,B}'::text[]) as sku`,
    );
    const none = { promo_price: null, promo_starts_at: null, promo_ends_at: null };
    const id = await stage([
      { cells: { sku: 'A', promo_price: null } },
      { cells: { sku: 'B', ...none } },
    ]);
    await planImport(id);
    expect(await rows(id)).toMatchObject([
      { outcome: 'refuse', refusal: { rule: 'products_promo_period_of_price' } },
      { outcome: 'change', after: { promo_price: null, promo_ends_at: null } },
    ]);
    await apply(id);
    expect(await readProducts('promo_price::float, promo_ends_at')).toMatchObject([
      { promo_price: 9 },
      { promo_price: null, promo_ends_at: null },
    ]);
  });

  it('does not overwrite records saved or created since the plan', async () => {
    await apply(await staged([row('A-1')]));
    const id = await staged([row('A-1', { real_price: 1 }), row('A-2')]);
    await db.sql(`update public.products set real_price = 50`);
    await apply(await staged([row('A-2', { real_price: 60 })]));
    expect((await apply(id, 1000, 1)).counts).toEqual({ stale: 2 });
    expect(await outcomes(id)).toEqual(['stale', 'stale']);
    expect(await readProducts()).toEqual([
      { sku: 'A-1', real_price: 50 },
      { sku: 'A-2', real_price: 60 },
    ]);
  });

  it('is written in steps, and can be continued after any of them', async () => {
    const id = await staged([row('A-1'), row('A-2'), row('A-3')]);
    expect(await apply(id, 2)).toMatchObject({ status: 'applying', rows: 2 });
    expect(await call('open_batches', [])).toMatchObject([
      { id, total: 3, counts: { created: 2, create: 1 } },
    ]);
    expect(await apply(id, 2)).toMatchObject({ status: 'done', counts: { created: 3 } });
  });

  it('creates and updates rows in one step, and stores the ids of the records', async () => {
    await apply(await staged([row('A-1')]));
    const id = await staged([row('A-1', { real_price: 20 }), row('A-2')]);
    expect((await apply(id)).counts).toEqual({ created: 1, changed: 1 });
    const written = await db.sql(
      `select staged.outcome, product.sku from private.staged_batch_rows as staged
      join public.products as product on product.id::text = staged.record_id
      where staged.batch_id = $1 order by place`,
      [id],
    );
    expect(written).toEqual([
      { outcome: 'changed', sku: 'A-1' },
      { outcome: 'created', sku: 'A-2' },
    ]);
  });

  it('asks whether a number means a SKU with leading zeros, which a spreadsheet drops', async () => {
    await apply(await staged([row('00123'), row('A-00123'), row('7')]));
    const id = await stage([row('123'), row('0123'), row('7'), row('45'), row('A-123')]);
    expect(await planImport(id)).toMatchObject({ counts: { create: 4, keep: 1 }, doubtful: 2 });
    const doubtsOfRows = (await rows(id)).map(({ doubts }) => doubts);
    expect(doubtsOfRows).toEqual([['zeros:00123'], ['zeros:00123'], [], [], []]);
    await expect(apply(id)).rejects.toMatchObject({ hint: 'price_guard' });
    expect((await apply(id, 1000, 2)).counts).toEqual({ created: 4, keep: 1 });
  });

  it('asks about a new promotional price of a promotion that has ended', async () => {
    const november = { promo_price: 5, promo_ends_at: '2025-11-30T20:00:00Z' };
    await apply(await staged([row('N-1', november), row('N-2', november), row('N-3')]));
    const changes = [
      row('N-1', { promo_price: 4 }),
      row('N-2', { promo_price: 4, promo_ends_at: null }),
      row('N-3', { promo_price: 4 }),
    ];
    const id = await stage(changes);
    expect(await planImport(id)).toMatchObject({ counts: { change: 3 }, doubtful: 1 });
    const doubtsOfRows = (await rows(id)).map(({ doubts }) => doubts);
    expect(doubtsOfRows).toEqual([['ended:2025-11-30T20:00:00Z'], [], []]);
    const same = await stage([row('N-1', november)]);
    expect(await planImport(same)).toMatchObject({ counts: { keep: 1 }, doubtful: 0 });
    expect((await apply(id, 1000, 1)).counts).toEqual({ changed: 3 });
  });

  it('stores a part that was sent twice only once', async () => {
    const opening = { id: randomUUID(), area: 'products', file_name: 'p.csv', total: 1 };
    const part = [JSON.stringify(opening), JSON.stringify([{ place: 2, ...row('A-1') }])];
    await call('stage_rows', part);
    await call('stage_rows', part);
    expect((await planImport(opening.id)).counts).toEqual({ create: 1 });
  });

  it('is accessible to its owner only', async () => {
    const id = await staged([row('A-1')]);
    for (const [name, ...values] of [['plan_import'], ['apply_batch', 1], ['drop_batch']] as const)
      expect(await call(name, [id, ...values], 'administrador')).toEqual({ status: 'missing' });
    expect(await call('batch_rows', [id, ['create']], 'administrador')).toEqual([]);
    expect(await call('open_batches', [], 'administrador')).toEqual([]);
    const part = [
      JSON.stringify({ id, area: 'products', file_name: 'p', total: 9 }),
      '[{"place": 9, "cells": {}}]',
    ];
    const taken = await db.attempt('administrador', 'select public.stage_rows($1, $2)', part);
    expect(taken.code).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await outcomes(id)).toEqual(['create']);
  });

  it('does nothing for a caller without a profile or with an ended session', async () => {
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const) {
      const statement = `select public.stage_rows($1, '[{"place": 2, "cells": {}}]')`;
      const opening = JSON.stringify({
        id: randomUUID(),
        area: 'products',
        file_name: 'p',
        total: 1,
      });
      expect((await db.attempt(person, statement, [opening])).code).toBe(INSUFFICIENT_PRIVILEGE);
    }
  });

  it.each([
    ['no rows', { total: 1 }, [], '22023'],
    [
      'more rows than a part has',
      { total: 1001 },
      Array.from({ length: 1001 }, () => ({ place: 2, cells: {} })),
      '22023',
    ],
    [
      'more rows than it announced',
      { total: 1 },
      [
        { place: 2, cells: {} },
        { place: 3, cells: {} },
      ],
      '22023',
    ],
    ['more rows than an import may have', { total: 100_001 }, [{ place: 2, cells: {} }], '23514'],
    [
      'a cell that is too long',
      { total: 1 },
      [{ place: 2, cells: { name: 'x'.repeat(140_000) } }],
      '23514',
    ],
    [
      'an area that staff cannot import',
      { total: 1, area: 'profiles' },
      [{ place: 2, cells: {} }],
      '22023',
    ],
  ])('refuses %s', async (_what, settings, given, code) => {
    const opening = { id: randomUUID(), area: 'products', file_name: 'p', ...settings };
    const values = [JSON.stringify(opening), JSON.stringify(given)];
    const outcome = await db.attempt('colaborador', 'select public.stage_rows($1, $2)', values);
    expect(outcome.code).toBe(code);
  });

  it('is refused if the user already has five others', async () => {
    for (let count = 0; count < 5; count += 1) await stage([row(`A-${count}`)]);
    await expect(stage([row('A-6')])).rejects.toMatchObject({ hint: 'too_many_batches' });
  });

  it('is one batch of the history in any number of steps', async () => {
    const id = await staged([row('A-1'), row('A-2'), row('A-3')]);
    const [before] = await db.sql('select max(id) as id from private.batches');
    await apply(id, 2);
    await apply(id, 2);
    const batches = await db.sql(
      `select count(distinct batch)::int as batches, count(*)::int as records
      from private.changes where area = 'products' and batch > $1`,
      [before?.['id'] ?? 0],
    );
    expect(batches).toEqual([{ batches: 1, records: 3 }]);
    const more = await staged([row('A-1', { real_price: 20 }), row('A-4'), row('A-5')]);
    await apply(more, 2);
    await apply(more, 2);
    const notes = await db.sql('select note from private.batches order by id desc limit 2');
    expect(notes).toEqual([
      { note: { count: 3, import: { created: 2, changed: 1 } } },
      { note: { count: 3, import: { created: 3, changed: 0 } } },
    ]);
  });

  it('does not write columns that clients cannot write', async () => {
    const id = await staged([
      row('A-1', { version: 7, id: randomUUID(), created_at: '2001-01-01' }),
    ]);
    await apply(id);
    expect(await readProducts("version, created_at > now() - interval '1 hour' as fresh")).toEqual([
      { version: 1, fresh: true },
    ]);
  });

  it.each([
    ['distribuidores', { phone: '(11) 91234-5678', address: 'nº 1', plan_id: true }],
    ['parceiros', { phone: '(11) 91234-5678', address: 'nº 1' }],
  ])(
    'finds %s by their e-mail, and refuses an e-mail of several records',
    async (area, contact) => {
      await db.sql(`delete from public.${area}`);
      const [plan] = await db.sql<{ id: string }>('select id from public.plans limit 1');
      const given = 'plan_id' in contact ? { ...contact, plan_id: plan?.id } : contact;
      const cells = { name: 'Norte', email: 'norte@exemplo.com', ...given };
      const first = await stage([{ cells }], { area });
      await planImport(first);
      expect((await apply(first)).counts).toEqual({ created: 1 });
      const second = await stage([{ cells: { email: 'NORTE@exemplo.com', name: 'Sul' } }], {
        area,
      });
      await planImport(second);
      expect(await outcomes(second)).toEqual(['change']);
      await db.sql(`insert into public.${area} (name, email, phone, address ${'plan_id' in contact ? ', plan_id' : ''})
      select name, email, phone, address ${'plan_id' in contact ? ', plan_id' : ''} from public.${area}`);
      const third = await stage([{ cells }], { area });
      await planImport(third);
      expect(await rows(third)).toMatchObject([{ refusal: { code: 'ambiguous', uses: 2 } }]);
    },
  );

  it('keeps the parts of an address whose text a row repeats without them, and clears those of another text', async () => {
    await db.sql('delete from public.parceiros');
    await db.sql(
      `insert into public.parceiros (name, email, phone, address, cep, numero)
      values ('Norte', 'norte@exemplo.com', '(11) 91234-5678', 'Rua A, nº 1', '01001-000', '1')`,
    );
    const parts = ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'cidade', 'estado'];
    const none = Object.fromEntries(parts.map((name) => [name, null]));
    const cells = { email: 'norte@exemplo.com', name: 'Sul', ...none };
    const after = async (address: string, more: Cells = {}) => {
      const id = await stage([{ cells: { ...cells, address, ...more } }], { area: 'parceiros' });
      await planImport(id);
      return (await rows(id)).map((one) => one.after);
    };
    expect(await after('Rua A, nº 1')).toEqual([{ name: 'Sul' }]);
    expect(await after('Rua A, nº 1', { cidade: 'Santos' })).toEqual([
      { name: 'Sul', cidade: 'Santos', cep: null, numero: null },
    ]);
    expect(await after('Rua B, nº 2')).toEqual([
      { name: 'Sul', address: 'Rua B, nº 2', cep: null, numero: null },
    ]);
    // A spreadsheet also has columns for some parts of the address: 'Cidade' and 'Estado', but not 'CEP'.
    await db.sql(`update public.parceiros set cidade = 'São Paulo', estado = 'SP'`);
    const same = { cidade: 'São Paulo', estado: 'SP' };
    expect(await after('Rua A, nº 1', same)).toEqual([{ name: 'Sul' }]);
    expect(await after('Rua A, nº 1', { ...same, cidade: 'Santos' })).toEqual([
      { name: 'Sul', cidade: 'Santos', cep: null, numero: null },
    ]);
  });
});
