import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAuthClient, sendRawAuthRequest } from '../backend/auth/testing/clients.ts';
import { buildServer } from '../backend/build-server.ts';
import { createLogger } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';
import { readOrCreateSecrets } from '../backend/secrets.ts';
import { STAFF_PASSWORD } from '../backend/testing/cluster.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { readBackup } from './read-backup.ts';
import { createLocalSource } from './source.ts';
import { writeBackup } from './write-backup.ts';

/** Personal values of a user of the panel; `PARTNER` has the values of a partner. No other data has these texts. */
const USER = {
  name: 'Quitéria Vasconcelos',
  other: 'Quitéria Vasco de Antes',
  email: 'quiteria@particular.exemplo',
  phone: '(83) 98765-0101',
  company: 'Vasconcelos Secos',
};
const PARTNER = {
  name: 'Genoveva Albuquerque',
  email: 'genoveva@particular.exemplo',
  phone: '(83) 98765-0303',
  address: 'nº 4711, Tambaú',
  cep: '58039-000',
  logradouro: 'Avenida Olinda',
  numero: '4711-B',
  complemento: 'Fundos do quiosque',
  bairro: 'Cabo Branco de Cima',
  cidade: 'Cabedelo',
  instagram: 'genoveva.alb',
};
const IN_PICTURES = ['retrato-antigo', 'retrato-novo', 'logo-antigo', 'logo-novo'];
const TRACES = [...Object.values(USER), ...Object.values(PARTNER), ...IN_PICTURES];
const PASSWORD = 'tulipa-azul-de-teste';

type Person = { id: string; headers: Record<string, string> };

