import { createHmac } from 'node:crypto';
import { askEveryProtocol } from '../every-protocol.ts';
import type { Family, Holds } from '../family.ts';
import { signIn } from '../person.ts';
import { png } from '../pictures.ts';
import { send } from '../send.ts';
import { addLogin, PASSWORD, type World } from '../world.ts';

const ROOT = '/storage/v1/object';
const PNG = { 'content-type': 'image/png' };

/** An address that carries its own permission opens one file, for one use, for a while, and nothing else. */
export const signedAddresses: Family = {
  name: 'signed addresses',
  async attack(world, holds) {
    const { as, people } = world;
    const file = 'logos/parceiros/assinado.png';
    await as(people.bruno)('POST', `${ROOT}/${file}`, { body: png, headers: PNG });
    const read = await sign(world, `${ROOT}/sign/${file}`, { expiresIn: 60 });
    const write = await sign(world, `${ROOT}/upload/sign/logos/parceiros/novo.png`, {});
    holds('a Colaborador gets both kinds', read !== '' && write !== '', [read, write]);
    for (const [what, token] of [
      ['to read', read],
      ['to upload', write],
    ] as const) {
      for (const { protocol, answer, isRefused } of await askEveryProtocol(world, token)) {
        holds(`${protocol} takes no address ${what} for a person`, isRefused, answer.text);
      }
    }
    await tryTokens(world, holds, { file, read, write });
    await tryOutsiders(world, holds, file);
    await tryEndedSession(world, holds);
  },
};

async function sign({ as, people: { bruno } }: World, path: string, body: object) {
  const { json } = await as(bruno)('POST', path, { body });
  const { signedURL = '', url = '' } = (json ?? {}) as { signedURL?: string; url?: string }; // of the two endpoints
  return new URLSearchParams((signedURL || url).split('?')[1]).get('token') ?? '';
}

async function tryTokens(
  { backend, people }: World,
  holds: Holds,
  { file, read, write }: { file: string; read: string; write: string },
) {
  const get = (path: string, token: string) =>
    send(backend.url, 'GET', `${ROOT}/sign/${path}?token=${token}`);
  const put = (path: string, token: string) =>
    send(backend.url, 'PUT', `${ROOT}/upload/sign/${path}?token=${token}`, {
      body: png,
      headers: PNG,
    });
  const [header = '', payload = '', signature = ''] = read.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const other = Buffer.from(JSON.stringify({ ...(claims as object), url: 'avatars/x.png' })); // the claims of a token
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const hs256 = Buffer.from('{"alg":"HS256"}').toString('base64url');
  const mac = createHmac('sha256', backend.anonKey).update(`${hs256}.${payload}`);
  const bad: [string, string][] = [
    ['no token', ''],
    ['an access token', people.ana.token],
    ['an address to upload', write],
    ['a token without signature', `${header}.${payload}.`],
    ['alg none', `${none}.${payload}.`],
    ['alg HS256', `${hs256}.${payload}.${mac.digest('base64url')}`],
    ['another address in the token', `${header}.${other.toString('base64url')}.${signature}`],
    ['the API key', backend.anonKey],
    ['two tokens', `x&token=${people.ana.token}`],
  ];
  for (const [what, token] of bad) {
    const got = await get(file, token);
    holds(`${what} reads nothing`, got.status >= 400, got.text);
    const sent = await put('logos/parceiros/outro.png', token);
    holds(`${what} uploads nothing`, sent.status >= 400, sent.text);
  }
  const near = file.replace('assinado', 'outro');
  for (const path of [
    near,
    `${file}/x`,
    `${file}/../outro.png`,
    file.replace('logos', 'avatars'),
  ]) {
    const got = await get(path, read);
    holds(`the token of one file does not open ${path}`, got.status >= 400, got.text);
    const sent = await put(path, write);
    holds(`the token of one upload does not write ${path}`, sent.status >= 400, sent.text);
  }
  const first = await put('logos/parceiros/novo.png', write);
  const again = await put('logos/parceiros/novo.png', write);
  holds('the true address uploads once', first.status === 200 && again.status >= 400, again.text);
}

async function tryOutsiders({ as, people }: World, holds: Holds, file: string) {
  const body = { expiresIn: 60 };
  for (const [who, person] of [
    ['a visitor', undefined],
    ['a login without a profile', people.davi],
    ['an ended session', people.ended],
  ] as const) {
    const one = await as(person)('POST', `${ROOT}/sign/${file}`, { body });
    holds(`${who} signs nothing`, one.status >= 400, one.text);
    const upload = await as(person)('POST', `${ROOT}/upload/sign/logos/parceiros/z.png`, { body });
    holds(`${who} signs no upload`, upload.status >= 400, upload.text);
  }
  for (const path of [
    `avatars/${people.carla.id}/x.png`,
    'images/banners/x.png',
    `avatars/${people.bruno.id}/../${people.carla.id}/x.png`,
  ]) {
    const answer = await as(people.bruno)('POST', `${ROOT}/upload/sign/${path}`, { body });
    holds(
      `a Colaborador signs no upload to ${path.slice(0, 20)}…`,
      answer.status >= 400,
      answer.text,
    );
  }
}

/** What an address may do ends with the session that signed it. */
async function tryEndedSession(world: World, holds: Holds) {
  const { as, backend, sql } = world;
  const email = 'joana@vitrine.exemplo';
  await addLogin(sql, email, { name: 'Joana', role: 'Colaborador' });
  const joana = await signIn(backend, email, PASSWORD);
  const { json } = await as(joana)('POST', `${ROOT}/upload/sign/logos/parceiros/tarde.png`, {
    body: {},
  });
  const { url = '' } = json as { url?: string }; // of a signed upload
  await as(joana)('POST', '/auth/v1/logout');
  const late = await send(backend.url, 'PUT', `/storage/v1${url}`, { body: png, headers: PNG });
  holds('a signed upload ends with its session', url !== '' && late.status >= 400, [
    url,
    late.text,
  ]);
}
