import type { Family, AssertionRecorder } from '../family.ts';
import { makePng, png } from '../pictures.ts';
import type { AttackResponse } from '../send.ts';
import type { AttackTarget } from '../attack-target.ts';

const ROOT = '/storage/v1/object';
const PNG = { 'content-type': 'image/png' };

/**
 * Tries to upload into forbidden folders or through `..`, and to overwrite, move or delete files of other users. Tries
 * to store other spellings of the URL of a banner's file in a category, and to reach buckets without permission.
 */
export const foreignFiles: Family = {
  name: 'foreign files',
  async attack(world, holds) {
    await tryFolders(world, holds);
    await tryOverwriting(world, holds);
    await tryUsed(world, holds);
    await tryWithoutPermission(world, holds);
  },
};

async function tryFolders({ as, users: { bruno, carla } }: AttackTarget, holds: AssertionRecorder) {
  const names = [
    '../x.png',
    '..%2fx.png',
    '%2e%2e/x.png',
    '%2e%2e%2fx.png',
    '%252e%252e%252fx.png',
    '..%5cx.png',
    '%5c..%5cx.png',
    './x.png',
    '%2e/x.png',
    '//x.png',
    'a//x.png',
    '%00.png',
    'a%00.png',
    'a%0a.png',
    'a%0d%0aSet-Cookie:%20a=b.png',
    '%c0%ae%c0%ae/x.png',
    '%e0%80%ae/x.png',
    '%uff0e%uff0e/x.png',
    '..%c0%af..%c0%afx.png',
    '%ef%bc%8e%ef%bc%8e/x.png',
    '%F0%9F%98%80.png',
    'caf%C3%A9.png',
    '%E2%80%AEgnp.exe',
    'a%3Cscript%3E.png',
    'a%22b.png',
    'a%60b.png',
    'a%7cb.png',
    '%7e/x.png',
    'C:%5cx.png',
    'x%09.png',
    'x%7f.png',
    'a'.repeat(1025),
    `${'a/'.repeat(600)}x`,
    '..',
    '.',
    '%2f',
    'x/..',
    'x/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/etc/passwd',
    '%2fetc%2fpasswd',
  ];
  for (const name of names) {
    const response = await as(bruno)('POST', `${ROOT}/product-images/${name}`, {
      body: png,
      headers: PNG,
    });
    holds(`no file is named ${name.slice(0, 40)}`, response.status >= 400, response.text);
    const read = await as()('GET', `${ROOT}/public/product-images/${name}`);
    holds(
      `nothing is read as ${name.slice(0, 40)}`,
      read.status >= 400 && !read.text.includes('root:'),
      read.text,
    );
  }
  const folders = [
    `avatars/${carla.id}/x.png`,
    `avatars/${bruno.id}/../${carla.id}/x.png`,
    `avatars/${bruno.id}%2f..%2f${carla.id}/x.png`,
    `avatars/${bruno.id.toUpperCase()}/x.png`,
    'avatars/x.png',
    `avatars/${bruno.id}`,
    `avatars/%20${bruno.id}/x.png`,
    `avatars/${bruno.id}.png`,
    'images/banners/x.png',
    'images/x.png',
    'images/Categories/x.png',
    'images/categories',
    'images/categories%2f..%2fbanners/x.png',
    'images/categoriesx/x.png',
    'nowhere/x.png',
    'public/x.png',
    'sign/x.png',
    'PRODUCT-IMAGES/main/x.png',
    'product-images%2f..%2favatars/x.png',
  ];
  for (const path of folders) {
    const response = await as(bruno)('POST', `${ROOT}/${path}`, { body: png, headers: PNG });
    holds(
      `a Colaborador stores nothing at ${path.slice(0, 60)}`,
      response.status >= 400,
      response.text,
    );
  }
}

