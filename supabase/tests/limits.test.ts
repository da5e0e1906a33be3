import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID } from './people.ts';
import { insertCategory } from './records.ts';

type Result = { status: string; batch: number; after?: string; counts: Record<string, number> };

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db);
});
beforeEach(async () => {
  await db.sql(
    'delete from private.staged_batches; delete from public.products; delete from private.written_rows',
  );
});
afterAll(() => db.drop());

/** Creates products as the superuser, so that they do not count toward the limits of a user. */
async function products(count: number) {
  await db.sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || n, 's', 'm', 'd', 'P-' || n, $2, 10 from generate_series(1, $1) as n`,
    [count, category],
  );
}

const call = <T = Result>(name: string, values: unknown[]) =>
  db.call<T>('colaborador', name, values);

async function plan(value = 'Inativo') {
  const id = randomUUID();
  const selection = JSON.stringify({ search: '', filters: {} });
  const change = JSON.stringify({ kind: 'set', column: 'status', value });
  await call('plan_change', [id, 'products', selection, change, 5000]);
  return id;
}

async function applyAll(id: string, from = 1): Promise<Result> {
  for (let step = from; ; step += 1) {
    const result = await call('apply_batch', [id, step, 5000]);
    if (result.status !== 'applying') return result;
  }
}

/** Increases the counters of the rows and bytes that Bruno has written today. */
async function addWritten(rows: number, bytes = 0) {
  await db.sql('insert into private.written_rows values ($1, private.current_day(), 0, $2, $3)', [
    BRUNO_ID,
    rows,
    bytes,
  ]);
}

const countRowsWrittenToday = async (person = BRUNO_ID) => {
  const [only] = await db.sql<{ rows: number; bytes: number }>(
    `select coalesce(sum(rows), 0)::int as rows, coalesce(sum(bytes), 0)::int as bytes
    from private.written_rows where user_id = $1 and day = private.current_day()`,
    [person],
  );
  return only!;
};

const save = (text = 'Novo') =>
  db.as('colaborador', `update public.products set subtitle = $1 where sku = 'P-1'`, [text]);

describe('one request through the tables', () => {
  it('changes, creates and deletes up to 1,000 records, and refuses more with a message', async () => {
    await products(1001);
    const refusal = {
      hint: 'rows_of_request',
      message:
        'Um pedido altera até 1.000 registros; este alteraria 1.001. Faça uma alteração em massa.',
    };
    const update = `update public.products set subtitle = 'Outro'`;
    await expect(db.as('colaborador', update)).rejects.toMatchObject(refusal);
    await expect(db.as('colaborador', 'delete from public.products')).rejects.toMatchObject(
      refusal,
    );
    await expect(
      db.as(
        'colaborador',
        `insert into public.categories (name) select 'C' || n from generate_series(1, 1001) as n`,
      ),
    ).rejects.toMatchObject(refusal);
    expect(await countRowsWrittenToday()).toEqual({ rows: 0, bytes: 0 });
    await db.as('colaborador', `${update} where sku <> 'P-1'`);
    expect(await countRowsWrittenToday()).toMatchObject({ rows: 1000 });
  });

  it('does not limit a bulk change, which has its own limit', async () => {
    await products(1500);
    expect(await applyAll(await plan())).toMatchObject({ counts: { changed: 1500 } });
  });
});

describe('one user and day', () => {
  it('change up to 200,000 rows; the next one is refused with a message', async () => {
    await products(2);
    await addWritten(199_999);
    await save();
    await expect(save('Mais')).rejects.toMatchObject({
      hint: 'rows_of_day',
      message:
        'Cada usuário pode alterar até 200.000 linhas por dia. Hoje você ainda pode alterar 0; desfazer e restaurar são possíveis sempre.',
    });
    await db.as('administrador', `update public.products set subtitle = 'De Ana'`);
    expect(await countRowsWrittenToday(ANA_ID)).toMatchObject({ rows: 2 });
  });

  it('write up to 500 MB of history; more is refused with a message', async () => {
    await products(1);
    await db.as('colaborador', 'update public.products set description = $1', ['x'.repeat(5000)]);
    expect((await countRowsWrittenToday()).bytes).toBeGreaterThan(5000);
    await addWritten(1, 500 * 1024 * 1024 - 5000);
    await expect(
      db.as('colaborador', 'update public.products set description = $1', ['y'.repeat(5000)]),
    ).rejects.toMatchObject({
      hint: 'bytes_of_day',
      message: expect.stringContaining('até 500 MB de histórico por dia'),
    });
  });

  it('start at zero on the next day', async () => {
    await products(1);
    await addWritten(200_000);
    await db.sql('update private.written_rows set day = day - 1');
    await save();
    await db.sql('begin; set local role service_role; select public.prune_history(); commit');
    expect(await db.sql('select rows::int from private.written_rows')).toEqual([{ rows: 1 }]);
  });

  it('count two concurrent requests of one user without making one wait for the other', async () => {
    await products(2);
    const [first, second] = [await db.connect(), await db.connect()];
    const update = `update public.products set subtitle = 'Meu' where sku = $1`;
    await beginTransactionAs(first, 'colaborador');
    await first.query(update, ['P-1']);
    await beginTransactionAs(second, 'colaborador');
    await second.query(`set local lock_timeout = '2s'`);
    const other = await Promise.allSettled([second.query(update, ['P-2'])]);
    await Promise.all([first.query('commit'), second.query('commit')]);
    expect(other).toMatchObject([{ status: 'fulfilled' }]);
    expect(await countRowsWrittenToday()).toMatchObject({ rows: 2 });
  });

  it('undo and restore beyond the limit, and both are counted', async () => {
    await products(3);
    const { batch } = await applyAll(await plan());
    await save();
    const [last] = await db.sql<{ id: number }>(
      'select max(id)::int as id from private.batches where area = $1',
      ['products'],
    );
    const [{ id } = { id: '' }] = await db.sql<{ id: string }>(
      `select id from public.products where sku = 'P-1'`,
    );
    await addWritten(200_000);
    expect(await call('undo_batch', [batch, JSON.stringify({})])).toMatchObject({
      status: 'undone',
    });
    expect(await call('restore_record', ['products', id, last!.id, 'subtitle'])).toMatchObject({
      status: 'undone',
    });
    expect(await countRowsWrittenToday()).toMatchObject({ rows: 200_000 + 4 + 3 + 1 });
    await expect(save('Mais')).rejects.toMatchObject({ hint: 'rows_of_day' });
  });
});

describe('a batch of many records', () => {
  it("is refused at its first step if the day's limit has no room for all of it", async () => {
    await products(10);
    const id = await plan();
    await addWritten(199_991);
    await expect(applyAll(id)).rejects.toMatchObject({
      hint: 'rows_of_day',
      message: expect.stringContaining('Hoje você ainda pode alterar 9;'),
    });
    expect(await countRowsWrittenToday()).toMatchObject({ rows: 199_991 });
  });

  it('can be finished once it has begun, whatever else the user has written', async () => {
    await products(10);
    const id = await plan();
    await call('apply_batch', [id, 1, 4]);
    await addWritten(200_000);
    expect(await applyAll(id, 2)).toMatchObject({ status: 'done', counts: { changed: 10 } });
  });

  it('reserves the rows of batches that have begun', async () => {
    await products(10);
    const begun = await plan();
    await call('apply_batch', [begun, 1, 4]);
    const next = await plan('Ativo');
    await addWritten(199_987);
    // Written today: 199,987 + 4 rows. The begun batch reserves 6 rows. The next batch writes 4, which makes 200,001.
    await expect(applyAll(next)).rejects.toMatchObject({ hint: 'rows_of_day' });
    await applyAll(begun, 2);
  });

  it('reserves no rows once it was undone: it cannot be continued', async () => {
    await products(10);
    const begun = await plan();
    const { batch } = await call('apply_batch', [begun, 1, 4]);
    await call('undo_batch', [batch, JSON.stringify({})]);
    await addWritten(199_982);
    // Written today: 199,982 + 8 rows (the batch and its undo). The next batch writes 10, which makes 200,000. It would
    // be refused if the undone batch still reserved 6 rows.
    expect(await applyAll(await plan())).toMatchObject({ status: 'done', counts: { changed: 10 } });
  });

  it('reserves no rows if it is a bulk change that had no step for an hour, but can be continued', async () => {
    await products(10);
    const begun = await plan();
    await call('apply_batch', [begun, 1, 4]);
    await db.sql(`update private.staged_batches set last_step_at = now() - interval '61 minutes'`);
    await addWritten(199_990);
    // Written today: 199,990 + 4 rows. The next batch writes 4, which makes 199,998. It would be refused if the begun
    // batch still reserved its other 6 rows.
    expect(await applyAll(await plan('Ativo'))).toMatchObject({ status: 'done' });
    await db.sql('delete from private.written_rows');
    expect(await applyAll(begun, 2)).toMatchObject({ status: 'done' });
  });

  it('has up to 100,000 rows', async () => {
    const total = (rows: number) =>
      call('stage_rows', [
        JSON.stringify({ id: randomUUID(), area: 'products', file_name: 'p.csv', total: rows }),
        JSON.stringify([{ place: 2, cells: { sku: 'A' } }]),
      ]);
    await total(100_000);
    await expect(total(100_001)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a product', () => {
  const pictures = (from: number, to: number) =>
    db.as(
      'colaborador',
      `insert into public.product_images (product_id, url)
      select product.id, 'https://vitrine.exemplo/' || n || '.png'
      from public.products as product, generate_series($1::int, $2::int) as n`,
      [from, to],
    );

  it('has up to 200 pictures, in any number of requests', async () => {
    await products(1);
    await pictures(1, 150);
    await expect(pictures(151, 201)).rejects.toMatchObject({
      hint: 'pictures_of_product',
      message: 'Um produto tem até 200 imagens.',
    });
    await pictures(151, 200);
  });

  it('counts the pictures of two concurrent requests', async () => {
    await products(1);
    const clients = [await db.connect(), await db.connect()];
    const insert = `insert into public.product_images (product_id, url)
      select id, 'https://vitrine.exemplo/' || $1 || n || '.png'
      from public.products, generate_series(1, 150) as n`;
    for (const client of clients) await beginTransactionAs(client, 'colaborador');
    await clients[0]!.query(insert, ['a']);
    const second = Promise.allSettled([clients[1]!.query(insert, ['b'])]);
    await db.waitForLock();
    await clients[0]!.query('commit');
    expect(await second).toMatchObject([{ reason: { hint: 'pictures_of_product' } }]);
    await clients[1]!.query('rollback');
  });
});
