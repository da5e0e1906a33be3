import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, CAIO_ID, type TestCaller } from './people.ts';
import { insertCategory, makeProductRow } from './records.ts';

type Event = {
  kind: string;
  actor: string | null;
  area: string;
  title: string | null;
  amount: number | null;
};

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(`begin; set local session_replication_role = replica;
    delete from private.changes; delete from private.batches; commit`);
});
afterAll(() => db.drop());

/** Lists the entries of the activity, the newest first, with only the keys that the tests compare. */
async function listEvents(filters: object = {}): Promise<Event[]> {
  const [row] = await db.as<{ result: { entries: (Event & { undoable: boolean })[] } }>(
    'administrador',
    'select public.activity($1) as result',
    [JSON.stringify(filters)],
  );
  const entries = row?.result.entries ?? [];
  return entries.map(({ kind, actor, area, title, amount }) => ({
    kind,
    actor,
    area,
    title,
    amount,
  }));
}

/** Inserts an entry into the audit log, as the auth servers of both platforms do (built-in backend and Supabase). */
function audit(action: string, person: string) {
  return db.sql(
    `insert into auth.audit_log_entries (id, payload, created_at)
     values (gen_random_uuid(), json_build_object('action', $1::text, 'actor_id', $2::text, 'actor_username', 'x'), now())`,
    [action, person],
  );
}

