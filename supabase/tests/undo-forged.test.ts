import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTransactionAs,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import { BRUNO_ID, type TestCaller } from './people.ts';
import { insertCategory, makeProductRow } from './records.ts';

type Result = { status: string; batch: number | null; after?: string };

const UNDO = 'select public.undo_batch($1, $2, $3, $4, $5) as result';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(
    'delete from public.products; delete from public.categories; delete from public.banners',
  );
  category = await insertCategory(db);
});
afterAll(() => db.drop());

type UndoRequest = { decisions?: object; only?: string; after?: string; size?: number };

function values(batch: number, { decisions = {}, only, after, size = 1000 }: UndoRequest = {}) {
  return [batch, JSON.stringify(decisions), only ?? null, after ?? null, size];
}

async function undo(batch: number, request: UndoRequest = {}, person: TestCaller = 'colaborador') {
  const [row] = await db.as<{ result: Result }>(person, UNDO, values(batch, request));
  return row?.result ?? expect.unreachable('no result');
}

async function refusal(person: TestCaller, batch: number, request: UndoRequest = {}) {
  return (await db.attempt(person, UNDO, values(batch, request))).code;
}

async function lastBatch() {
  const [row] = await db.sql<{ id: number }>('select max(id)::integer as id from private.batches');
  return row?.id ?? expect.unreachable('no batch');
}

async function aSavedProduct(fields: object = {}) {
  const product = JSON.stringify(makeProductRow({ category_id: category, ...fields }));
  const [row] = await db.as<{ id: string }>(
    'colaborador',
    `select public.save_product($1, '[]') -> 'product' ->> 'id' as id`,
    [product],
  );
  return row?.id ?? '';
}

async function price(id: string) {
  const [row] = await db.sql<{ price: number }>(
    'select real_price::float as price from public.products where id = $1',
    [id],
  );
  return row?.price;
}

