import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { MailMessage } from '../mail/mailer.ts';
import { renderMail } from '../mail/render-mail.ts';
import type { BackgroundRunner, Platform } from '../platform.ts';
import { admitAttempt } from './attempts.ts';
import { writeAuditEntry } from './audit.ts';
import { readBody, parseEmail, optionalTextSchema } from './body.ts';
import { createValidationError } from './errors.ts';
import { makeRecoveryToken } from './recovery-tokens.ts';
import { findUserByEmail } from './users.ts';

/** Subject of the recovery mail, as in `supabase/config.toml`. */
export const RECOVERY_SUBJECT = 'Redefinir a senha da Vitrine';
const RETRIES_AFTER_MS = [2_000, 10_000];

const recovery = v.object({ email: optionalTextSchema, code_challenge: optionalTextSchema });

/**
 * Handles POST /recover. The response and its time are the same whether or not the e-mail has a login: the limits count
 * every request, and work that depends on the login runs in the background. `redirect_to` is ignored, because the mail
 * links only to the panel's own URL.
 */
export async function handleRecoveryRequest(
  platform: Platform,
  request: FastifyRequest,
  inBackground: BackgroundRunner,
) {
  const { email: given, code_challenge: challenge } = readBody(request, recovery);
  if (!given) throw createValidationError('Password recovery requires an email');
  const email = parseEmail(given);
  if (challenge) throw createValidationError('PKCE is not supported');
  const attempt = await admitAttempt(platform, request, { kind: 'recovery', email });
  await attempt.failed(); // counts every request, so that the limits do not reveal whether the e-mail has a login
  const site = siteAddress(platform, request);
  inBackground((signal) => sendRecoveryMail(platform, { email, site, signal }));
  return {};
}

/**
 * Returns the base URL of links: PUBLIC_URL, or the URL on which the server listens. Does not read the Host header,
 * which a client can forge.
 */
function siteAddress({ config }: Platform, request: FastifyRequest) {
  if (config.PUBLIC_URL) return config.PUBLIC_URL;
  const url = new URL(request.server.listeningOrigin);
  if (['0.0.0.0', '[::]'].includes(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/** Sends a recovery mail to `email`; does nothing if no login has that address. */
async function sendRecoveryMail(
  platform: Platform,
  { email, site, signal }: { email: string; site: string; signal: AbortSignal },
) {
  const { auth } = platform.databases;
  const user = await findUserByEmail(auth, email);
  if (!user) return;
  const token = await auth.transaction(async (tx) => {
    await writeAuditEntry(tx, user.id, 'user_recovery_requested');
    return makeRecoveryToken(tx, user);
  });
  const content = await renderMail('recovery', {
    SiteURL: site,
    Email: user.email,
    TokenHash: token,
  });
  await sendWithRetries(
    platform,
    { to: user.email, subject: RECOVERY_SUBJECT, ...content },
    signal,
  );
}

/**
 * Sends a mail; after a failure, retries after 2 s and after another 10 s. If the server stops during one of these
 * pauses, retries immediately, and only once.
 */
async function sendWithRetries(
  { mailer, log }: Platform,
  message: MailMessage,
  signal: AbortSignal,
) {
  for (const delay of [...RETRIES_AFTER_MS, undefined]) {
    try {
      return await mailer.send(message);
    } catch (error) {
      // Log only the reason: the mail itself contains the link.
      const reason = error instanceof Error ? error.message : String(error);
      const what = delay ? 'recovery mail not sent, trying again' : 'recovery mail not sent';
      log.error({ reason }, what);
      if (!delay || signal.aborted) return;
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
}