describe('the activity', () => {
  it('lists sign-ins, sign-outs, password recoveries and changes, from the audit log of either platform', async () => {
    for (const action of [
      'login',
      'token_refreshed',
      'user_recovery_requested',
      'user_updated_password',
      'logout',
    ])
      await audit(action, BRUNO_ID);
    // A sign-up also writes `login`, before the user has a profile. The activity does not list this as a sign-in.
    await audit('login', CAIO_ID);
    const bruno = { actor: 'Bruno Lima', area: 'profiles', title: null, amount: null };
    expect(await listEvents()).toEqual(
      ['sign_out', 'password', 'recovery', 'sign_in'].map((kind) => ({ kind, ...bruno })),
    );
    expect(await listEvents({ kind: 'sign_in', actor: BRUNO_ID })).toHaveLength(1);
    expect(await listEvents({ changed: true })).toEqual([]);
    expect((await listEvents({ without_visits: true })).map(({ kind }) => kind)).toEqual([
      'password',
      'recovery',
    ]);
  });

  it('counts failed sign-ins of an hour as one entry, later ones as another, none of an unknown e-mail', async () => {
    const fail = (email: string) =>
      db.sql(`select private.note_failed_sign_in($1, 'failed')`, [email]);
    for (const email of ['ana@vitrine.exemplo', 'ANA@vitrine.exemplo', 'minha-senha-secreta', ''])
      await fail(email);
    expect(await listEvents()).toEqual([
      { kind: 'failed', actor: 'Ana Souza', area: 'profiles', title: null, amount: 2 },
    ]);
    await db.sql(`begin; set local session_replication_role = replica;
      update private.batches set at = at - interval '61 minutes'; commit`);
    await fail('ana@vitrine.exemplo');
    expect((await listEvents()).map(({ amount }) => amount)).toEqual([1, 2]);
  });

  it('counts failed sign-ins that end at the same time as one entry', async () => {
    const fail = `select private.note_failed_sign_in('ana@vitrine.exemplo', 'failed')`;
    const [first, second] = [await db.connect(), await db.connect()];
    await first.query('begin');
    await first.query(fail);
    const later = second.query(fail);
    await db.waitForLock();
    await first.query('commit');
    await later;
    expect((await listEvents()).map(({ kind, amount }) => [kind, amount])).toEqual([['failed', 2]]);
  });

  it('lists requests refused to staff, but not those without a session', async () => {
    for (const person of [
      'colaborador',
      'signedOutAdministrador',
      'loginWithoutProfile',
    ] as TestCaller[])
      await db.as(person, `select private.note_refusal('banners', 'DELETE')`);
    expect(await listEvents()).toEqual([
      { kind: 'refused', actor: 'Bruno Lima', area: 'banners', title: 'DELETE', amount: 1 },
    ]);
  });

  it('lists an export with its rows as one, however many steps it took', async () => {
    const category = await insertCategory(db);
    for (const sku of ['A', 'B', 'C'])
      await db.as('colaborador', `select public.save_product($1, '[]')`, [
        JSON.stringify(makeProductRow({ sku, name: sku, category_id: category })),
      ]);
    const step = async (after: unknown) => {
      const [row] = await db.as<{ page: { next: unknown } }>(
        'colaborador',
        `select public.export_products("order" => 'name', after => $1, size => 2) as page`,
        [after && JSON.stringify(after)],
      );
      return row?.page.next;
    };
    await step(await step(null));
    expect(
      (await listEvents({ kind: 'export' })).map(({ amount, actor }) => [actor, amount]),
    ).toEqual([['Bruno Lima', 3]]);
    // A step that does not continue a recent export is listed as a separate export.
    await db.sql(`begin; set local session_replication_role = replica;
      update private.batches set at = at - interval '2 hours' where kind = 'export'; commit`);
    await step({ part: 1, keys: ['A', '00000000-0000-0000-0000-000000000000'] });
    expect(await listEvents({ kind: 'export' })).toHaveLength(2);
  });

  it('lists an export of another area, by any user who may read it, in steps of at most 1,000 rows', async () => {
    const note = (person: TestCaller, area: string, amount: number) =>
      db.attempt(person, 'select public.note_export($1, $2)', [area, amount]);
    for (const [person, ...values] of [
      ['colaborador', 'parceiros', 1000, false],
      ['colaborador', 'parceiros', 7, true],
      ['administrador', 'banners', 2, false],
    ] as [TestCaller, string, number, boolean][])
      await db.as(person, 'select public.note_export($1, $2, $3)', values);
    const bruno = { kind: 'export', actor: 'Bruno Lima', title: null };
    expect(await listEvents()).toEqual([
      { ...bruno, actor: 'Ana Souza', area: 'banners', amount: 2 },
      { ...bruno, area: 'parceiros', amount: 1007 },
    ]);
    for (const area of ['banners', 'notificacoes', 'products', 'auth.users'])
      expect((await note('colaborador', area, 1)).code).toBe(INSUFFICIENT_PRIVILEGE);
    expect((await note('loginWithoutProfile', 'parceiros', 1)).code).toBe(INSUFFICIENT_PRIVILEGE);
    expect((await note('administrador', 'parceiros', 1001)).code).toBe('22023');
    expect(await listEvents()).toHaveLength(2);
  });

  it('lists many exports of one area within an hour as 20 entries with the total of rows', async () => {
    for (let time = 0; time < 30; time += 1)
      await db.as('colaborador', 'select public.note_export($1, $2)', ['parceiros', 10]);
    await db.as('administrador', 'select public.note_export($1, $2)', ['parceiros', 7]);
    await db.as('colaborador', 'select public.note_export($1, $2)', ['distribuidores', 5]);
    const lines = await listEvents({ kind: 'export' });
    const rows = (area: string, actor: string) =>
      lines
        .filter((line) => line.area === area && line.actor === actor)
        .map(({ amount }) => Number(amount));
    expect(rows('parceiros', 'Bruno Lima')).toHaveLength(20);
    expect(rows('parceiros', 'Bruno Lima').reduce((sum, amount) => sum + amount, 0)).toBe(300);
    expect(rows('parceiros', 'Ana Souza')).toEqual([7]);
    expect(rows('distribuidores', 'Bruno Lima')).toEqual([5]);
  });

  it('offers no undo for events without changes, nor for loaded data', async () => {
    await audit('login', ANA_ID);
    await db.sql(`begin; insert into public.categories (name) values ('Da carga');
      update private.batches set kind = 'load', title = 'Demonstração'
      where id = current_setting('vitrine.batch')::bigint; commit`);
    const [row] = await db.as<{
      result: { entries: { undoable: boolean; batch: number; kind: string }[] };
    }>('administrador', 'select public.activity() as result');
    const entries = row?.result.entries ?? [];
    expect(entries.map(({ kind, undoable }) => [kind, undoable])).toEqual([
      ['load', false],
      ['sign_in', false],
    ]);
    for (const { batch } of entries)
      expect(
        await db.as('administrador', 'select public.undo_batch($1) as result', [batch]),
      ).toMatchObject([{ result: { status: 'nothing' } }]);
  });

  it('lists the rows of a truncated table, and restores them', async () => {
    await db.sql(`insert into public.banners (titulo) values ('Um'), ('Dois')`);
    await db.sql('truncate public.banners');
    const [row] = await db.as<{
      result: { entries: { batch: number; records: { count: number } }[] };
    }>('administrador', `select public.activity('{"kind": "delete"}') as result`);
    const [truncation] = row?.result.entries ?? [];
    expect(truncation?.records.count).toBe(2);
    await db.as('administrador', 'select public.undo_batch($1)', [truncation?.batch]);
    expect(await db.sql('select titulo from public.banners order by id')).toEqual([
      { titulo: 'Um' },
      { titulo: 'Dois' },
    ]);
  });
});

