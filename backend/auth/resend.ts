import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { readBody, readEmail, text } from './body.ts';
import { authError } from './errors.ts';

const wanted = v.object({ type: text, email: text, phone: text });

const BY_EMAIL = ['signup', 'email_change'];
const BY_PHONE = ['sms', 'phone_change'];

/**
 * POST /resend. Sign-up confirms at once and no e-mail changes, so there is never a mail to send
 * again: the answer is GoTrue's for a confirmed login, which is also its answer for an unknown one.
 */
export function resend(request: FastifyRequest) {
  const { type, email, phone } = readBody(request, wanted);
  if (![...BY_EMAIL, ...BY_PHONE].includes(type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (type === 'signup' && !email) throw invalid('Type provided requires an email address');
  if (type === 'sms' && !phone) throw invalid('Type provided requires a phone number');
  if (email && phone) throw invalid('Only an email address or phone number should be provided.');
  if (phone) throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  if (!email) throw invalid('Missing email address or phone number');
  readEmail(email);
  return {};
}

function invalid(message: string) {
  return authError(400, 'validation_failed', message);
}
