import type { TestDatabase } from './database.ts';

type Assurance = { aal?: 'aal1' | 'aal2'; isRequired?: true };

/**
 * Test cases: assurance level (`aal`) of the sessions of staff, whether a second factor is required, and whether a
 * session has access to data.
 */
export const ASSURANCE_CASES: readonly (Assurance & { level: string; hasAccess: boolean })[] = [
  { level: 'without a second factor', hasAccess: true },
  { level: 'at aal2', aal: 'aal2', hasAccess: true },
  { level: 'at aal1 with a second factor', aal: 'aal1', hasAccess: false },
  { level: 'without a second factor that is required', isRequired: true, hasAccess: false },
  { level: 'at aal2, which is required', isRequired: true, aal: 'aal2', hasAccess: true },
];

/**
 * Changes the second factors of staff.
 * - `isRequired`: requires a second factor of all staff
 * - `aal`: gives every user a verified factor, and every session this assurance level
 */
export async function configureSecondFactors(
  db: Pick<TestDatabase, 'sql'>,
  { aal, isRequired }: Assurance,
) {
  if (isRequired) await db.sql(`update public.factor_rule set required_of = 'todos'`);
  if (!aal) return;
  await db.sql(`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from public.profiles`);
  await db.sql('update auth.sessions set aal = $1', [aal]);
}