describe('retention', () => {
  const prune = (person: TestCaller = 'administrador') =>
    db.as<{ count: number }>(person, 'select public.prune_history() as count');
  const age = (by: string) =>
    db.sql(`begin; set local session_replication_role = replica;
      update private.batches set at = now() - interval '${by}'; commit`);

  it('deletes sign-ins and sign-outs after 180 days and changes after five years, and records it', async () => {
    await insertCategory(db, 'Antiga');
    await audit('login', ANA_ID);
    await age('181 days');
    expect(await prune()).toEqual([{ count: 1 }]);
    expect((await listEvents()).map(({ kind, actor, amount }) => [kind, actor, amount])).toEqual([
      ['retention', null, 1],
      ['insert', null, null],
    ]);
    expect(await prune()).toEqual([{ count: 0 }]);

    await age('4 years');
    expect(await prune()).toEqual([{ count: 0 }]);
    await age('5 years 1 day');
    await prune();
    expect(await db.sql('select from private.changes')).toEqual([]);
    expect((await listEvents()).map(({ kind }) => kind)).toEqual(['retention']);
  });

  it('uses the period of its setting', async () => {
    await insertCategory(db, 'Guardada');
    await age('6 years');
    await db.sql('update private.retention set history_years = 7');
    expect(await prune()).toEqual([{ count: 0 }]);
    await db.sql('update private.retention set history_years = default');
    expect(await prune()).toEqual([{ count: 1 }]);
  });

  it('deletes at most 20,000 changes at once, also of one batch', async () => {
    await prune();
    await db.sql(
      `with batch as (
        insert into private.batches (area, record_id, kind) values ('products', '', 'update') returning id
      )
      insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
      select batch.id, 'products', n, 'products', n, 'update', 1 from batch, generate_series(1, 45000) as n`,
    );
    await age('6 years');
    const left = async () => {
      const [row] = await db.sql<{ changes: number; batches: number }>(
        `select (select count(*)::int from private.changes where area = 'products') as changes,
          (select count(*)::int from private.batches where area = 'products') as batches`,
      );
      return row;
    };
    expect(await prune()).toEqual([{ count: 1 }]);
    expect(await left()).toEqual({ changes: 25_000, batches: 1 });
    expect(await prune()).toEqual([{ count: 1 }]);
    expect(await prune()).toEqual([{ count: 1 }]);
    expect(await left()).toEqual({ changes: 0, batches: 0 });
    expect(await prune()).toEqual([{ count: 0 }]);
  });

  it('is for an Administrador and the server', async () => {
    await expect(prune('colaborador')).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    await expect(prune('signedOutAdministrador')).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
  });

  it('is the only way to delete history: a forged batch of its kind permits no deletion', async () => {
    await insertCategory(db, 'Fica');
    await db.sql(
      `insert into private.batches (area, record_id, kind) values ('', '', 'retention')`,
    );
    await expect(db.sql('delete from private.changes')).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
    await expect(
      db.sql(`update private.batches set amount = 9, title = 'x' where kind = 'retention'`),
    ).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});
