import type { Family, AssertionRecorder } from '../family.ts';
import { png } from '../pictures.ts';
import { sendHttpRequest } from '../send.ts';
import type { AttackTarget } from '../attack-target.ts';

const ROOT = '/storage/v1';
const FILE = 'fechado/segredo.png';

/** Tries to read or change a file of a private bucket, with many URLs, tokens and requests, as different users. */
export const privateFiles: Family = {
  name: 'private files',
  async attack(world, holds) {
    const { as, backend, users, sql } = world;
    await sql(
      `insert into storage.buckets (id, name, public) values ('fechado', 'fechado', false)`,
    );
    const headers = { 'content-type': 'image/png' };
    const path = `${ROOT}/object/logos/parceiros/aberto.png`;
    const stored = await as(users.ana)('POST', path, { body: png, headers });
    holds('a file is stored', stored.status === 200, stored.text);
    await sql(`update storage.objects set bucket_id = 'fechado', name = 'segredo.png'
      where name = 'parceiros/aberto.png'`);
    await tryPaths(world, holds);
    await tryRequests(world, holds);

    const open = () => sendHttpRequest(backend.url, 'GET', `${ROOT}/object/public/${FILE}`);
    await sql(`update storage.buckets set public = true where id = 'fechado'`);
    holds('the file is served once its bucket is public', (await open()).status === 200);
    await sql(`update storage.buckets set public = false where id = 'fechado'`);
    holds('the file is refused once its bucket is private again', (await open()).status >= 400);
  },
};

async function tryPaths({ as, users, backend }: AttackTarget, holds: AssertionRecorder) {
  const tokens = ['', users.ana.token, backend.anonKey, 'e30.e30.', `x&token=${users.ana.token}`];
  const paths = [
    ...[
      'public/',
      'authenticated/',
      'sign/',
      'info/',
      'info/public/',
      'info/authenticated/',
      '',
    ].map((kind) => `/object/${kind}${FILE}`),
    `/object/public/images/../${FILE}`,
    `/object/public/images%2f..%2f${FILE}`,
    `/object/public/%66echado/segredo.png`,
    `/object/public/FECHADO/segredo.png`,
    `/render/image/public/${FILE}`,
    `/render/image/authenticated/${FILE}`,
    `/s3/${FILE}`,
    `/cdn/${FILE}`,
  ];
  for (const path of paths) {
    for (const token of tokens) {
      for (const user of [undefined, users.bruno, users.ana]) {
        const response = await as(user)('GET', `${ROOT}${path}?token=${token}`);
        holds(`${path} returns no byte`, response.status >= 400, response.status);
      }
    }
  }
}

/** Tries to sign URLs of the private bucket, to list, copy, move and delete its file, and to publish the bucket. */
async function tryRequests({ as, users, sql }: AttackTarget, holds: AssertionRecorder) {
  const key = 'segredo.png';
  const requests: [method: string, path: string, body: unknown][] = [
    ['POST', `/object/sign/${FILE}`, { expiresIn: 60 }],
    ['POST', '/object/sign/fechado', { expiresIn: 60, paths: [key] }],
    ['POST', '/object/upload/sign/fechado/novo.png', {}],
    ['PUT', '/object/upload/sign/fechado/novo.png?token=x', {}],
    ['POST', '/object/list/fechado', { prefix: '' }],
    ['POST', '/object/list-v2/fechado', { prefix: '' }],
    [
      'POST',
      '/object/copy',
      { bucketId: 'fechado', sourceKey: key, destinationBucket: 'logos', destinationKey: 'a.png' },
    ],
    [
      'POST',
      '/object/move',
      { bucketId: 'fechado', sourceKey: key, destinationBucket: 'logos', destinationKey: 'a.png' },
    ],
    ['GET', '/bucket/fechado', undefined],
    ['PUT', '/bucket/fechado', { public: true }],
  ];
  for (const [who, user] of [
    ['an anonymous client', undefined],
    ['a Colaborador', users.bruno],
    ['an Administrador', users.ana],
    ['a login without a profile', users.davi],
    ['an ended session', users.ended],
  ] as const) {
    for (const [method, path, body] of requests) {
      const response = await as(user)(method, ROOT + path, { body });
      holds(`${who} gets nothing by ${method} ${path}`, response.status >= 400, response.text);
    }
    const removed = await as(user)('DELETE', `${ROOT}/object/fechado`, {
      body: { prefixes: [key] },
    });
    holds(`${who} removes nothing`, removed.status >= 400 || removed.text === '[]', removed.text);
  }
  const left = await sql(`select name from storage.objects where bucket_id = 'fechado'`);
  holds('the file is not moved', left.length === 1 && left[0]?.['name'] === key, left);
}
