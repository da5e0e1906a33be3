import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { toClientAddress } from '../address.ts';
import type { Platform } from '../platform.ts';
import { admitAttempt } from './attempts.ts';
import type { SignInFailureRecorder } from './audit.ts';
import { readBody, textOrEmpty } from './body.ts';
import { AuthError, authError, validationFailed } from './errors.ts';
import { hashPassword, isBelowCost, passwordMatches, findWeakness } from './passwords.ts';
import { startSession } from './sessions.ts';
import { queuePasswordWork } from './password-queue.ts';
import { findUserByEmail, lockPassword, toPasswordOwner, upgradeHash } from './users.ts';

const credentials = v.object({ email: textOrEmpty, phone: textOrEmpty, password: textOrEmpty });

/** Handles POST /token?grant_type=password. Records failed and refused sign-ins in the activity. */
export async function grantByPassword(
  platform: Platform,
  request: FastifyRequest,
  noteFailure: SignInFailureRecorder,
) {
  const { email, phone, password } = readBody(request, credentials);
  if (email && phone) {
    const message = 'Only an email address or phone number should be provided on login.';
    throw validationFailed(message);
  }
  if (phone) throw authError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw validationFailed('missing email or phone');
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
  if (!(await passwordMatches(password, user?.encrypted_password, cost)) || !user) {
    await attempt.failed();
    throw wrongCredentials();
  }
  if (user.is_banned || !user.is_confirmed) {
    await attempt.succeeded(auth);
    if (user.is_banned) throw authError(400, 'user_banned', 'User is banned');
    throw authError(400, 'email_not_confirmed', 'Email not confirmed');
  }
  const { encrypted_password: stored } = user;
  const raised =
    stored && isBelowCost(stored, cost) ? await hashPassword(password, cost) : undefined;
  const response = await auth.transaction(async (tx) => {
    // Lock and read the password again. The check is slow: if the password has changed meanwhile, the old password must
    // not open a session.
    const present = await lockPassword(tx, user.id);
    if (present !== stored && !(await passwordMatches(password, present, cost))) return undefined;
    await attempt.succeeded(tx);
    if (raised) await upgradeHash(tx, user.id, { stored, raised });
    return startSession(platform, tx, { userId: user.id, proof: 'password', request });
  });
  if (!response) {
    await attempt.failed();
    throw wrongCredentials();
  }
  const weakness = await findWeakness(password, toPasswordOwner(user));
  return weakness ? { ...response, weak_password: weakness } : response;
}

function wrongCredentials() {
  return authError(400, 'invalid_credentials', 'Invalid login credentials');
}
