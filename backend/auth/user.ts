import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { addressOf } from '../address.ts';
import type { Platform } from '../platform.ts';
import { userAnswer } from './answers.ts';
import { readBody, text } from './body.ts';
import { callerOf } from './caller.ts';
import { authError, invalid } from './errors.ts';
import { demandPasswordStrength, hashPassword, passwordMatches } from './passwords.ts';
import { endAllSessions, endOtherSessions, endSession } from './sessions.ts';
import { inTurn } from './turns.ts';
import { findUserById, ownerOf, storePassword, type User } from './users.ts';

/** GET /user */
export async function readUser(platform: Platform, request: FastifyRequest) {
  const { user } = await callerOf(platform, request);
  return userAnswer(user);
}

/** `current_password` is accepted and not checked: this platform does not demand it. */
const changes = v.object({
  password: v.nullish(v.string()),
  email: text,
  phone: text,
  data: v.nullish(v.unknown()),
  app_metadata: v.nullish(v.unknown()),
});

/** PUT /user: a new password. It ends the user's other sessions and his unused recovery links. */
export async function updateUser(platform: Platform, request: FastifyRequest) {
  const { user, session } = await callerOf(platform, request);
  const { password, ...rest } = readBody(request, changes);
  refuseOtherChanges(rest, user);
  if (password === null || password === undefined) return userAnswer(user);
  await demandPasswordStrength(password, ownerOf(user));
  const passwordHash = await inTurn(addressOf(request), async () => {
    if (!(await passwordMatches(password, user.encrypted_password))) return hashPassword(password);
    const message = 'New password should be different from the old password.';
    throw authError(422, 'same_password', message);
  });
  const changed = await platform.databases.auth.transaction(async (tx) => {
    await storePassword(tx, user.id, passwordHash);
    await endOtherSessions(tx, session);
    return findUserById(tx, user.id);
  });
  if (!changed) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return userAnswer(changed);
}

function refuseOtherChanges(
  { email, phone, data, app_metadata }: Omit<v.InferOutput<typeof changes>, 'password'>,
  user: User,
) {
  if (app_metadata)
    throw authError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (data) throw unsupported('data');
  if (phone) throw unsupported('phone');
  if (email && email.toLowerCase() !== user.email) throw unsupported('email');
}

function unsupported(what: string) {
  return invalid(`Updating ${what} is not supported`);
}

/** POST /logout?scope=global|local|others; global when it says nothing. */
export async function logout(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { user, session } = await callerOf(platform, request);
  const { scope = '' } = request.query as { scope?: unknown }; // Fastify's own parser: an object
  const { auth } = platform.databases;
  if (scope === '' || scope === 'global') await endAllSessions(auth, user.id);
  else if (scope === 'local') await endSession(auth, session.id);
  else if (scope === 'others') await endOtherSessions(auth, session);
  else throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
  return reply.code(204).send();
}
