import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTransactionAs,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, backdateHistory, makeSheetCells } from './records.ts';
import { applyNextStep } from './staged-batches.ts';

type Totals = { status: string; counts: Record<string, number>; doubtful: number };
type Step = Totals & { batch: number | null };
type Open = { id: string; kind: string; counts: Record<string, number> };

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

const apply = (id: string, size = 1000, confirmed = 0) =>
  applyNextStep<Step>(db, id, { size, confirmed });

async function products(...skus: string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }>(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || sku, 's', 'm', 'd', sku, category.id, 10
    from unnest($1::text[]) with ordinality as given (sku, place), public.categories as category
    order by place returning id`,
    [skus],
  );
  return rows.map(({ id }) => id);
}

const change = (value = 'Inativo') => JSON.stringify({ kind: 'set', column: 'status', value });
const all = JSON.stringify({ search: '', filters: {} });

async function plan(value?: string) {
  const id = randomUUID();
  await call('plan_change', [id, 'products', all, change(value)]);
  return id;
}

/** Returns the id of a spreadsheet with one row per SKU, and the arguments of `stage_rows` for it. */
function sheet(skus: string[], more: object = {}, id = randomUUID()) {
  const rows = skus.map((sku, place) => {
    return { place: place + 2, cells: makeSheetCells({ sku, ...more }) };
  });
  const batch = { id, area: 'products', file_name: 'p.csv', total: rows.length };
  return { id, values: [JSON.stringify(batch), JSON.stringify(rows)] };
}

async function stage(skus: string[], more?: object) {
  const { id, values } = sheet(skus, more);
  await call('stage_rows', values);
  return id;
}

async function planImport(skus: string[], more?: object) {
  const id = await stage(skus, more);
  return { id, ...(await call<Totals>('plan_import', [id])) };
}

const storedBatches = async () => {
  const rows = await db.sql<{ id: string }>('select id from private.staged_batches');
  return rows.map(({ id }) => id);
};

describe('a plan', () => {
  /** Runs every function that plans a batch, for one stored product and one new SKU, in an open transaction. */
  async function planEverything(client: pg.Client, product: string) {
    const run = (name: string, values: unknown[]) =>
      client.query(
        `select public.${name}(${values.map((_, place) => `$${place + 1}`).join(', ')})`,
        values,
      );
    await beginTransactionAs(client, 'colaborador');
    await client.query(`set local lock_timeout = '2s'`);
    await run('plan_change', [randomUUID(), 'products', all, change()]);
    await run('plan_change', [randomUUID(), 'products', all, '{"kind": "delete"}']);
    const { id, values } = sheet(['VELHO', 'NOVO'], { real_price: 20 });
    await run('stage_rows', values);
    await run('plan_import', [id]);
    await run('plan_pictures', [
      JSON.stringify({ id: randomUUID(), file_name: 'fotos.zip', total: 1 }),
      JSON.stringify([{ place: 1, record_id: product, before: { images: [] }, after: {} }]),
    ]);
  }

  it('does not wait for a record that a concurrent transaction is writing', async () => {
    const [product] = await products('VELHO');
    const [writer, planner] = [await db.connect(), await db.connect()];
    await beginTransactionAs(writer, 'administrador');
    await writer.query(`update public.products set subtitle = 'Agora'`);
    await writer.query(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'Novo', 's', 'm', 'd', 'NOVO', id, 10 from public.categories`,
    );
    await planEverything(planner, product!);
    await Promise.all([planner.query('commit'), writer.query('commit')]);
    const outcomes = await db.sql(
      'select distinct outcome from private.staged_batch_rows order by outcome',
    );
    expect(outcomes).toEqual([{ outcome: 'change' }, { outcome: 'create' }]);
  });

  it('lets other users write its records before it is committed, and while it is read', async () => {
    const [product] = await products('VELHO');
    const planner = await db.connect();
    await planEverything(planner, product!);
    await planner.query('select public.open_batches()');
    await db.sql(`set lock_timeout = '2s'`);
    await db.sql(`update public.products set subtitle = 'Agora'`);
    await products('NOVO');
    await db.sql('delete from public.products where id = $1', [product]);
    await db.sql('reset lock_timeout');
    await planner.query('commit');
    expect(await db.sql('select sku from public.products')).toEqual([{ sku: 'NOVO' }]);
  });

  it('changes no record and no history', async () => {
    const [product] = await products('VELHO');
    const count = `select (select max(version) from public.products) as version,
      (select count(*)::int from public.products) as products, (select count(*)::int from private.batches) as batches`;
    const before = await db.sql(count);
    const planner = await db.connect();
    await planEverything(planner, product!);
    await planner.query('commit');
    expect(await db.sql(count)).toEqual(before);
  });
});

