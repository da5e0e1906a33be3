import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import { createOutboxWriter } from './outbox.ts';

export type MailMessage = { to: string; subject: string; html: string; text: string };

/**
 * The service that sends mails. `send` resolves when the mail server has accepted the message, or when the outbox
 * contains the message.
 */
export type Mailer = { send(message: MailMessage): Promise<void> };

/** Time limit of each step of an SMTP connection, far longer than any mail server needs. */
const SMTP_TIMEOUT_MS = 20_000;

/**
 * Creates a mailer. With SMTP_URL, it sends messages to this mail server. Otherwise, it writes each message to a file
 * in DATA_DIR/outbox.
 */
export function createMailer(
  config: Config & { DATA_DIR: string },
  log: FastifyBaseLogger,
): Mailer {
  const deliver = config.SMTP_URL ? bySmtp(config.SMTP_URL) : createOutboxWriter(config.DATA_DIR);
  return {
    async send(message) {
      await deliver(envelope(config.MAIL_FROM, message));
      log.info({ subject: message.subject }, 'mail handed over');
    },
  };
}

/**
 * Connects to the mail server and signs in, but sends no message.
 * @throws the mail server's error
 */
export async function verifySmtp(url: string) {
  const transport = transportTo(url);
  await transport.verify().finally(() => transport.close());
}

function transportTo(url: string) {
  return createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
  });
}

function bySmtp(url: string) {
  const transport = transportTo(url);
  return async (message: SendMailOptions) => {
    await transport.sendMail(message);
  };
}

/**
 * Returns nodemailer's options for a message. The options keep nodemailer from loading files and URLs, because
 * our templates never need this.
 * @throws when the recipient is not one address, or when the subject contains a control character
 */
function envelope(from: string, { to, subject, html, text }: MailMessage): SendMailOptions {
  if (!ONE_ADDRESS.test(to)) throw new Error('The recipient is not one e-mail address.');
  if (CONTROL.test(subject)) throw new Error('The subject has more than one line.');
  return {
    from,
    to: { name: '', address: to }, // an object, because nodemailer can split a string into several recipients
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const ONE_ADDRESS = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/;
// oxlint-disable-next-line no-control-regex -- the expression must match control characters
const CONTROL = /[\u0000-\u001f\u007f]/;