describe('a forged undo', () => {
  it('restores only the earlier price', async () => {
    await db.sql('update public.price_guard set enforced = true');
    const id = await aSavedProduct();
    await db.as('colaborador', 'update public.products set real_price = 25 where id = $1', [id]);
    const batch = await lastBatch();
    const decisions = { [`products/${id}/real_price`]: { value: 0.01 } };
    expect((await undo(batch, { decisions })).status).toBe('undone');
    expect(await price(id)).toBe(24.9);
    await db.sql('update public.price_guard set enforced = false');
  });

  it('is refused if the batch also changed a record that its caller may not change', async () => {
    const id = await aSavedProduct();
    await db.sql(`insert into public.banners (titulo) values ('Verão')`);
    await db.sql(`begin; update public.products set real_price = 1;
      update public.banners set titulo = 'Inverno'; commit`);
    const batch = await lastBatch();
    expect(await refusal('colaborador', batch)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await refusal('colaborador', batch, { after: '' })).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await price(id)).toBe(1);
    expect((await undo(batch, { only: id })).status).toBe('undone');
    expect(await price(id)).toBe(24.9);
    expect(await db.sql('select titulo from public.banners')).toEqual([{ titulo: 'Inverno' }]);
  });

  it('by a caller without a role is refused, also for a batch that is undone already', async () => {
    await aSavedProduct();
    const batch = await lastBatch();
    const callers = ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const;
    for (const person of callers)
      expect(await refusal(person, batch), person).toBe(INSUFFICIENT_PRIVILEGE);
    await undo(batch);
    for (const person of callers)
      expect(await refusal(person, batch), person).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it("continues only the caller's own undo of the same batch, of the last hour, that is not undone", async () => {
    for (const sku of ['A', 'B', 'C', 'D', 'E', 'F']) await aSavedProduct({ sku });
    await db.as('colaborador', 'update public.products set real_price = 30');
    const batch = await lastBatch();
    const step = (person?: TestCaller) => undo(batch, { after: '', size: 1 }, person);
    const first = await step();
    expect(first).toMatchObject({ status: 'undoing' });
    expect((await step()).batch).toBe(first.batch);
    const ofAna = await step('administrador');
    expect(ofAna.batch).not.toBe(first.batch);
    expect((await step()).batch).toBe(first.batch);
    await undo(first.batch ?? 0);
    const second = await step();
    expect(second.batch).toBeGreaterThan(ofAna.batch ?? 0);
    await db.sql(`begin; select set_config('vitrine.batch', '${second.batch}', true);
      update private.batches set at = now() - interval '61 minutes' where id = ${second.batch}; commit`);
    expect((await step()).batch).toBeGreaterThan(second.batch ?? 0);
  });

  it('restores no role that was removed', async () => {
    await db.sql(`update public.profiles set role = 'Administrador' where id = $1`, [BRUNO_ID]);
    await db.as('administrador', `update public.profiles set role = 'Colaborador' where id = $1`, [
      BRUNO_ID,
    ]);
    const batch = await lastBatch();
    expect(await refusal('colaborador', batch)).not.toBe('00000');
    const restore = `select public.restore_record('profiles', $1, $2, 'role')`;
    expect((await db.attempt('colaborador', restore, [BRUNO_ID, batch])).code).not.toBe('00000');
    const [bruno] = await db.sql('select role from public.profiles where id = $1', [BRUNO_ID]);
    expect(bruno).toEqual({ role: 'Colaborador' });
  });
});

describe('two users who undo concurrently', () => {
  let [ana, bruno]: pg.Client[] = [];
  beforeAll(async () => {
    [ana, bruno] = [await db.connect(), await db.connect()];
  });

  /**
   * Runs Ana's request in a transaction, sends Bruno's request, which waits for a lock, and commits Ana's transaction.
   * @returns the result of Bruno's request
   */
  async function runDuringUndo(
    anasRequest: () => Promise<unknown>,
    brunosRequest: () => Promise<pg.QueryResult>,
  ) {
    await beginTransactionAs(ana!, 'administrador');
    await anasRequest();
    await beginTransactionAs(bruno!, 'colaborador');
    const waiting = brunosRequest();
    waiting.catch(() => undefined); // the `await` below gets the error
    await db.waitForLock();
    await ana!.query('commit');
    try {
      return (await waiting).rows[0]?.result as Result;
    } finally {
      await bruno!.query('commit');
    }
  }

  it.each(['a change', 'a deletion', 'a creation'])('undo %s once', async (kind) => {
    const id = await aSavedProduct();
    if (kind === 'a change') await db.sql('update public.products set real_price = 30');
    if (kind === 'a deletion') await db.as('colaborador', 'delete from public.products');
    const batch = await lastBatch();
    const result = await runDuringUndo(
      () => ana!.query(UNDO, values(batch)),
      () => bruno!.query(UNDO, values(batch)),
    );
    expect(result.status).toBe('nothing');
    expect(await price(id)).toBe(kind === 'a creation' ? undefined : 24.9);
    const undos = await db.sql('select from private.batches where undoes = $1', [batch]);
    expect(undos).toHaveLength(1);
  });
});

describe('a batch of many records', () => {
  type Entries = { entries: { batch: number; undone: boolean }[] };

  async function isUndone(batch: number, id?: string) {
    const [row] = await db.as<{ result: Entries }>(
      'administrador',
      id
        ? `select public.record_history('products', $1) as result`
        : 'select public.activity() as result',
      id ? [id] : [],
    );
    return row?.result.entries.find((entry) => entry.batch === batch)?.undone;
  }

  it('is undone for the records that have their old values, and as a whole when all have', async () => {
    const [one, two] = [await aSavedProduct({ sku: 'A' }), await aSavedProduct({ sku: 'B' })];
    await db.as('colaborador', 'update public.products set real_price = 30');
    const batch = await lastBatch();

    await undo(batch, { only: one });
    expect([await isUndone(batch, one), await isUndone(batch, two), await isUndone(batch)]).toEqual(
      [true, false, false],
    );
    const undone = await undo(batch);
    expect([await isUndone(batch, two), await isUndone(batch)]).toEqual([true, true]);

    // The redo is an undo of the undo: the batch is in force again, for every record that the undo had changed.
    await undo(undone.batch ?? 0);
    expect([await isUndone(batch, one), await isUndone(batch, two), await isUndone(batch)]).toEqual(
      [true, false, false],
    );
    expect([await isUndone(undone.batch ?? 0, two), await isUndone(undone.batch ?? 0)]).toEqual([
      true,
      true,
    ]);
    await undo(batch);
    expect([await isUndone(batch, two), await isUndone(undone.batch ?? 0, two)]).toEqual([
      true,
      false,
    ]);
    expect([await price(one), await price(two)]).toEqual([24.9, 24.9]);
  });

  it('restores its deleted records, except discarded ones', async () => {
    const [one, two] = [await aSavedProduct({ sku: 'A' }), await aSavedProduct({ sku: 'B' })];
    await db.as('colaborador', 'delete from public.products');
    const batch = await lastBatch();
    await db.as('colaborador', 'select public.discard_records($1, array[$2::text])', [batch, one]);

    expect((await undo(batch)).status).toBe('undone');
    expect([await price(one), await price(two)]).toEqual([undefined, 24.9]);
    await expect(undo(batch, { only: one })).rejects.toThrow('foi apagado de vez');
  });

  it('restores a category before its products', async () => {
    const id = await aSavedProduct();
    await db.sql('begin; delete from public.products; delete from public.categories; commit');
    expect((await undo(await lastBatch())).status).toBe('undone');
    expect(await price(id)).toBe(24.9);
  });
});

it('the undo names the category to restore before its product', async () => {
  const id = await aSavedProduct();
  await db.as('colaborador', 'delete from public.products');
  const batch = await lastBatch();
  await db.as('colaborador', 'delete from public.categories');
  const ofCategory = await lastBatch();
  await expect(undo(batch)).rejects.toThrow(
    'A categoria "Bebidas" foi excluída depois. Restaure-a primeiro.',
  );
  await undo(ofCategory);
  await undo(batch);
  expect(await price(id)).toBe(24.9);
});
