import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, makeSheetCells } from './records.ts';
import { savePictures } from './staged-batches.ts';

type Result = { status: string; batch?: number; counts?: Record<string, number> };
type Caller = { person: TestCaller; call<T = Result>(name: string, values: unknown[]): Promise<T> };

/** Maximum number of times that the panel repeats a request after a deadlock (src/data/retry-deadlocks.ts). */
const MAX_RETRIES = 5;
const DEADLOCK = '40P01';

let db: TestDatabase;
let callers: Caller[];
let category: string;

beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db);
  const people: TestCaller[] = ['administrador', 'colaborador', 'administrador', 'colaborador'];
  callers = await Promise.all(people.map(open));
});
beforeEach(async () => {
  await db.sql('truncate public.products, private.staged_batches restart identity cascade');
});
afterAll(() => db.drop());

async function open(person: TestCaller): Promise<Caller> {
  const client = await db.connect();
  let last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after the earlier requests of this connection, because a connection runs one request at a time. */
  function queued<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  }

  async function callOnce<T>(name: string, values: unknown[]): Promise<T> {
    const list = values.map((_, place) => `$${place + 1}`).join(', ');
    try {
      await beginTransactionAs(client, person);
      const { rows } = await client.query<{ result: T }>(
        `select public.${name}(${list}) as result`,
        values,
      );
      await client.query('commit');
      return rows[0]?.result ?? expect.unreachable('no result');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
  return {
    person,
    async call<T>(name: string, values: unknown[]) {
      for (let retries = 0; ; retries += 1) {
        try {
          return await queued(() => callOnce<T>(name, values));
        } catch (error) {
          const isDeadlock = error instanceof pg.DatabaseError && error.code === DEADLOCK;
          if (!isDeadlock || retries >= MAX_RETRIES) throw error;
        }
      }
    },
  };
}

/** Runs `work` concurrently for all callers. Returns the SQLSTATE (or the error as text) of each run that failed. */
async function runConcurrently(work: (caller: Caller, place: number) => Promise<unknown>) {
  const ended = await Promise.allSettled(callers.map(work));
  return ended.flatMap((one) =>
    one.status === 'rejected'
      ? [one.reason instanceof pg.DatabaseError ? one.reason.code : String(one.reason)]
      : [],
  );
}

async function products(count: number): Promise<string[]> {
  const rows = await db.sql<{ id: string }>(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || n, 's', 'm', 'd', 'P-' || n, $2, 100 from generate_series(1, $1) as n
    returning id`,
    [count, category],
  );
  return rows.map(({ id }) => id);
}

const fromEitherEnd = <T>(list: T[], place: number) => (place % 2 ? list.toReversed() : list);

describe('four users changing the same records concurrently', () => {
  it('import the same SKUs in opposite orders: every row is written once', async () => {
    const skus = Array.from({ length: 300 }, (_, place) => `S-${String(place).padStart(3, '0')}`);
    for (let round = 0; round < 4; round += 1) {
      await db.sql('truncate public.products, private.staged_batches cascade');
      const ids = callers.map(() => randomUUID());
      for (const [place, caller] of callers.entries()) {
        const rows = fromEitherEnd(skus, place).map((sku, line) => ({
          place: line + 2,
          cells: makeSheetCells({ sku }),
        }));
        const opening = { id: ids[place], area: 'products', file_name: 'p.csv', total: 300 };
        await caller.call('stage_rows', [JSON.stringify(opening), JSON.stringify(rows)]);
      }
      const failed = [
        ...(await runConcurrently((caller, place) => caller.call('plan_import', [ids[place]]))),
        ...(await runConcurrently((caller, place) => applyAll(caller, ids[place]!))),
      ];
      expect(failed).toEqual([]);
      const [stored] = await db.sql(
        'select count(*)::int as rows, count(distinct sku)::int as skus from public.products',
      );
      expect(stored).toEqual({ rows: 300, skus: 300 });
    }
  }, 90_000);

  async function applyAll(caller: Caller, id: string): Promise<Result> {
    for (let step = 1; ; step += 1) {
      const result = await caller.call('apply_batch', [id, step, 100]);
      if (result.status !== 'applying') return result;
    }
  }

  it('change overlapping sets in opposite orders: each change writes the rows that it reports, once', async () => {
    const ids = await products(400);
    const plans = callers.map(() => randomUUID());
    const failed = await runConcurrently(async (caller, place) => {
      const selection = { ids: fromEitherEnd(ids, place).slice(0, 300) };
      const change = { kind: 'set', column: 'button_color', value: `#00000${place}` };
      await caller.call('plan_change', [
        plans[place],
        'products',
        JSON.stringify(selection),
        JSON.stringify(change),
      ]);
      await applyAll(caller, plans[place]!);
    });
    expect(failed).toEqual([]);
    const [written] = await db.sql<{ saves: number; changed: number }>(
      `select (select sum(version - 1)::int from public.products) as saves,
        (select count(*)::int from private.staged_batch_rows where outcome = 'changed') as changed`,
    );
    expect(written?.saves).toBe(written?.changed);
    expect(written?.changed).toBeGreaterThanOrEqual(400);
  }, 60_000);

  it('import and change and delete the same products: no request fails', async () => {
    const ids = await products(300);
    const failed = await runConcurrently(async (caller, place) => {
      const id = randomUUID();
      if (place < 2) {
        const rows = fromEitherEnd(ids, place).map((_, line) => ({
          place: line + 2,
          cells: { sku: `P-${place ? 300 - line : line + 1}`, subtitle: `De ${place}` },
        }));
        const opening = { id, area: 'products', file_name: 'p.csv', total: 300 };
        await caller.call('stage_rows', [JSON.stringify(opening), JSON.stringify(rows)]);
        await caller.call('plan_import', [id]);
        await applyAll(caller, id);
      } else {
        const change =
          place === 2
            ? { kind: 'price', by: 'percent', value: 10, ending: null, promo: 'keep' }
            : { kind: 'delete' };
        await caller.call('plan_change', [
          id,
          'products',
          JSON.stringify({ ids: fromEitherEnd(ids, place) }),
          JSON.stringify(change),
        ]);
        await applyAll(caller, id);
      }
    });
    expect(failed).toEqual([]);
  }, 60_000);

  it('save one product from the same version: one save succeeds, the others receive its row', async () => {
    const [id] = await products(1);
    for (let version = 1; version <= 10; version += 1) {
      const statuses: string[] = [];
      const failed = await runConcurrently(async (caller, place) => {
        const fields = JSON.stringify({ id, name: `De ${place} sobre ${version}` });
        statuses.push((await caller.call('save_product', [fields, null, version])).status);
      });
      expect(failed).toEqual([]);
      expect(statuses.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'saved']);
    }
    expect(await db.sql('select version from public.products')).toEqual([{ version: 11 }]);
  });

  it('undo and save at the same time: both are applied, or the save detects the undo', async () => {
    const ids = await products(10);
    for (const id of ids) {
      const [first, second, third, fourth] = callers as [Caller, Caller, Caller, Caller];
      await first.call('save_product', [JSON.stringify({ id, subtitle: 'Errado' }), null, 1]);
      const batch = await first.call<number>('batch_of', ['products', id, 2]);
      const [saved, moved, ...undone] = await Promise.all([
        second.call('save_product', [JSON.stringify({ id, name: 'Nome novo' }), null, 2]),
        fourth.call('save_product', [JSON.stringify({ id, tipo: 'Serviço' }), null, 2]),
        first.call('undo_batch', [batch]),
        third.call('undo_batch', [batch]),
      ]);
      const [row] = await db.sql(
        'select name, subtitle, tipo, version from public.products where id = $1',
        [id],
      );
      const saves = [saved, moved].filter(({ status }) => status === 'saved').length;
      expect(undone.map(({ status }) => status)).toContain('undone');
      expect(row).toEqual({
        name: saved.status === 'saved' ? 'Nome novo' : expect.stringMatching(/^Produto/),
        subtitle: 's',
        tipo: moved.status === 'saved' ? 'Serviço' : 'Produto',
        // 3 writes: the creation, the wrong subtitle and its undo. Only one of the two undos of the batch writes.
        version: 3 + saves,
      });
    }
  }, 30_000);

  it('undo a change of pictures while a save of them is open: the undo waits, and asks about them', async () => {
    const [id] = await products(1);
    const picture = (name: string) => ({
      url: `https://vitrine.exemplo/storage/v1/object/public/product-images/main/${name}.png`,
      is_main: true,
    });
    const batch = await savePictures(db, id!, [], [picture('a')]);
    const saver = await db.connect();
    await beginTransactionAs(saver, 'administrador');
    await saver.query(
      `select public.save_product($1, $2, version) from public.products where id = $3`,
      [JSON.stringify({ id }), JSON.stringify([picture('b')]), id],
    );
    const undone = callers[1]!.call('undo_batch', [batch]);
    await db.waitForLock();
    await saver.query('commit');
    expect(await undone).toMatchObject({ status: 'conflict' });
    const stored = await db.sql('select url, is_main from public.product_images');
    expect(stored).toEqual([picture('b')]);
  });

  it('undo the same bulk change while others save: it is undone once, and no save is lost', async () => {
    const ids = await products(200);
    const [first, second, third, fourth] = callers as [Caller, Caller, Caller, Caller];
    const plan = randomUUID();
    const change = { kind: 'set', column: 'status', value: 'Inativo' };
    await first.call('plan_change', [
      plan,
      'products',
      JSON.stringify({ ids }),
      JSON.stringify(change),
    ]);
    const { batch } = await applyAll(first, plan);
    const saves = ids.slice(0, 40);
    const results = await Promise.allSettled([
      second.call('undo_batch', [batch]),
      third.call('undo_batch', [batch]),
      ...saves.map(async (id, place) => {
        const fields = JSON.stringify({ id, subtitle: 'Depois' });
        return (place % 2 ? first : fourth).call('save_product', [fields, null, 2]);
      }),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
    const saved = results
      .slice(2)
      .filter((one) => one.status === 'fulfilled' && one.value.status === 'saved').length;
    const [row] = await db.sql(
      `select count(*) filter (where status = 'Ativo')::int as active,
        count(*) filter (where subtitle = 'Depois')::int as saved, max(version)::int - 3 <= 1 as "once"
      from public.products`,
    );
    expect(row).toEqual({ active: 200, saved, once: true });
  }, 30_000);
});
