import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { toClientAddress } from '../address.ts';
import type { Platform } from '../platform.ts';
import { userMetadataSchema, readBody, parseEmail, optionalTextSchema } from './body.ts';
import { createAuthError, createValidationError } from './errors.ts';
import { callBeforeUserCreatedHook } from './before-user-created.ts';
import { requireStrongPassword, hashPassword } from './passwords.ts';
import { startSession } from './sessions.ts';
import { queuePasswordWork } from './password-queue.ts';
import { findUserByEmail, insertUser } from './users.ts';

const newLogin = v.object({
  email: optionalTextSchema,
  phone: optionalTextSchema,
  password: optionalTextSchema,
  data: userMetadataSchema,
});

/**
 * Handles POST /signup. E-mail confirmation is off, so the response is a session. The hook runs before the e-mail is
 * looked up, so a refused caller cannot learn which e-mails exist.
 */
export async function handleSignUp(platform: Platform, request: FastifyRequest) {
  const { email: given, phone, password, data } = readBody(request, newLogin);
  if (!given && !phone) {
    throw createAuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!password) throw createValidationError('Signup requires a valid password');
  if (given && phone) {
    const message = 'Only an email address or phone number should be provided on signup.';
    throw createValidationError(message);
  }
  if (phone) throw createAuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const email = parseEmail(given);
  await requireStrongPassword(password, { email, name: data['name'] });
  return queuePasswordWork(toClientAddress(request), () =>
    makeLogin(platform, request, { email, password, data }),
  );
}

async function makeLogin(
  platform: Platform,
  request: FastifyRequest,
  { email, password, data }: { email: string; password: string; data: Record<string, unknown> },
) {
  const { signIn: auth } = platform.databases;
  await callBeforeUserCreatedHook(auth, request, { email, metadata: data });
  if (await findUserByEmail(auth, email)) throw alreadyRegistered();
  const passwordHash = await hashPassword(password, platform.config.PASSWORD_COST);
  return auth.transaction(async (tx) => {
    const userId = await insertUser(tx, { email, passwordHash, metadata: data });
    if (!userId) throw alreadyRegistered();
    return startSession(platform, tx, { userId, proof: 'password', request });
  });
}

function alreadyRegistered() {
  return createAuthError(422, 'user_already_exists', 'User already registered');
}