describe('the batches of one user', () => {
  it('make room for a new one: first ended ones, then plans that have not begun', async () => {
    await products('A', 'B');
    const begun = await plan();
    await apply(begun, 1);
    const staged = await stage(['C']);
    const oldPlan = await plan('Ativo');
    const ended = await planImport(['A'], { real_price: 10 });
    await apply(ended.id);
    const newPlan = await plan('Inativo');
    expect(new Set(await storedBatches())).toEqual(
      new Set([begun, staged, oldPlan, ended.id, newPlan]),
    );
    const sixth = await plan();
    expect(new Set(await storedBatches())).toEqual(
      new Set([begun, staged, oldPlan, newPlan, sixth]),
    );
    const seventh = await stage(['D']);
    expect(await storedBatches()).not.toContain(oldPlan);
    const others = [await stage(['E']), await stage(['F'])];
    expect(await storedBatches()).toHaveLength(5);
    expect(new Set(await storedBatches())).toEqual(new Set([begun, staged, seventh, ...others]));
    await expect(plan()).rejects.toMatchObject({ hint: 'too_many_batches' });
    await expect(stage(['G'])).rejects.toThrow('Há alterações pendentes demais');
    expect(await apply(begun, 1)).toMatchObject({ counts: { changed: 2 } });
  });

  it('make room for a new one by the begun ones that were undone', async () => {
    const begun: { id: string; batch: number | null }[] = [];
    for (const sku of ['A', 'B', 'C', 'D', 'E']) {
      const { id } = await planImport([`${sku}-1`, `${sku}-2`]);
      begun.push({ id, batch: (await apply(id, 1)).batch });
    }
    await expect(plan()).rejects.toMatchObject({ hint: 'too_many_batches' });
    const [first, second, undone, ...others] = begun;
    await call('undo_batch', [undone!.batch]);
    const sixth = await plan();
    const kept = [first!, second!, ...others].map(({ id }) => id);
    expect(new Set(await storedBatches())).toEqual(new Set([...kept, sixth]));
  });

  it('make room for a new one by the begun bulk changes that had no step for an hour', async () => {
    await products('A', 'B', 'C', 'D', 'E', 'F', 'G');
    const begun: string[] = [];
    for (const age of ['59 minutes', '61 minutes', '61 minutes', '61 minutes', '0 minutes']) {
      const isImport = begun.length === 2;
      const id = isImport ? (await planImport(['X', 'Y'])).id : await plan();
      await apply(id, 1);
      await db.sql(
        'update private.staged_batches set last_step_at = now() - $2::interval where id = $1',
        [id, age],
      );
      begun.push(id);
    }
    const [recent, older, imported, old, last] = begun;
    const next = [await plan(), await stage(['Z'])];
    expect(new Set(await storedBatches())).toEqual(new Set([recent, imported, last, ...next]));
    for (const gone of [older, old]) expect(await apply(gone!, 1)).toEqual({ status: 'missing' });
    await apply(next[0]!, 1);
    await expect(plan()).rejects.toMatchObject({ hint: 'too_many_batches' });
  });

  it('are not deleted if they begin at the moment when a new one needs their place', async () => {
    await products('A', 'B');
    const first = await plan();
    const [applier, planner] = [await db.connect(), await db.connect()];
    for (let more = 0; more < 4; more += 1) await plan();
    await beginTransactionAs(applier, 'colaborador');
    await applier.query('select public.apply_batch($1, 1, 1)', [first]);
    await beginTransactionAs(planner, 'colaborador');
    // `allSettled` handles a rejection that arrives before the `await` below.
    const sixth = Promise.allSettled([
      planner.query('select public.plan_change($1, $2, $3, $4)', [
        randomUUID(),
        'products',
        all,
        change(),
      ]),
    ]);
    await db.waitForLock();
    await applier.query('commit');
    const [{ status }] = await sixth;
    await planner.query(status === 'fulfilled' ? 'commit' : 'rollback');
    expect(await storedBatches()).toContain(first);
    expect(await apply(first, 1)).toMatchObject({ counts: { changed: 2 } });
  });

  it('are planned once if the first request arrives twice at once', async () => {
    await products('A', 'B', 'C');
    const sent = [randomUUID(), 'products', all, change(), 2];
    const statement = 'select public.plan_change($1, $2, $3, $4, $5) as result';
    const [one, other] = [await db.connect(), await db.connect()];
    for (const each of [one, other]) await beginTransactionAs(each, 'colaborador');
    await one.query(statement, sent);
    const second = other.query<{ result: { status: string } }>(statement, sent);
    await db.waitForLock();
    await one.query('commit');
    expect((await second).rows).toMatchObject([{ result: { status: 'planned', missing: 0 } }]);
    await other.query('commit');
    expect(await apply(String(sent[0]), 5)).toMatchObject({ counts: { changed: 3 } });
  });

  it('are limited to 128 MB, and a row to 128 kB', async () => {
    const id = await stage(['A']);
    await db.sql('update private.staged_batches set bytes = 128 * 1024 * 1024');
    await expect(stage(['B'])).rejects.toMatchObject({ hint: 'too_many_batches' });
    await db.sql('update private.staged_batches set ended_at = now() where id = $1', [id]);
    await stage(['B']);
    expect(await storedBatches()).not.toContain(id);
    await expect(stage(['C'], { description: 'x'.repeat(140_000) })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('cannot be continued by another user, nor filled once they have begun', async () => {
    await products('A');
    const { id } = await planImport(['A', 'B'], { real_price: 11 });
    await expect(
      call('stage_rows', sheet(['C'], {}, id).values, 'administrador'),
    ).rejects.toThrow();
    await apply(id, 1);
    await expect(call('stage_rows', sheet(['C'], {}, id).values)).rejects.toMatchObject({
      hint: 'batch_begun',
    });
    expect(await call('open_batches', [], 'administrador')).toEqual([]);
    expect(await call<Open[]>('open_batches', [])).toMatchObject([
      { id, kind: 'import', area: 'products', source: { file_name: 'p.csv' }, steps: 1 },
    ]);
  });

  it('have ended if no rows are left to write', async () => {
    await products('A');
    const nothing = await planImport(['A'], { real_price: 10, ...SAME });
    expect(nothing.counts).toEqual({ keep: 1 });
    const { id } = await planImport(['B']);
    expect((await call<Open[]>('open_batches', [])).map((one) => one.id)).toEqual([id]);
    await call('leave_out', [id, [2]]);
    expect(await call('open_batches', [])).toEqual([]);
    await call('leave_out', [id, [2], false]);
    expect(await apply(id)).toMatchObject({ status: 'done', counts: { created: 1 } });
    expect(await call('open_batches', [])).toEqual([]);
  });
});

const SAME = { name: 'Produto A', subtitle: 's', mini_description: 'm', description: 'd' };

describe('a batch', () => {
  const unplanned = { constraint: 'staged_batches_whole_plan' };

  it('writes nothing before all its rows are planned', async () => {
    await products('A-1', 'A-2');
    const id = await stage(['A-1', 'B-1'], { status: 'Inativo', real_price: 10 });
    await expect(apply(id)).rejects.toMatchObject(unplanned);
    expect(await call('plan_import', [id, 1])).toMatchObject({ status: 'planning' });
    await expect(apply(id)).rejects.toMatchObject(unplanned);
    expect(await db.sql(`select sku from public.products where status = 'Inativo'`)).toEqual([]);

    expect(await call('plan_import', [id])).toMatchObject({ status: 'planned' });
    expect(await apply(id)).toMatchObject({ counts: { created: 1, changed: 1 } });
  });

  it('writes nothing before all its rows have arrived', async () => {
    const [product] = await products('A-1');
    const [spreadsheet, pictures] = [randomUUID(), randomUUID()];
    const row = { place: 2, cells: makeSheetCells({ sku: 'B-1' }) };
    const opening = { id: spreadsheet, area: 'products', file_name: 'p.csv', total: 2 };
    await call('stage_rows', [JSON.stringify(opening), JSON.stringify([row])]);
    await call('plan_import', [spreadsheet]);
    await expect(apply(spreadsheet)).rejects.toMatchObject(unplanned);
    const picture = { place: 1, record_id: product, before: { images: [] }, after: {} };
    await call('plan_pictures', [
      JSON.stringify({ id: pictures, file_name: 'fotos.zip', total: 2 }),
      JSON.stringify([picture]),
    ]);
    await expect(apply(pictures)).rejects.toMatchObject(unplanned);
  });
});

describe('an import', () => {
  it('skips the rows that the user excludes, and writes them when they are included again', async () => {
    await products('A');
    const { id } = await planImport(['A', 'B', 'C'], { real_price: 11 });
    const out = await call<Totals>('leave_out', [id, [2, 3, 4]]);
    expect(out.counts).toEqual({ out: 3 });
    const back = await call<Totals>('leave_out', [id, [2, 3], false]);
    expect(back.counts).toEqual({ change: 1, create: 1, out: 1 });
    expect(await apply(id)).toMatchObject({
      status: 'done',
      counts: { changed: 1, created: 1, out: 1 },
    });
    expect(await db.sql('select sku from public.products order by sku')).toEqual([
      { sku: 'A' },
      { sku: 'B' },
    ]);
  });

  it('writes nothing more after its first steps were undone', async () => {
    const { id } = await planImport(['A', 'B']);
    const { batch } = await apply(id, 1);
    await call('undo_batch', [batch]);
    await expect(apply(id, 1)).rejects.toMatchObject({ hint: 'batch_undone' });
    expect(await db.sql('select from public.products')).toEqual([]);
  });

  it('writes nothing more after the undo of its first steps was stopped', async () => {
    const { id } = await planImport(['A', 'B', 'C']);
    const { batch } = await apply(id, 2);
    const undone = await call('undo_batch', [batch, '{}', null, '', 1]);
    expect(undone).toMatchObject({ status: 'undoing' });
    await expect(apply(id, 2)).rejects.toMatchObject({ hint: 'batch_undone' });
    // The undo of a single record does not continue the stopped undo: the cursor (`after`) has no effect.
    const [left] = await db.sql('select id from public.products');
    await call('undo_batch', [batch, '{}', left?.['id'], '', 1]);
    await expect(apply(id, 2)).rejects.toMatchObject({ hint: 'batch_undone' });
  });

  it.each([[['A']], [['A', 'B']]])('goes on after the undo of each of %j', async (skus) => {
    const { id } = await planImport(['A', 'B', 'C']);
    const { batch } = await apply(id, 2);
    const stored = await db.sql('select id from public.products where sku = any ($1)', [skus]);
    for (const row of stored) await call('undo_batch', [batch, '{}', row['id']]);
    expect(await call<Open[]>('open_batches', [])).toMatchObject([{ id }]);
    const step = await apply(id, 2);
    expect(step).toMatchObject({ status: 'done', batch, counts: { created: 3 } });
    const rest = await db.sql('select sku from public.products order by sku');
    expect(rest).toEqual(
      ['A', 'B', 'C'].filter((sku) => !skus.includes(sku)).map((sku) => ({ sku })),
    );
    const ofHistory = 'select is_reverted from private.batches where id = $1';
    expect(await db.sql(ofHistory, [batch])).toEqual([{ is_reverted: false }]);
  });

  it('requires the number of doubtful prices of the included rows', async () => {
    await products('A');
    const { id, doubtful } = await planImport(['A', 'B'], { real_price: 1 });
    expect(doubtful).toBe(1);
    await expect(apply(id)).rejects.toMatchObject({ hint: 'price_guard' });
    expect(await call('leave_out', [id, [2]])).toMatchObject({ doubtful: 0 });
    expect(await apply(id)).toMatchObject({ counts: { created: 1, out: 1 } });
    await expect(call('leave_out', [id, [2], false])).rejects.toMatchObject({
      hint: 'batch_begun',
    });
  });
});

describe('sweep_batches', () => {
  it('deletes the batches of all users a day after their end, and no other', async () => {
    await products('A', 'B');
    const ages = ['23 hours', '47 hours', '49 hours'];
    const waiting: string[] = [];
    for (const age of ages) {
      waiting.push(await stage(['C']));
      await db.sql(
        `update private.staged_batches set last_step_at = now() - $2::interval where id = $1`,
        [waiting.at(-1), age],
      );
    }
    const ended = [await plan(), await plan()];
    for (const [place, age] of ['23 hours', '25 hours'].entries())
      await db.sql(
        `update private.staged_batches set ended_at = now() - $2::interval where id = $1`,
        [ended[place], age],
      );
    expect(await call('sweep_batches', [], 'administrador')).toBe(2);
    expect(new Set(await storedBatches())).toEqual(new Set([waiting[0], waiting[1], ended[0]]));
    expect(await call('sweep_batches', [])).toBe(0);
    const rows = await db.sql('select distinct batch_id from private.staged_batch_rows');
    expect(rows).toHaveLength(3);
  });

  it('is for staff and for the server', async () => {
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, 'select public.sweep_batches()')).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
    await db.sql('begin; set local role service_role; select public.sweep_batches(); commit');
  });
});
