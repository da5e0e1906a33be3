import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Platform } from '../platform.ts';
import { admit } from './attempts.ts';
import { readBody, readEmail, text } from './body.ts';
import { authError } from './errors.ts';
import { sendRecoveryMail } from './recovery-mail.ts';
import { safeRedirect } from './redirects.ts';

const recovery = v.object({ email: text, code_challenge: text });

/**
 * POST /recover. The answer, its status and the time it takes are the same whether or not the
 * e-mail has a login: the limits count every request, and what depends on the login happens after
 * the answer.
 */
export async function recover(
  platform: Platform,
  request: FastifyRequest,
  inBackground: Background,
) {
  const { email: given, code_challenge: challenge } = readBody(request, recovery);
  if (!given) throw authError(400, 'validation_failed', 'Password recovery requires an email');
  const email = readEmail(given);
  if (challenge) throw authError(400, 'validation_failed', 'PKCE is not supported');
  const { limits } = platform.config;
  const attempt = await admit(platform.databases.auth, limits, {
    kind: 'recovery',
    email,
    ip: request.ip,
    apartSeconds: limits.recoveryIntervalSeconds,
  });
  await attempt.failed(); // a request is never a success: that would tell that the e-mail exists
  const { redirect_to: wanted } = request.query as { redirect_to?: unknown }; // Fastify's own parser: an object
  const redirectTo = safeRedirect(platform, request, wanted);
  inBackground((signal) => sendRecoveryMail(platform, request, { email, redirectTo, signal }));
  return {};
}

/**
 * Runs work that the answer does not wait for. A server that stops says so by the signal, then
 * waits.
 */
export type Background = (work: (signal: AbortSignal) => Promise<void>) => void;
