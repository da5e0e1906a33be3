import type { TestDatabase } from './database.ts';

/** How far staff have proved who they are: without a second factor, with one and its code, or with one and no code yet. */
export const LEVELS = [
  { level: 'without a second factor', isProved: true },
  { level: 'at aal2', aal: 'aal2', isProved: true },
  { level: 'at aal1 with a second factor', aal: 'aal1', isProved: false },
] as const;
export type Level = (typeof LEVELS)[number];

/** Gives all staff a verified factor, and their sessions the level. */
export async function setLevel(db: TestDatabase, level: Level) {
  if (!('aal' in level)) return;
  await db.sql(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from public.profiles`);
  await db.sql('update auth.sessions set aal = $1', [level.aal]);
}
