import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTransactionAs,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import type { TestCaller } from './people.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql('truncate public.banners');
});
afterAll(() => db.drop());

/** Returns the title and the `ordem` of each banner, sorted by `ordem`: for example, 'A0 B1'. */
async function readBanners() {
  const rows = await db.sql<{ titulo: string; ordem: number }>(
    'select titulo, ordem from public.banners order by ordem, id',
  );
  return rows.map(({ titulo, ordem }) => `${titulo}${ordem}`).join(' ');
}

describe('the order of banners', () => {
  type Result = { status: string; left?: { id: number; version: number } | null };
  let ids: number[];
  beforeEach(async () => {
    await db.sql(`insert into public.banners (titulo) values ('A'), ('B'), ('C'), ('D')`);
    const rows = await db.sql<{ id: string }>('select id from public.banners order by id');
    ids = rows.map(({ id }) => Number(id));
  });

  async function order(seen: number[], wanted: number[]) {
    const [row] = await db.as<{ result: Result }>(
      'administrador',
      'select public.order_banners($1, $2) as result',
      [seen, wanted],
    );
    return row!.result;
  }
  const pick = (letters: string) => [...letters].map((letter) => ids['ABCD'.indexOf(letter)]!);

  it('is recorded in the history with the banner that was moved, and its old and new place', async () => {
    const moved = async () => {
      const [row] = await db.sql<{ moved: unknown }>(
        `select note -> 'moved' as moved from private.batches order by id desc limit 1`,
      );
      return row?.moved;
    };
    await order(pick('ABCD'), pick('BCDA'));
    expect(await moved()).toEqual({ id: String(ids[0]), title: 'A', from: 1, to: 4 });
    // The stored order is B C D A, and C is not visible. B and D swap: the history names B, which was first.
    await order(pick('BDA'), pick('DBA'));
    expect(await moved()).toMatchObject({ from: 1, to: 3 });
    await order(pick('DCBA'), pick('DACB'));
    expect(await moved()).toEqual({ id: String(ids[0]), title: 'A', from: 4, to: 2 });
    await order(pick('DACB'), pick('BCAD'));
    expect(await moved()).toBeNull();
  });

  it('is changed by one batch, which is undone as one', async () => {
    const { status, left } = await order(pick('ABCD'), pick('BACD'));
    expect(status).toBe('saved');
    expect(await readBanners()).toBe('B1 A2 C3 D4');
    const [row] = await db.as<{ batch: string }>(
      'administrador',
      `select public.batch_of('banners', $1, $2) as batch`,
      [left?.id, left?.version],
    );
    await db.as('administrador', 'select public.undo_batch($1)', [row?.batch]);
    expect(await readBanners()).toBe('A0 B0 C0 D0');
  });

  it('writes only banners whose number changes', async () => {
    await order(pick('ABCD'), pick('BACD'));
    await order(pick('BACD'), pick('BADC'));
    expect(await readBanners()).toBe('B1 A2 D3 C4');
    expect(
      await db.sql(
        `select string_agg(version::text, ' ' order by titulo) as versions from public.banners`,
      ),
    ).toEqual([{ versions: '2 2 3 3' }]);
    expect(await order(pick('BADC'), pick('BADC'))).toEqual({ status: 'saved', left: null });
  });

  it('does not move banners that were not seen', async () => {
    await order(pick('ABCD'), pick('ABCD'));
    await order(pick('AD'), pick('DA'));
    expect(await readBanners()).toBe('D1 B2 C3 A4');
  });

  it('does not change if a banner was moved or deleted meanwhile', async () => {
    await order(pick('ABCD'), pick('DABC'));
    expect(await order(pick('ABCD'), pick('BACD'))).toEqual({ status: 'conflict' });
    await db.sql(`delete from public.banners where titulo = 'C'`);
    expect(await order(pick('DABC'), pick('ABCD'))).toEqual({ status: 'conflict' });
    expect(await readBanners()).toBe('D1 A2 B3');
  });

  it('waits for a concurrent move, and then detects it', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    await first.query('begin');
    await first.query(`update public.banners set ordem = 9 where titulo = 'A'`);
    await beginTransactionAs(second, 'administrador');
    const result = second.query<{ result: Result }>(
      'select public.order_banners($1, $2) as result',
      [pick('ABCD'), pick('BACD')],
    );
    await db.waitForLock();
    await first.query('commit');
    expect((await result).rows).toEqual([{ result: { status: 'conflict' } }]);
    await second.query('commit');
  });

  it('accepts only banners that were seen, and only from an Administrador', async () => {
    const call = 'select public.order_banners($1, $2)';
    const codeOf = async (person: TestCaller, seen: number[], wanted: number[]) =>
      (await db.attempt(person, call, [seen, wanted])).code;
    expect(await codeOf('administrador', pick('AB'), pick('AC'))).toBe('22023');
    expect(await codeOf('administrador', pick('AB'), pick('AA'))).toBe('22023');
    expect(await codeOf('administrador', [], [])).toBe('22023');
    expect(await codeOf('colaborador', pick('AB'), pick('BA'))).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

describe('a banner saved with a number', () => {
  beforeEach(async () => {
    await db.sql(
      `insert into public.banners (titulo, ordem) values ('A', 0), ('B', 1), ('C', 2), ('D', 5)`,
    );
  });

  const save = (text: string) => db.as('administrador', text);
  const create = (ordem: number) =>
    save(`insert into public.banners (titulo, ordem) values ('N', ${ordem})`);

  it('takes that place; the banner with that number moves on, up to the first free number', async () => {
    await create(1);
    expect(await readBanners()).toBe('A0 N1 B2 C3 D5');
    await save(`update public.banners set ordem = 1, titulo = 'D!' where titulo = 'D'`);
    expect(await readBanners()).toBe('A0 D!1 N2 B3 C4');
  });

  it('moves no other if that number is free, does not change, or is the default 0', async () => {
    await create(4);
    await create(0);
    await save(`update public.banners set titulo = 'B!' where titulo = 'B'`);
    expect(await readBanners()).toBe('A0 N0 B!1 C2 N4 D5');
  });

  it('is one batch with the banners that it moved, and is undone as one', async () => {
    await create(1);
    const [batch] = await db.sql<{ id: string }>(
      'select id from private.batches order by id desc limit 1',
    );
    await db.as('administrador', 'select public.undo_batch($1)', [batch?.id]);
    expect(await readBanners()).toBe('A0 B1 C2 D5');
  });

  it('moves no other when restored from the trash, as a copy, or saved with others', async () => {
    await db.as('administrador', `delete from public.banners where titulo = 'B'`);
    const [batch] = await db.sql<{ id: string }>(
      'select id from private.batches order by id desc limit 1',
    );
    await create(1);
    await db.as('administrador', 'select public.undo_batch($1)', [batch?.id]);
    expect(await readBanners()).toBe('A0 B1 N1 C2 D5');
    await save(`select public.duplicate_banner(id) from public.banners where titulo = 'C'`);
    expect(await readBanners()).toBe('A0 B1 N1 C2 C (Cópia)2 D5');
    await save(`update public.banners set ordem = 5 where titulo in ('A', 'B')`);
    expect(await readBanners()).toBe('N1 C2 C (Cópia)2 A5 B5 D5');
  });

  it('waits for a concurrent reorder', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    await beginTransactionAs(first, 'administrador');
    await first.query(`insert into public.banners (titulo, ordem) values ('X', 1)`);
    await beginTransactionAs(second, 'administrador');
    const later = second.query(`insert into public.banners (titulo, ordem) values ('Y', 1)`);
    await db.waitForLock();
    await first.query('commit');
    await later;
    await second.query('commit');
    expect(await readBanners()).toBe('A0 Y1 X2 B3 C4 D5');
  });
});
