import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql('truncate private.backups'));

async function notice() {
  const [row] = await db.as<{ result: Record<string, string | null> }>(
    'administrador',
    'select public.backup_notice() as result',
  );
  return row?.result;
}

const note = (outcome: string, problem: string | null) =>
  db.sql('select private.note_backup($1, $2)', [outcome, problem]);

it('returns no failure before the first backup and after a successful one', async () => {
  expect(await notice()).toEqual({ failed_at: null, made_at: null, problem: null });
  await note('failed', 'Disco cheio.');
  await note('made', null);
  expect(await notice()).toMatchObject({ failed_at: null, problem: null });
});

it('reports the last failure to an Administrador until a backup succeeds, then the notes of that backup', async () => {
  await note('made', 'Está no mesmo disco.');
  expect(await notice()).toMatchObject({ failed_at: null, problem: 'Está no mesmo disco.' });
  await note('failed', 'Disco cheio.');
  await note('failed', 'Disco ainda cheio.');
  expect(await notice()).toEqual({
    failed_at: expect.any(String),
    made_at: expect.any(String),
    problem: 'Disco ainda cheio.',
  });
});

it('does not count a backup with a time in the future, which is from a clock that was wrong', async () => {
  await note('made', null);
  await note('failed', 'Disco cheio.');
  await db.sql(
    `update private.backups set at = now() + interval '20 years' where outcome = 'made'`,
  );
  expect(await notice()).toMatchObject({ made_at: null, problem: 'Disco cheio.' });
  await db.sql(`update private.backups set at = now() + interval '20 years'`);
  expect(await notice()).toEqual({ failed_at: null, made_at: null, problem: null });
});

it('is for an Administrador only', async () => {
  for (const person of ['colaborador', 'loginWithoutProfile', 'anon'] as const) {
    expect((await db.attempt(person, 'select public.backup_notice()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
    expect((await db.attempt(person, 'select from private.backups')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
  }
});
