import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { writeAuditEntry } from './audit.ts';
import { readBody, optionalTextSchema } from './body.ts';
import { createAuthError, createValidationError, createRateLimitError } from './errors.ts';
import { endAllSessions, endOtherSessions, getClientIp, raiseSessionToAal2 } from './sessions.ts';
import { requireCaller, UUID_PATTERN } from './user.ts';
import type { User } from './users.ts';

// This file handles GoTrue's endpoints of the second factor (internal/api/mfa.go). A factor is TOTP (RFC 6238) with six
// digits, time steps of 30 s, and SHA-1.

const ISSUER = 'Vitrine';
const PERIOD_SECONDS = 30;
const CHALLENGE_SECONDS = 300;
const MAX_FACTORS = 10;
const CHALLENGES_A_MINUTE = 15;
/** Maximum length of an issuer in characters, so that a QR code can hold the issuer and the longest e-mail. */
const ISSUER_LENGTH = 64;
/** Maximum length of a factor's name in characters, because every token response repeats the names. */
const NAME_LENGTH = 255;
const HOOK = 'public.mfa_verification_attempt_hook';

type Factor = { id: string; status: 'verified' | 'unverified'; secret: string };

const enrolment = v.object({
  factor_type: optionalTextSchema,
  friendly_name: optionalTextSchema,
  issuer: optionalTextSchema,
});

/**
 * Handles POST /factors: creates a TOTP secret, which has no effect until one of its codes is verified. The audit log
 * contains neither enrolments nor removals of unverified factors: otherwise a client could write entries without limit.
 */