async function tryOverwriting(
  { as, users: { ana, bruno, carla } }: AttackTarget,
  holds: AssertionRecorder,
) {
  const path = `${ROOT}/avatars/${carla.id}/foto.png`;
  await as(carla)('POST', path, { body: png, headers: PNG });
  const before = await as()('GET', path.replace('object', 'object/public'));
  const other = makePng(2, 2);
  for (const [who, user] of [
    ['a Colaborador', bruno],
    ['its owner', carla],
    ['an Administrador', ana],
  ] as const) {
    for (const upsert of ['true', 'TRUE', '1', 'false']) {
      const response = await as(user)('POST', path, {
        body: other,
        headers: { ...PNG, 'x-upsert': upsert },
      });
      holds(
        `${who} overwrites no file (x-upsert ${upsert})`,
        response.status >= 400,
        response.text,
      );
    }
    const put = await as(user)('PUT', path, { body: other, headers: PNG });
    holds(`${who} replaces no file`, put.status >= 400, put.text);
  }
  const prefixes = [`${carla.id}/foto.png`];
  const removed = await as(bruno)('DELETE', `${ROOT}/avatars`, { body: { prefixes } });
  holds("another's avatar is not removed", isEmpty(removed), removed.text);
  const own = `${bruno.id}/minha.png`;
  const stored = await as(bruno)('POST', `${ROOT}/avatars/${own}`, { body: png, headers: PNG });
  holds('a Colaborador stores in the own folder', stored.status === 200, stored.text);
  for (const [what, sourceKey, destinationKey] of [
    ["another's avatar is not moved away", `${carla.id}/foto.png`, `${bruno.id}/roubada.png`],
    ["nothing is moved into another's folder", own, `${carla.id}/foto2.png`],
  ] as const) {
    const body = { bucketId: 'avatars', sourceKey, destinationKey };
    const moved = await as(bruno)('POST', `${ROOT}/move`, { body });
    holds(what, moved.status >= 400, moved.text);
  }
  const after = await as()('GET', path.replace('object', 'object/public'));
  holds(
    'the avatar is unchanged',
    before.status === 200 && after.text === before.text,
    after.status,
  );

  const race = `${ROOT}/logos/parceiros/corrida.png`;
  const bodies = Array.from({ length: 12 }, (_, index) => makePng(index + 1, 1));
  const responses = await Promise.all(
    bodies.map((body) => as(bruno)('POST', race, { body, headers: PNG })),
  );
  const winners = responses.filter(({ status }) => status === 200);
  holds(
    'one of twelve concurrent uploads succeeds',
    winners.length === 1,
    responses.map(({ status }) => status),
  );
}

/**
 * Tries, as a Colaborador, to store other spellings of the URL of a banner's file in a category. The database must
 * refuse them. Otherwise, the check for uses of the file could miss the banner, and the panel could delete the file
 * when an Administrador deletes the category.
 */
async function tryUsed({ as, users: { ana, bruno }, sql }: AttackTarget, holds: AssertionRecorder) {
  const name = 'banners/em-uso.png';
  const url = `/storage/v1/object/public/images/${name}`;
  await as(ana)('POST', `${ROOT}/images/${name}`, { body: png, headers: PNG });
  await sql('insert into public.banners (titulo, imagem_url) values ($1, $2)', ['Em uso', url]);
  const remove = async () => as(ana)('DELETE', `${ROOT}/images`, { body: { prefixes: [name] } });
  for (const spelling of [
    url.replace('banners/', 'banners%2F'),
    url.replace('em-uso', '%65m-uso'),
    url.replace('banners', 'categories/../banners'),
    url.replace('images', 'categories/../images'),
    `${url}?x`,
    `${url}#x`,
    `https://x.test/..${url}`,
    `https://x.test/%2e${url}`,
  ]) {
    const body = { name: `Isca ${spelling}`, image_url: spelling };
    const linked = await as(bruno)('POST', '/rest/v1/categories', { body });
    holds(`no record points to ${spelling}`, linked.status >= 400, linked.text);
    const urls = { body: { urls: [spelling] } };
    const named = await as(ana)('POST', '/rest/v1/rpc/unused_files', urls);
    holds(`${spelling} names no file`, named.text === '[]', named.text);
  }
  const honest = await as(bruno)('POST', '/rest/v1/categories', {
    body: { name: 'Sem isca', image_url: url.replace('banners', 'categories') },
  });
  holds('a URL of the own folder is accepted', honest.status === 201, honest.text);
  holds('an Administrador does not remove a file in use', isEmpty(await remove()));
  await sql('delete from public.banners where imagem_url = $1', [url]);
  const removed = await remove();
  holds('a file without a use is removed', removed.text.includes(name), removed.text);
}

async function tryWithoutPermission(
  { as, users: { davi, ended } }: AttackTarget,
  holds: AssertionRecorder,
) {
  for (const [who, user] of [
    ['an anonymous client', undefined],
    ['a login without a profile', davi],
    ['an ended session', ended],
  ] as const) {
    for (const bucket of ['product-images', 'logos', 'avatars', 'images']) {
      const seen = await as(user)('GET', `/storage/v1/bucket/${bucket}`);
      holds(`${who} does not see ${bucket}`, seen.status >= 400, seen.text);
      const upload = await as(user)('POST', `${ROOT}/${bucket}/main/x.png`, {
        body: png,
        headers: PNG,
      });
      holds(`${who} stores nothing in ${bucket}`, upload.status >= 400, upload.text);
      const body = { prefixes: ['main/page.png', 'main/script.gif'] };
      const removed = await as(user)('DELETE', `${ROOT}/${bucket}`, { body });
      holds(`${who} removes nothing of ${bucket}`, isEmpty(removed), removed.text);
    }
    const made = await as(user)('POST', '/storage/v1/bucket', {
      body: { id: 'meu', name: 'meu', public: true },
    });
    holds(`${who} makes no bucket`, made.status >= 400, made.text);
  }
}

function isEmpty({ status, text }: AttackResponse) {
  return status >= 400 || text === '[]';
}
