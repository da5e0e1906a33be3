import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { toClientAddress } from '../address.ts';
import type { Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { writeAuditEntry } from './audit.ts';
import { readBody, optionalTextSchema } from './body.ts';
import { createAuthError, createValidationError } from './errors.ts';
import { requireStrongPassword, hashPassword, isCorrectPassword } from './passwords.ts';
import {
  endAllSessions,
  endOtherSessions,
  endSession,
  findSession,
  createSessionNotFoundError,
  type Session,
} from './sessions.ts';
import { queuePasswordWork } from './password-queue.ts';
import {
  findUserById,
  hasVerifiedFactor,
  lockLoginAndReadHash,
  toPasswordOwner,
  storePasswordHash,
  type User,
} from './users.ts';

/** Handles GET /user: returns the caller's login. */
export async function readUser(platform: Platform, request: FastifyRequest) {
  const { user } = await requireCaller(platform, request);
  return user.shown;
}

/** Schema of the body of PUT /user. `current_password` is ignored, as on the hosted platform. */
const changes = v.object({
  password: v.nullish(v.string()),
  email: optionalTextSchema,
  phone: optionalTextSchema,
  data: v.nullish(v.unknown()),
  app_metadata: v.nullish(v.unknown()),
});

/**
 * Handles PUT /user, which can only set a new password. A new password ends the user's other sessions and invalidates
 * unused recovery links.
 */
export async function updateUser(platform: Platform, request: FastifyRequest) {
  const { user, session } = await requireCaller(platform, request);
  const { password, ...rest } = readBody(request, changes);
  refuseOtherChanges(rest, user);
  if (password === null || password === undefined) return user.shown;
  demandLevel({ user, session });
  await requireStrongPassword(password, toPasswordOwner(user));
  const cost = platform.config.PASSWORD_COST;
  const passwordHash = await queuePasswordWork(toClientAddress(request), async () => {
    if (!(await isCorrectPassword(password, user.encrypted_password, cost)))
      return hashPassword(password, cost);
    const message = 'New password should be different from the old password.';
    throw createAuthError(422, 'same_password', message);
  });
  return platform.databases.auth.transaction(async (tx) => {
    // Hashing is slow. Check again: the session may have ended meanwhile, or the user may have verified a second
    // factor.
    await lockLoginAndReadHash(tx, user.id);
    demandLevel(await findCaller(tx, user.id, session.id));
    await storePasswordHash(tx, user.id, passwordHash);
    await writeAuditEntry(tx, user.id, 'user_updated_password');
    await endOtherSessions(tx, session);
    return (await requireUser(tx, user.id)).shown;
  });
}

function refuseOtherChanges(
  { email, phone, data, app_metadata }: Omit<v.InferOutput<typeof changes>, 'password'>,
  user: User,
) {
  if (app_metadata)
    throw createAuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (data) throw unsupported('data');
  if (phone) throw unsupported('phone');
  if (email && email.toLowerCase() !== user.email) throw unsupported('email');
}

function unsupported(what: string) {
  return createValidationError(`Updating ${what} is not supported`);
}

/** Refuses a session without the second factor if the user has a verified factor. */
function demandLevel({ user, session }: Caller) {
  if (session.aal !== 'aal1' || !hasVerifiedFactor(user)) return;
  const message = 'AAL2 session is required to update email or password when MFA is enabled.';
  throw createAuthError(401, 'insufficient_aal', message);
}

/**
 * Handles POST /logout?scope=global|local|others: ends all sessions of the user (the default), the caller's session, or
 * the user's other sessions.
 */
export async function logout(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { user, session } = await requireCaller(platform, request);
  const { scope = '' } = request.query as { scope?: unknown }; // Fastify parses the query into an object
  await platform.databases.auth.transaction(async (tx) => {
    const ended = await endSessions(tx, session, scope);
    // Write no entry if no session has ended: otherwise a client could write entries without limit.
    if (ended > 0) await writeAuditEntry(tx, user.id, 'logout');
  });
  return reply.code(204).send();
}

async function endSessions(tx: Queryable, session: Session, scope: unknown) {
  if (scope === '' || scope === 'global') return endAllSessions(tx, session.user_id);
  if (scope === 'local') return endSession(tx, session.id);
  if (scope === 'others') return endOtherSessions(tx, session);
  throw createValidationError(`Unsupported logout scope ${JSON.stringify(scope)}`);
}

/**
 * Returns the caller if the token is valid and its session is open (GoTrue, requireAuthentication).
 * @throws AuthError 401 no_authorization; 403 bad_jwt, user_not_found, session_not_found, user_banned; 400 bad_jwt if
 * `sub` is not a UUID
 */
export async function requireCaller(platform: Platform, request: FastifyRequest): Promise<Caller> {
  const { sub, session_id: sessionId = '' } = readClaims(request);
  if (!sub) throw createAuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!UUID_PATTERN.test(sub))
    throw createAuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  return findCaller(platform.databases.auth, sub, sessionId);
}

type Caller = { user: User; session: Session };

async function findCaller(db: Queryable, userId: string, sessionId: string): Promise<Caller> {
  const user = await requireUser(db, userId);
  const session = UUID_PATTERN.test(sessionId) ? await findSession(db, sessionId) : undefined;
  if (session?.user_id !== user.id || session.is_over) {
    throw createSessionNotFoundError();
  }
  if (user.is_banned) throw createAuthError(403, 'user_banned', 'User is banned');
  return { user, session };
}

async function requireUser(db: Queryable, id: string) {
  const user = await findUserById(db, id);
  if (!user)
    throw createAuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return user;
}

function readClaims({ headers, identity, identityFailure }: FastifyRequest) {
  if (!/^bearer \S+$/i.test(headers.authorization ?? '')) {
    throw createAuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  if (identityFailure) {
    const why =
      identityFailure.reason === 'expired_token'
        ? 'token has invalid claims: token is expired'
        : 'token is malformed';
    throw createAuthError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${why}`,
      identityFailure,
    );
  }
  return identity.claims;
}

export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
