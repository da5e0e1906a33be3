import type { TestDatabase } from './database.ts';

type Proof = { aal?: 'aal1' | 'aal2'; isRequired?: true };

/** The assurance levels of staff: without a second factor, and with one, with and without its code. */
export const LEVELS: readonly (Proof & { level: string; isProved: boolean })[] = [
  { level: 'without a second factor', isProved: true },
  { level: 'at aal2', aal: 'aal2', isProved: true },
  { level: 'at aal1 with a second factor', aal: 'aal1', isProved: false },
  { level: 'without a second factor that is required', isRequired: true, isProved: false },
  { level: 'at aal2, which is required', isRequired: true, aal: 'aal2', isProved: true },
];

/** Gives all staff a verified factor, and their sessions the level; or requires a factor of them. */
export async function setLevel(db: Pick<TestDatabase, 'sql'>, { aal, isRequired }: Proof) {
  if (isRequired) await db.sql(`update public.factor_rule set required_of = 'todos'`);
  if (!aal) return;
  await db.sql(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from public.profiles`);
  await db.sql('update auth.sessions set aal = $1', [aal]);
}
