import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBackendWithDatabase, type BackendProcess } from '../backend-process.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import { sendHttpRequest } from '../send.ts';

const TARGETS = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'https://127.0.0.1.evil.example/',
  'HTTPS://EVIL.EXAMPLE',
  'https://evil.example#@127.0.0.1',
  'https://evil.example\\@127.0.0.1',
  '%2f%2fevil.example',
  'http://①②⑦.evil.example',
  'https://evil.example\r\nSet-Cookie: a=b',
  '\thttps://evil.example',
  'https://localhost.evil.example',
  'ftp://127.0.0.1/',
];

/**
 * Checks that mails have one recipient and contain no text from the headers or `redirect_to` of the request, and that
 * links lead only to the panel.
 */
export const mailsAndLinks: Family = {
  name: 'mails and links',
  async attack({ cluster }, holds) {
    const env = {
      RECOVERY_INTERVAL_SECONDS: '0',
      FAILED_ATTEMPTS_PER_ACCOUNT: '1000',
      FAILED_ATTEMPTS_PER_ADDRESS: '1000',
    };
    const backend = await startBackendWithDatabase(cluster, env);
    try {
      await tryMails(backend, holds);
      await tryLinks(backend, holds);
    } finally {
      await backend.stop();
    }
  },
};

/**
 * Requests recovery mails with other hosts in `redirect_to`: each link must lead to /reset-password of the panel. Then
 * requests URLs that name another host: no response may redirect.
 */
async function tryLinks(backend: BackendProcess, holds: AssertionRecorder) {
  const own = new URL(backend.url);
  const targets = [
    ...TARGETS,
    `${backend.url}@evil.example/`,
    `http://x:y@${own.host}/`,
    `blob:${backend.url}/x`,
    `http://127.0.0.1:1/`,
    `https://${own.host}/`,
  ];
  const withKey = { headers: { apikey: backend.anonKey } };
  const outbox = join(backend.dataDir, 'outbox');
  const before = (await waitForMails(outbox, 1)).length;
  for (const [index, target] of targets.entries()) {
    const path = `/auth/v1/recover?redirect_to=${encodeURIComponent(target)}`;
    const body = { email: 'ana@vitrine.exemplo', redirect_to: target };
    const { status, text } = await sendHttpRequest(backend.url, 'POST', path, { body, ...withKey });
    const { length } = await waitForMails(outbox, before + index + 1);
    const isSent = status === 200 && length === before + index + 1;
    holds(`a mail is sent in spite of redirect_to ${target}`, isSent, [text, length]);
  }
  const mails = (await waitForMails(outbox, before + targets.length)).slice(before);
  for (const mail of mails) {
    const links = mail
      .replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
      .match(/\w+:\/\/[^\s"<]+/g);
    const isOwn = (link: string) => link.startsWith(`${own.origin}/reset-password?token_hash=`);
    holds('all links of the mail lead to the form', links?.every(isOwn) === true, links);
  }
  for (const method of ['GET', 'HEAD']) {
    const path = '/auth/v1/verify?type=recovery&token=x&redirect_to=https://evil.example/';
    const { status, headers } = await sendHttpRequest(backend.url, method, path, withKey);
    holds(
      `${method} redeems nothing and does not redirect`,
      status === 405 && !headers.location,
      headers,
    );
  }
  for (const path of [
    '//evil.example',
    '/%2fevil.example',
    '/\\evil.example',
    '/login?next=//evil.example',
    '/login?redirect=https://evil.example',
    '/https://evil.example',
    '//evil.example/%2e%2e',
  ]) {
    const { headers, status } = await sendHttpRequest(backend.url, 'GET', path, {
      headers: { accept: 'text/html' },
    });
    holds(`${path} is no redirect`, headers.location === undefined && status < 400, [
      status,
      headers.location,
    ]);
  }
}

async function tryMails(backend: BackendProcess, holds: AssertionRecorder) {
  const outbox = join(backend.dataDir, 'outbox');
  const recover = (email: unknown, query = '', headers = {}) =>
    sendHttpRequest(backend.url, 'POST', `/auth/v1/recover${query}`, {
      body: { email },
      headers: { apikey: backend.anonKey, ...headers },
    });
  const bad = [
    'ana@vitrine.exemplo\r\nBcc: evil@evil.example',
    'ana@vitrine.exemplo\nX: y',
    'ana@vitrine.exemplo, evil@evil.example',
    'ana@vitrine.exemplo;evil@evil.example',
    'Ana <ana@vitrine.exemplo>',
    '"ana@vitrine.exemplo" evil@evil.example',
    'ana@vitrine.exemplo%0d%0aBcc:x@y.z',
    'ana@vitrine.exemplo\0',
    ' ana@vitrine.exemplo',
    'ana@vitrine.exemplo ',
    ['ana@vitrine.exemplo', 'evil@evil.example'],
    { $ne: null },
    'ana@@vitrine.exemplo',
    '@vitrine.exemplo',
    'ana@',
    'a\u2028b@c.d',
    'ana@vitrine.exemplo\u0000.evil.example',
  ];
  for (const email of bad) {
    const { status, text } = await recover(email);
    holds(`no recovery for ${JSON.stringify(email)}`, status === 400, text);
  }
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  };
  await recover('ana@vitrine.exemplo', '?redirect_to=https://evil.example/', evil);
  const mails = await waitForMails(outbox, 1);
  holds('one mail was written', mails.length === 1, mails.length);
  const [mail = ''] = mails;
  const plain = mail.replaceAll(/=\r?\n/g, '');
  holds(
    'the owner of the account is the only recipient of the mail',
    /^To: ana@vitrine\.exemplo$/m.test(mail) && !/^(B?cc):/im.test(mail),
    mail,
  );
  holds('no header of the request is in the mail', !plain.includes('evil.example'), plain);
  holds(
    'the link leads to the panel',
    plain.includes(`${backend.url}/reset-password?token_hash`),
    plain,
  );
  const token = /token_hash=(?:3D)?([0-9a-f]{64})/.exec(plain)?.[1] ?? '';
  holds('the token is in no log', token.length === 64 && !backend.output().includes(token));
  const redeem = () =>
    sendHttpRequest(backend.url, 'POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: token },
      headers: { apikey: backend.anonKey },
    });
  const redeemed = await Promise.all([redeem(), redeem(), redeem()]);
  holds(
    'one of three concurrent requests redeems the token',
    redeemed.filter(({ status }) => status === 200).length === 1,
    redeemed.map(({ status }) => status),
  );
}

async function waitForMails(outbox: string, count: number) {
  for (let tries = 0; tries < 50; tries += 1) {
    const names = (await readdir(outbox).catch(() => []))
      .filter((name) => name.endsWith('.eml'))
      .toSorted();
    if (names.length >= count)
      return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    await wait(100);
  }
  return [];
}
