import type { TestDatabase } from './database.ts';

/** How far staff have proved who they are: with and without a second factor, and with the code of it or not. */
export const LEVELS = [
  { level: 'without a second factor', isProved: true },
  { level: 'at aal2', aal: 'aal2', isProved: true },
  { level: 'at aal1 with a second factor', aal: 'aal1', isProved: false },
  { level: 'without a second factor that is required', isRequired: true, isProved: false },
  { level: 'at aal2, which is required', isRequired: true, aal: 'aal2', isProved: true },
] as const;
export type Level = (typeof LEVELS)[number];

/** Gives all staff a verified factor, and their sessions the level; or requires one of them. */
export async function setLevel(db: TestDatabase, level: Level) {
  if ('isRequired' in level) await db.sql(`update public.factor_rule set required_of = 'todos'`);
  if (!('aal' in level)) return;
  await db.sql(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from public.profiles`);
  await db.sql('update auth.sessions set aal = $1', [level.aal]);
}
