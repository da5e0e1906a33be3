import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Envelope } from './envelope.ts';

/**
 * Writes messages as .eml files that any mail program opens. They carry sign-in links, so only the
 * server's own user may read them. A file appears whole: names sort by time.
 */
export function putIntoOutbox(dataDir: string) {
  const folder = join(dataDir, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (message: Envelope) => {
    const { message: bytes } = await transport.sendMail(message);
    if (!Buffer.isBuffer(bytes)) throw new Error('The message was not composed.'); // `buffer: true` says it is
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
    const draft = join(folder, `.${name}.draft`);
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, join(folder, `${name}.eml`));
  };
}