let server: TestServer;
let ana: Person;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  ana = await signIn('ana@vitrine.exemplo', STAFF_PASSWORD);
  folder = await mkdtemp(join(tmpdir(), 'vitrine-titular-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function signIn(email: string, password: string): Promise<Person> {
  const { data, error } = await createAuthClient(server).signInWithPassword({ email, password });
  if (error) throw error;
  const authorization = `Bearer ${data.session.access_token}`;
  return { id: data.user.id, headers: { apikey: server.anonKey, authorization } };
}

/**
 * Sends a request of a user, as the panel does.
 * @returns the JSON of the response, or null if its body is empty
 * @throws Error unless the status is 2xx
 */
async function request(person: Person, method: string, path: string, json?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...person.headers,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text ? (JSON.parse(text) as never) : null; // each caller knows the result of its function
}

const call = <T>(name: string, json: object): Promise<T> =>
  request(ana, 'POST', `/rest/v1/rpc/${name}`, json) as Promise<T>;

async function upload(person: Person, path: string, word: string) {
  const response = await fetch(`${server.url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'image/jpeg' },
    body: new Uint8Array(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(word)])),
  });
  if (!response.ok) throw new Error(await response.text());
  return `${server.url}/storage/v1/object/public/${path}`;
}

async function moveToTrash(bucketId: string, sourceKey: string) {
  const destinationKey = `${bucketId}/${sourceKey}`;
  const moved = { bucketId, sourceKey, destinationBucket: 'lixeira', destinationKey };
  await request(ana, 'POST', '/storage/v1/object/move', moved);
}

/** Creates a user. As this user, changes name and portrait, fails to sign in once, and requests a new password. */
async function aUser(): Promise<string> {
  const announcement = await call<string>('announce_user', { email: USER.email });
  const data = { name: USER.other, role: 'Administrador', announcement };
  const made = await createAuthClient(server).signUp({
    email: USER.email,
    password: PASSWORD,
    options: { data },
  });
  const id = made.data.user?.id ?? '';
  await request(ana, 'POST', '/rest/v1/profiles', {
    id,
    name: USER.other,
    email: USER.email,
    role: 'Administrador',
  });
  const person = await signIn(USER.email, PASSWORD);
  const old = await upload(person, `avatars/${id}/a.jpg`, 'retrato-antigo');
  const portrait = await upload(person, `avatars/${id}/b.jpg`, 'retrato-novo');
  const own = `/rest/v1/profiles?id=eq.${id}`;
  await request(person, 'PATCH', own, { avatar_url: old, phone: USER.phone });
  await request(person, 'PATCH', own, {
    avatar_url: portrait,
    name: USER.name,
    company: USER.company,
  });
  await moveToTrash('avatars', `${id}/a.jpg`);
  await request(person, 'POST', '/rest/v1/categories', { name: 'Feita por quem saiu' });
  await sendRawAuthRequest(server, '/token?grant_type=password', {
    body: { email: USER.email, password: 'errada' },
  });
  await sendRawAuthRequest(server, '/recover', { body: { email: USER.email } });
  await vi.waitFor(async () => expect(await outbox()).toHaveLength(1));
  return id;
}

const outbox = () => readdir(join(server.dataDir, 'outbox')).catch(() => []);

/** Creates a partner, replaces its logo, changes its status, and plans an import of a spreadsheet with its values. */
async function aPartner(): Promise<string> {
  const old = await upload(ana, 'logos/parceiros/genoveva-a.jpg', 'logo-antigo');
  const logo = await upload(ana, 'logos/parceiros/genoveva-b.jpg', 'logo-novo');
  const [{ id }] = (await request(ana, 'POST', '/rest/v1/parceiros', {
    ...PARTNER,
    logo_url: old,
  })) as unknown as [{ id: string }];
  await request(ana, 'PATCH', `/rest/v1/parceiros?id=eq.${id}`, {
    logo_url: logo,
    status: 'Inativo',
  });
  await moveToTrash('logos', 'parceiros/genoveva-a.jpg');
  const { numero: _number, ...cells } = PARTNER;
  const sheet = { id: crypto.randomUUID(), area: 'parceiros', file_name: 'p.csv', total: 1 };
  await call('stage_rows', { batch: sheet, rows: [{ place: 2, cells }] });
  await call('plan_import', { batch_id: sheet.id });
  return id;
}

/** Anonymises a record as the panel does: calls `anonymise`, then deletes the returned files through the storage. */
async function anonymise(area: string, id: string) {
  type AnonymiseResult = { status: string; files: { bucket: string; path: string }[] };
  const { status, files } = await call<AnonymiseResult>('anonymise', { area, record_id: id });
  expect(status).toBe('anonymised');
  for (const { bucket, path } of files)
    await request(ana, 'DELETE', `/storage/v1/object/${bucket}`, { prefixes: [path] });
}

/** Starts a second server and stops it. At its start, a server deletes the mails to addresses without a login. */
async function startOnceMore() {
  const { platform, close } = await openPlatform(server.platform.config, createLogger('silent'));
  const app = await buildServer(platform);
  await app.listen({ port: 0, host: '127.0.0.1' });
  await app.close();
  await close();
}

/** Lists every part of a new backup, and every file of the data folder, that contains one of the `TRACES`. */
async function traces(name: string): Promise<string[]> {
  const { superuser, dataDir } = server;
  const secrets = await readOrCreateSecrets(dataDir);
  const file = join(folder, name);
  await writeBackup(createLocalSource({ superuser, dataDir, secrets }), file, undefined);
  const found: string[] = [];
  const look = (place: string, bytes: Buffer) => {
    const text = bytes.toString().toLowerCase();
    for (const word of TRACES)
      if (text.includes(word.toLowerCase())) found.push(`${place}: ${word}`);
  };
  await readBackup(file, undefined, {
    secrets: (text) => look('secrets', Buffer.from(text)),
    async rows(table, text) {
      look(table, text);
    },
    async file(version, content) {
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(piece);
      look(`file ${version}`, Buffer.concat(pieces));
    },
  });
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    look(relative(dataDir, path), Buffer.concat([Buffer.from(path), await readFile(path)]));
  }
  return found;
}

it(
  'no table, file, mail or new backup contains the data of an anonymised titular',
  { timeout: 60_000 },
  async () => {
    const [user, partner] = [await aUser(), await aPartner()];
    const before = await traces('before.backup');
    for (const word of TRACES) expect(before.join('\n'), word).toContain(word);
    for (const table of ['auth.users', 'auth.identities', 'private.changes'])
      expect(before.join('\n')).toContain(table);
    expect(before.some((place) => place.startsWith('outbox/'))).toBe(true);

    await anonymise('profiles', user);
    await anonymise('parceiros', partner);
    await startOnceMore();

    expect(await traces('after.backup')).toEqual([]);
    expect(await server.sql('select name from public.profiles where id = $1', [user])).toEqual([
      { name: 'Titular anonimizado' },
    ]);
  },
);
