import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * Waits for a recovery mail to this address, and returns the link in the mail. `number` is 1 for the first mail.
 * Without a mail server, the backend stores mails as files, whose names sort by time. The backend responds before it
 * writes the mail, so that the response time does not reveal whether the address exists.
 */
export async function waitForRecoveryLink(
  dataDir: string,
  email: string,
  number = 1,
): Promise<string> {
  let link: string | undefined;
  const read = async () => (link = linkIn((await mailsTo(dataDir, email))[number - 1] ?? ''));
  await expect.poll(read, { message: `recovery mail to ${email}` }).toBeTruthy();
  return link ?? '';
}

async function mailsTo(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []); // the first mail creates the folder
  const written = names.filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(written.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${email}`));
}

function linkIn(mail: string): string | undefined {
  // Decode quoted-printable: it has soft line breaks, and '=' is encoded as '=3D'.
  const text = mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
  return /https?:\/\/\S+\/reset-password\?token_hash=[\w-]+&type=recovery/.exec(text)?.[0];
}
