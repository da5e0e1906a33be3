import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createMailer } from './mailer.ts';
import { deleteMailsToUnknownLogins } from './outbox.ts';
import { startTestMailServer, type TestMailServer } from './testing/test-mail-server.ts';

const message = {
  to: 'ana@vitrine.exemplo',
  subject: 'Redefinição · ação',
  html: '<p>Olá, ação</p>',
  text: 'Olá, ação',
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function mailer(env: Record<string, string> = {}) {
  const config = readConfig({ MAIL_FROM: 'Vitrine <nao-responda@vitrine.exemplo>', ...env });
  return createMailer({ ...config, DATA_DIR: dataDir }, pino({ level: 'silent' }));
}

describe('without a mail server', () => {
  it('writes each complete message into the outbox, readable by the server only', async () => {
    await mailer().send(message);
    await mailer().send(message);

    const names = await readdir(join(dataDir, 'outbox'));
    expect(names).toHaveLength(2);
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-.*\.eml$/);
      expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
  });

  it('writes sender, recipient, subject and both formats', async () => {
    await mailer().send(message);

    const [name = ''] = await readdir(join(dataDir, 'outbox'));
    const eml = await readFile(join(dataDir, 'outbox', name), 'utf8');
    expect(eml).toMatch(/^From: Vitrine <nao-responda@vitrine\.exemplo>$/m);
    expect(eml).toMatch(/^To: ana@vitrine\.exemplo$/m);
    expect(eml).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(eml).toContain('Content-Type: multipart/alternative');
    expect(eml).toContain('Content-Type: text/plain; charset=utf-8');
    expect(eml).toContain('Content-Type: text/html; charset=utf-8');
    expect(eml).toMatch(/^Auto-Submitted: auto-generated$/m);
  });
});

describe('the outbox', () => {
  it('deletes messages to addresses without a login', async () => {
    await mailer().send(message);
    await mailer().send({ ...message, to: 'foi.embora@vitrine.exemplo' });
    const queries: string[][] = [];
    const known = async (addresses: string[]) => {
      queries.push(addresses);
      return new Set(['ana@vitrine.exemplo']);
    };
    await deleteMailsToUnknownLogins(dataDir, known);
    const [left = '', ...others] = await readdir(join(dataDir, 'outbox'));
    expect(others).toEqual([]);
    expect(await readFile(join(dataDir, 'outbox', left), 'utf8')).toContain('ana@vitrine.exemplo');
    expect(queries[0]?.toSorted()).toEqual(['ana@vitrine.exemplo', 'foi.embora@vitrine.exemplo']);

    await deleteMailsToUnknownLogins(join(dataDir, 'nowhere'), known);
    expect(queries).toHaveLength(1);
  });

  it('stores the newest 500 messages of seven days', async () => {
    const outbox = join(dataDir, 'outbox');
    await mkdir(outbox);
    const at = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * 86_400_000).toISOString().replaceAll(':', '-');
    const put = (daysAgo: number, name: string) =>
      writeFile(join(outbox, `${at(daysAgo)}-${name}.eml`), 'x');
    await put(7.1, 'antiga');
    await put(6.9, 'recente');
    await mailer().send(message);
    expect((await readdir(outbox)).join()).toMatch(/^(?!.*antiga).*recente/);

    for (let index = 0; index < 600; index += 1) await put(1, String(index).padStart(3, '0'));
    await mailer().send(message);
    const stored = (await readdir(outbox)).toSorted();
    expect(stored).toHaveLength(500);
    expect(stored.join()).not.toContain('recente');
    expect(await readFile(join(outbox, stored.at(-1) ?? ''), 'utf8')).toContain('ana@vitrine');
  });
});

describe('with a mail server', () => {
  let smtp: TestMailServer;
  beforeEach(async () => {
    smtp = await startTestMailServer();
  });
  afterEach(() => smtp.stop());

  it('sends the message to it and stores no copy', async () => {
    await mailer({ SMTP_URL: smtp.url }).send(message);

    expect(smtp.deliveries).toMatchObject([
      { from: 'nao-responda@vitrine.exemplo', to: ['ana@vitrine.exemplo'] },
    ]);
    await expect(readdir(join(dataDir, 'outbox'))).rejects.toThrow('ENOENT');
  });

  it('fails when the server refuses, and when there is none', async () => {
    smtp.refuse(1);
    await expect(mailer({ SMTP_URL: smtp.url }).send(message)).rejects.toThrow('451');

    await smtp.stop();
    await expect(mailer({ SMTP_URL: smtp.url }).send(message)).rejects.toThrow('ECONNREFUSED');
  });

  it.each([
    ['a second line', 'ana@vitrine.exemplo\r\nBcc: eva@mal.exemplo'],
    ['a second address', 'ana@vitrine.exemplo, eva@mal.exemplo'],
    ['a name that hides an address', 'eva@mal.exemplo <ana@vitrine.exemplo>'],
    ['a group', 'todos: eva@mal.exemplo;'],
    ['no address', 'ana'],
  ])('sends nothing to a recipient that is %s', async (_, to) => {
    await expect(mailer({ SMTP_URL: smtp.url }).send({ ...message, to })).rejects.toThrow(
      'recipient',
    );

    expect(smtp.deliveries).toEqual([]);
  });

  it('sends nothing with a subject that would add headers', async () => {
    const subject = 'Oi\r\nBcc: eva@mal.exemplo';

    await expect(mailer({ SMTP_URL: smtp.url }).send({ ...message, subject })).rejects.toThrow(
      'subject',
    );

    expect(smtp.deliveries).toEqual([]);
  });
});
