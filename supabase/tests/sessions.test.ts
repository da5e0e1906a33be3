import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, type TestCaller } from './people.ts';

type OpenSession = {
  id: string;
  used_at: Date;
  user_agent: string | null;
  ip_address: string | null;
  is_current: boolean;
};

const PHONE = '10000000-0000-4000-8000-0000000000b1';
const TABLET = '10000000-0000-4000-8000-0000000000b2';
const EXPIRED = '10000000-0000-4000-8000-0000000000b3';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(`delete from auth.sessions where id = any ($1)`, [[PHONE, TABLET, EXPIRED]]);
  await db.sql(
    `insert into auth.sessions (id, user_id, created_at, refreshed_at, user_agent, ip, not_after)
    values
      ($1, $4, now() - interval '2 days', timezone('utc', now()) - interval '1 hour', 'Phone', '192.0.2.7', null),
      ($2, $4, now() - interval '3 days', null, repeat('T', 5000), '2001:db8::7', now() + interval '1 day'),
      ($3, $4, now() - interval '9 days', null, 'Expired', null, now() - interval '1 second')`,
    [PHONE, TABLET, EXPIRED, BRUNO_ID],
  );
  await db.sql(`begin; set local session_replication_role = replica;
    delete from private.batches; commit`);
});
afterAll(() => db.drop());

const sessionsOf = (caller: TestCaller, person: string | null = null) =>
  db.as<OpenSession>(caller, 'select * from public.open_sessions($1)', [person]);

async function end(caller: TestCaller, person: string | null, session: string | null) {
  const [row] = await db.as<{ ended: number }>(
    caller,
    'select public.end_sessions($1, $2) as ended',
    [person, session],
  );
  return row?.ended;
}

const readSessionIds = async () =>
  (
    await db.sql<{ id: string }>(
      'select id from auth.sessions where user_id = $1 order by created_at desc',
      [BRUNO_ID],
    )
  ).map(({ id }) => id);

const readRecorded = () =>
  db.sql(`select actor, record_id, title, amount from private.batches where kind = 'sessions'`);

describe('open_sessions', () => {
  it('lists the open sessions of the caller, the current one first, then by their last use', async () => {
    const sessions = await sessionsOf('colaborador');

    expect(sessions.map(({ id, is_current }) => [id, is_current])).toEqual([
      [expect.any(String), true],
      [PHONE, false],
      [TABLET, false],
    ]);
    expect(sessions[1]).toMatchObject({ user_agent: 'Phone', ip_address: '192.0.2.7' });
    expect(Date.now() - sessions[1]!.used_at.getTime()).toBeGreaterThan(59 * 60_000);
    expect(Date.now() - sessions[1]!.used_at.getTime()).toBeLessThan(61 * 60_000);
    expect(sessions[2]).toMatchObject({ user_agent: 'T'.repeat(300), ip_address: '2001:db8::7' });
  });

  it('shows those of another user to an Administrador only', async () => {
    expect((await sessionsOf('administrador', BRUNO_ID)).map(({ id }) => id)).toContain(PHONE);
    expect(
      await db.attempt('colaborador', 'select * from public.open_sessions($1)', [ANA_ID]),
    ).toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});

describe('end_sessions', () => {
  it('ends one session of the caller, whose token is then refused', async () => {
    const before = await readSessionIds();

    expect(await end('colaborador', null, PHONE)).toBe(1);

    expect(await readSessionIds()).toEqual(before.filter((id) => id !== PHONE));
    expect(await readRecorded()).toMatchObject([
      { actor: BRUNO_ID, record_id: BRUNO_ID, amount: 1 },
    ]);
  });

  it('does nothing when called again', async () => {
    await end('colaborador', null, PHONE);
    const after = await readSessionIds();

    expect(await end('colaborador', null, PHONE)).toBe(0);

    expect(await readSessionIds()).toEqual(after);
    expect(await readRecorded()).toHaveLength(1);
  });

  it('ends all other sessions, but not the current one', async () => {
    const current = (await sessionsOf('colaborador'))[0]!.id;

    expect(await end('colaborador', null, null)).toBe(3);

    expect(await readSessionIds()).toEqual([current]);
  });

  it('ends those of another user for an Administrador only, and records the author', async () => {
    const before = await readSessionIds();
    for (const session of [null, PHONE])
      expect(
        await db.attempt('colaborador', 'select public.end_sessions($1, $2)', [ANA_ID, session]),
      ).toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    // PHONE is a session of Bruno: a request to end PHONE as a session of Ana has no effect.
    expect(await end('administrador', ANA_ID, PHONE)).toBe(0);
    expect(await readSessionIds()).toEqual(before);

    expect(await end('administrador', BRUNO_ID, PHONE)).toBe(1);

    expect(await readRecorded()).toEqual([
      { actor: ANA_ID, record_id: BRUNO_ID, title: 'Bruno Lima', amount: 1 },
    ]);
  });
});
