import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

/** Maximum number and age of the stored messages, so that many requests for mails cannot fill the disk. */
const LIMITS = { messages: 500, days: 7 };

/**
 * Returns a function that writes a message as an .eml file, which any mail program opens. The message can contain a
 * sign-in link, so only the server's account can read the file. The file gets its final name when it is complete. File
 * names sort by time. Each call deletes the oldest files beyond the limits.
 */
export function createOutboxWriter(dataDir: string) {
  const folder = join(dataDir, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (message: SendMailOptions) => {
    const { message: bytes } = await transport.sendMail(message);
    if (!Buffer.isBuffer(bytes)) throw new Error('The message was not composed.'); // the option `buffer: true` guarantees a Buffer
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${nameAt(Date.now())}-${randomBytes(4).toString('hex')}`;
    const draft = join(folder, `.${name}.draft`);
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, join(folder, `${name}.eml`));
    await removeOldest(folder);
  };
}

async function removeOldest(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  const tooOld = nameAt(Date.now() - LIMITS.days * 86_400_000);
  const beyond = names.length - LIMITS.messages;
  const gone = names.filter((name, index) => index < beyond || name < tooOld);
  await Promise.all(gone.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * Deletes the messages in the outbox whose recipient has no login. The links in these messages do not work, and each
 * message contains personal data.
 * @param known returns those of the given addresses that have a login
 */
export async function deleteMailsToUnknownLogins(
  dataDir: string,
  known: (addresses: string[]) => Promise<ReadonlySet<string>>,
) {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const recipients = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const [, address] = TO.exec(text) ?? [];
    if (address) recipients.set(name, address.toLowerCase());
  }
  if (recipients.size === 0) return;
  const addresses = await known([...new Set(recipients.values())]);
  for (const [name, address] of recipients)
    if (!addresses.has(address)) await rm(join(folder, name), { force: true });
}

const TO = /^To: .*?([^\s<>"]+@[^\s<>"]+)/im;

function nameAt(time: number) {
  return new Date(time).toISOString().replaceAll(':', '-');
}
