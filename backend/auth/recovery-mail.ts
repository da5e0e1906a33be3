import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Message } from '../mail/envelope.ts';
import { renderMail } from '../mail/template.ts';
import type { Platform } from '../platform.ts';
import { makeRecoveryToken } from './one-time-tokens.ts';
import { siteAddress } from './redirects.ts';
import { findUserByEmail } from './users.ts';

/** As `supabase/config.toml` has it. */
export const RECOVERY_SUBJECT = 'Redefinir a senha da Vitrine';
const RETRIES_AFTER_MS = [2_000, 10_000];

/** Mails a link for a new password to the owner of `email`; does nothing when it has no login. */
export async function sendRecoveryMail(
  platform: Platform,
  request: FastifyRequest,
  { email, redirectTo, signal }: { email: string; redirectTo: string; signal: AbortSignal },
) {
  const { auth } = platform.databases;
  const user = await findUserByEmail(auth, email);
  if (!user) return;
  const token = await auth.transaction((tx) => makeRecoveryToken(tx, user));
  const site = siteAddress(platform, request);
  const query = new URLSearchParams({ token, type: 'recovery', redirect_to: redirectTo });
  const content = await renderMail('recovery', {
    SiteURL: site,
    Email: user.email,
    TokenHash: token,
    RedirectTo: redirectTo,
    ConfirmationURL: `${site}/auth/v1/verify?${query.toString()}`,
  });
  await sendPatiently(platform, { to: user.email, subject: RECOVERY_SUBJECT, ...content }, signal);
}

/** A mail server that stumbles gets two more chances, unless this server stops meanwhile. */
async function sendPatiently({ mailer, log }: Platform, message: Message, signal: AbortSignal) {
  for (const delay of [...RETRIES_AFTER_MS, undefined]) {
    try {
      return await mailer.send(message);
    } catch (error) {
      // Only the reason: the message carries the link.
      const reason = error instanceof Error ? error.message : String(error);
      log.error(
        { reason },
        delay ? 'recovery mail not sent, trying again' : 'recovery mail not sent',
      );
      if (!delay || signal.aborted) return;
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
}