export async function enrolFactor(platform: Platform, request: FastifyRequest) {
  const { user, session } = await requireCaller(platform, request);
  const { factor_type: type, friendly_name: name, issuer } = readBody(request, enrolment);
  if (type === 'phone' || type === 'webauthn') {
    const word = type === 'phone' ? 'Phone' : 'WebAuthn';
    throw createAuthError(
      422,
      `mfa_${type}_enroll_not_enabled`,
      `MFA enroll is disabled for ${word}`,
    );
  }
  if (type !== 'totp')
    throw createValidationError('factor_type needs to be totp, phone, or webauthn');
  demandShortText('friendly_name', name, NAME_LENGTH);
  demandShortText('issuer', issuer, ISSUER_LENGTH);
  const id = randomUUID();
  const secret = new Secret({ size: 20 });
  const totp = totpOf(secret, { issuer: issuer || ISSUER, label: user.email });
  await platform.databases.auth.transaction(async (tx) => {
    // Lock the login; `raise_session` locks the same row. Without the lock, concurrent enrolments could exceed
    // MAX_FACTORS. Also, a session without the second factor could add a factor to a user who has just verified one.
    await tx.query('select from auth.users where id = $1 for update', [user.id]);
    await tx.query(
      `delete from auth.mfa_factors f where user_id = $1 and status = 'unverified'
        and created_at < now() - interval '5 minutes'
        and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
      [user.id],
    );
    const { rows } = await tx.query<{ friendly_name: string | null; is_verified: boolean }>(
      `select friendly_name, status = 'verified' as is_verified from auth.mfa_factors where user_id = $1`,
      [user.id],
    );
    if (rows.some((factor) => (factor.friendly_name ?? '') === name)) {
      const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
      throw createAuthError(422, 'mfa_factor_name_conflict', message);
    }
    if (rows.length >= MAX_FACTORS) {
      const message = 'Maximum number of verified factors reached, unenroll to continue';
      throw createAuthError(422, 'too_many_enrolled_mfa_factors', message);
    }
    if (session.aal === 'aal1' && rows.some((factor) => factor.is_verified))
      throw createAuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    await tx.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
      [id, user.id, name, secret.base32],
    );
  });
  const uri = totp.toString();
  const qrCode = renderSVG(uri, { border: 2 });
  return {
    id,
    type,
    friendly_name: name,
    totp: { qr_code: qrCode, secret: secret.base32, uri },
  };
}

function demandShortText(field: string, value: string, length: number) {
  // PostgreSQL cannot store the character NUL, and a URI cannot contain half a surrogate pair.
  if (value.length <= length && !value.includes('\0') && value.isWellFormed()) return;
  throw createValidationError(`${field} needs to be a text of at most ${length} characters`);
}

/** Handles POST /factors/:id/challenge: creates a challenge, which `verifyFactor` accepts for five minutes. */
export async function challengeFactor(platform: Platform, request: FastifyRequest) {
  const { user } = await requireCaller(platform, request);
  const { auth } = platform.databases;
  const factor = await factorOf(auth, user, request);
  const { rows: recent } = await auth.query<{ count: number }>(
    `select count(*)::integer as count from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
      where f.user_id = $1 and c.created_at > now() - interval '1 minute'`,
    [user.id],
  );
  if ((recent[0]?.count ?? 0) >= CHALLENGES_A_MINUTE)
    throw createRateLimitError('over_request_rate_limit', 60);
  const { rows } = await auth.query<{ id: string; expires_at: number }>(
    `with challenged as (
        update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1 returning id
      )
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select gen_random_uuid(), id, now(), coalesce($2::inet, '0.0.0.0') from challenged
      returning id, floor(extract(epoch from created_at) + ${CHALLENGE_SECONDS})::integer as expires_at`,
    [factor.id, getClientIp(request)],
  );
  const [challenge] = rows;
  if (!challenge) throw createAuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return { id: challenge.id, type: 'totp', expires_at: challenge.expires_at };
}

const proof = v.object({
  challenge_id: v.nullish(
    v.pipe(v.string(), v.regex(UUID_PATTERN, 'uuid: incorrect UUID format')),
    '',
  ),
  code: optionalTextSchema,
});

/**
 * Handles POST /factors/:id/verify: checks a code, verifies the factor, raises the session to aal2, and ends the user's
 * sessions without a second factor. If the hook rejects the attempt, ends all sessions of the user instead.
 */
export async function verifyFactor(platform: Platform, request: FastifyRequest) {
  const { user, session } = await requireCaller(platform, request);
  const { auth } = platform.databases;
  const factor = await factorOf(auth, user, request);
  const { challenge_id: challengeId, code } = readBody(request, proof);
  if (!code) throw createValidationError('Code needs to be non-empty');
  await demandChallenge(auth, factor, challengeId, getClientIp(request));
  const isValid = await spendCode(auth, factor, code);
  const rejection = await callHook(auth, { user, factor, isValid });
  if (rejection) {
    await endAllSessions(auth, user.id);
    throw createAuthError(403, 'mfa_verification_rejected', rejection);
  }
  if (!isValid) throw createAuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  return auth.transaction(async (tx) => {
    const { rows } = await tx.query(
      'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null returning id',
      [challengeId],
    );
    if (!rows[0]) throw mismatch();
    await writeAuditEntry(tx, user.id, 'verify_factor');
    return raiseSessionToAal2(platform, tx, { id: session.id, factorId: factor.id });
  });
}

/**
 * Handles DELETE /factors/:id. If the factor was verified, ends the user's other sessions, whereas GoTrue lowers these
 * sessions to aal1. Lowers the caller's session to aal1 if this factor had raised it.
 */
export async function removeFactor(platform: Platform, request: FastifyRequest) {
  const { user, session } = await requireCaller(platform, request);
  const factor = await factorOf(platform.databases.auth, user, request);
  const isVerified = factor.status === 'verified';
  if (isVerified && session.aal === 'aal1')
    throw createAuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await platform.databases.auth.transaction(async (tx) => {
    await tx.query('delete from auth.mfa_factors where id = $1', [factor.id]);
    if (!isVerified) return;
    await writeAuditEntry(tx, user.id, 'unenroll_factor');
    await endOtherSessions(tx, session);
    await tx.query(
      `with lowered as (
          update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id
        )
        delete from auth.mfa_amr_claims where authentication_method = 'totp'
          and session_id in (select id from lowered)`,
      [factor.id],
    );
  });
  return { id: factor.id };
}

async function factorOf(auth: Database, user: User, request: FastifyRequest): Promise<Factor> {
  const { id } = request.params as { id: string }; // the route has this parameter
  if (!UUID_PATTERN.test(id))
    throw createAuthError(404, 'validation_failed', 'factor_id must be an UUID');
  const { rows } = await auth.query<Factor>(
    `select id, status, secret from auth.mfa_factors where id = $1 and user_id = $2 and factor_type = 'totp'`,
    [id, user.id],
  );
  if (!rows[0]) throw createAuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return rows[0];
}

async function demandChallenge(
  auth: Database,
  { id }: Factor,
  challenge: string,
  ip: string | null,
) {
  const { rows } = await auth.query<{ is_over: boolean; is_used: boolean; is_elsewhere: boolean }>(
    `select created_at <= now() - interval '${CHALLENGE_SECONDS} seconds' as is_over, verified_at is not null as is_used,
        ip_address <> coalesce($3::inet, '0.0.0.0') as is_elsewhere
      from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [challenge || null, id, ip],
  );
  const [found] = rows;
  if (!found) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw createAuthError(422, 'mfa_factor_not_found', message);
  }
  if (found.is_used || found.is_elsewhere) throw mismatch();
  if (!found.is_over) return;
  await auth.query('delete from auth.mfa_challenges where id = $1', [challenge]);
  const message = `MFA challenge ${challenge} has expired, verify against another challenge or create a new challenge.`;
  throw createAuthError(422, 'mfa_challenge_expired', message);
}

function mismatch() {
  const message = 'Challenge and verify IP addresses mismatch.';
  return createAuthError(422, 'mfa_ip_address_mismatch', message);
}

/**
 * Records the time step of a valid code, so that the code is accepted only once.
 * @returns whether the code belongs to the current, the previous or the next time step, and is newer than the last
 * accepted code
 */
async function spendCode(auth: Database, factor: Factor, code: string) {
  const timestamp = Date.now();
  const secret = Secret.fromBase32(factor.secret);
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const { rows } = await auth.query(
    `insert into vitrine_backend.used_codes as used (factor_id, step) values ($1, $2)
      on conflict (factor_id) do update set step = excluded.step where used.step < excluded.step
      returning step`,
    [factor.id, step],
  );
  return rows.length > 0;
}

/**
 * Reports a verification attempt to the hook, which can reject the attempt even if the code is valid.
 * @returns the hook's reason for the rejection; undefined if the hook does not reject the attempt
 */
async function callHook(
  auth: Database,
  { user, factor, isValid }: { user: User; factor: Factor; isValid: boolean },
) {
  const event = { user_id: user.id, factor_id: factor.id, factor_type: 'totp', valid: isValid };
  const { rows } = await auth.query<{ verdict: { decision: string; message?: string } }>(
    `select ${HOOK}($1::jsonb) as verdict`,
    [JSON.stringify(event)],
  );
  const verdict = rows[0]?.verdict;
  if (verdict?.decision !== 'reject') return undefined;
  return verdict.message || 'Further MFA verification attempts will be rejected.';
}

function totpOf(secret: Secret, names: { issuer?: string; label?: string } = {}) {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
}
