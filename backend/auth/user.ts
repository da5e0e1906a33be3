import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Queryable } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { userAnswer } from './answers.ts';
import { readBody, text } from './body.ts';
import { callerOf } from './caller.ts';
import { authError } from './errors.ts';
import { demandPasswordStrength, hashPassword, passwordMatches } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import { findUserById, type User } from './users.ts';

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
  demandPasswordStrength(password);
  if (await passwordMatches(password, user.encrypted_password)) {
    throw authError(
      422,
      'same_password',
      'New password should be different from the old password.',
    );
  }
  const passwordHash = await hashPassword(password);
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
  if (data) throw authError(400, 'validation_failed', 'Updating data is not supported');
  if (phone) throw authError(400, 'validation_failed', 'Updating phone is not supported');
  if (email && email.toLowerCase() !== user.email) {
    throw authError(400, 'validation_failed', 'Updating email is not supported');
  }
}

async function storePassword(tx: Queryable, userId: string, passwordHash: string) {
  await tx.query(
    `update auth.users set encrypted_password = $2, updated_at = now(), recovery_token = '', recovery_sent_at = null
      where id = $1`,
    [userId, passwordHash],
  );
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}
