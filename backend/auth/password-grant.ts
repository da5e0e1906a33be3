import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { toClientAddress } from '../address.ts';
import type { Platform } from '../platform.ts';
import { admitAttempt } from './attempts.ts';
import type { SignInFailureRecorder } from './audit.ts';
import { readBody, optionalTextSchema } from './body.ts';
import { AuthError, createAuthError, createValidationError } from './errors.ts';
import {
  hashPassword,
  hasLowerHashCost,
  isCorrectPassword,
  findPasswordWeakness,
} from './passwords.ts';
import { startSession } from './sessions.ts';
import { queuePasswordWork } from './password-queue.ts';
import {
  findUserByEmail,
  lockLoginAndReadHash,
  toPasswordOwner,
  upgradePasswordHash,
} from './users.ts';

const credentials = v.object({
  email: optionalTextSchema,
  phone: optionalTextSchema,
  password: optionalTextSchema,
});

/** Handles POST /token?grant_type=password. Records failed and refused sign-ins in the activity. */
export async function grantByPassword(
  platform: Platform,
  request: FastifyRequest,
  noteFailure: SignInFailureRecorder,
) {
  const { email, phone, password } = readBody(request, credentials);
  if (email && phone) {
    const message = 'Only an email address or phone number should be provided on login.';
    throw createValidationError(message);
  }
  if (phone) throw createAuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw createValidationError('missing email or phone');
  return queuePasswordWork(toClientAddress(request), () =>
    signIn(platform, request, email, password).catch((error: unknown) => {
      if (error instanceof AuthError) noteFailure(email, error);
      throw error;
    }),
  );
}

/**
 * Checks the password and opens a session. An unknown e-mail, a wrong password and a login without a password get the
 * same response in the same time.
 */
async function signIn(
  platform: Platform,
  request: FastifyRequest,
  email: string,
  password: string,
) {
  const { signIn: auth } = platform.databases;
  const attempt = await admitAttempt(platform, request, { kind: 'sign-in', email });
  const user = email.includes('\0') ? undefined : await findUserByEmail(auth, email);
  const cost = platform.config.PASSWORD_COST;
  if (!(await isCorrectPassword(password, user?.encrypted_password, cost)) || !user) {
    await attempt.failed();
    throw wrongCredentials();
  }
  if (user.is_banned || !user.is_confirmed) {
    await attempt.succeeded(auth);
    if (user.is_banned) throw createAuthError(400, 'user_banned', 'User is banned');
    throw createAuthError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  const { encrypted_password: stored } = user;
  const raised =
    stored && hasLowerHashCost(stored, cost) ? await hashPassword(password, cost) : undefined;
  const response = await auth.transaction(async (tx) => {
    // Lock the login and read its hash again. The check of the password is slow: if the password has changed meanwhile,
    // the old password must not open a session.
    const present = await lockLoginAndReadHash(tx, user.id);
    if (present !== stored && !(await isCorrectPassword(password, present, cost))) return undefined;
    await attempt.succeeded(tx);
    if (raised) await upgradePasswordHash(tx, user.id, { stored, raised });
    return startSession(platform, tx, { userId: user.id, proof: 'password', request });
  });
  if (!response) {
    await attempt.failed();
    throw wrongCredentials();
  }
  const weakness = await findPasswordWeakness(password, toPasswordOwner(user));
  return weakness ? { ...response, weak_password: weakness } : response;
}

function wrongCredentials() {
  return createAuthError(400, 'invalid_credentials', 'Invalid login credentials');
}
