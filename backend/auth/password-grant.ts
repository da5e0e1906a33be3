import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Platform } from '../platform.ts';
import { admit } from './attempts.ts';
import { readBody, text } from './body.ts';
import { authError } from './errors.ts';
import { passwordMatches, weaknessOf } from './passwords.ts';
import { startSession } from './sessions.ts';
import { findUserByEmail, isBanned } from './users.ts';

const credentials = v.object({ email: text, phone: text, password: text });

/**
 * An unknown e-mail, a wrong password and a login without password answer alike, and take as long.
 */
export async function grantByPassword(platform: Platform, request: FastifyRequest) {
  const { email, phone, password } = readBody(request, credentials);
  if (email && phone) {
    throw authError(
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (phone) throw authError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw authError(400, 'validation_failed', 'missing email or phone');

  const { auth } = platform.databases;
  const attempt = await admit(auth, platform.config.limits, {
    kind: 'sign-in',
    email,
    ip: request.ip,
  });
  const user = email.includes('\0') ? undefined : await findUserByEmail(auth, email);
  if (!(await passwordMatches(password, user?.encrypted_password)) || !user) {
    await attempt.failed();
    throw authError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  await attempt.succeeded();
  if (isBanned(user)) throw authError(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) throw authError(400, 'email_not_confirmed', 'Email not confirmed');

  const answer = await auth.transaction((tx) =>
    startSession(platform, tx, { userId: user.id, proof: 'password', request }),
  );
  const weakness = weaknessOf(password);
  return weakness ? { ...answer, weak_password: weakness } : answer;
}
