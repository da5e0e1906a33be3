import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { envelope } from './envelope.ts';
import type { Envelope, Message } from './envelope.ts';
import { putIntoOutbox } from './outbox.ts';

/** Hands one message over. It has left, or lies in the outbox, when the promise is kept. */
export type Mailer = { send(message: Message): Promise<void> };

/** Far more than a mail server needs, far less than a caller waits for ever. */
const SMTP_TIMEOUT_MS = 20_000;

/** By SMTP_URL when there is one; otherwise a file for each message in DATA_DIR/outbox. */
export function createMailer(config: Config & { dataDir: string }, log: FastifyBaseLogger): Mailer {
  const deliver = config.smtpUrl ? bySmtp(config.smtpUrl) : putIntoOutbox(config.dataDir);
  return {
    async send(message) {
      await deliver(envelope(config.mailFrom, message));
      log.info({ subject: message.subject }, 'mail handed over');
    },
  };
}

function bySmtp(url: string) {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    dnsTimeout: SMTP_TIMEOUT_MS,
  });
  return async (message: Envelope) => {
    await transport.sendMail(message);
  };
}
