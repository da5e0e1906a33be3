import type { Family, AssertionRecorder } from '../family.ts';
import { png } from '../pictures.ts';
import type { AttackTarget } from '../attack-target.ts';

const ROOT = '/storage/v1/object';
const BUCKET = 'images';
const FILE = 'banners/alvo.png';

/**
 * Writes the URL of another user's file, in different spellings, into records that the attacker may change. If a column
 * accepted such a spelling, deleting the record could delete the file. No user may delete a file that a record uses.
 */
export const urlSpellings: Family = {
  name: 'URL spellings',
  async attack(world, holds) {
    await publishBanner(world, holds);
    for (const url of spellings(world.backend.url)) await trySpelling(world, holds, url);
    await deleteUsed(world, holds);
    const file = await world.as()('GET', `${ROOT}/public/${BUCKET}/${FILE}`);
    holds("the banner's file still exists", file.status === 200, file.status);
  },
};

/** Creates an Administrador's banner with its file, which a Colaborador may not delete. */
async function publishBanner(
  { as, users: { ana }, backend }: AttackTarget,
  holds: AssertionRecorder,
) {
  const stored = await as(ana)('POST', `${ROOT}/${BUCKET}/${FILE}`, {
    body: png,
    headers: { 'content-type': 'image/png' },
  });
  holds('the file is stored', stored.status === 200, stored.text);
  const imagem_url = `${backend.url}${ROOT}/public/${BUCKET}/${FILE}`;
  const made = await as(ana)('POST', '/rest/v1/banners', { body: { titulo: 'Alvo', imagem_url } });
  holds('the usual spelling is accepted', made.status === 201, made.text);
}

function spellings(origin: string) {
  const [folder, name] = FILE.split('/');
  const paths = [
    `${folder}%2f${name}`,
    `${folder}%2F${name}`,
    `%62anners/${name}`,
    `${folder}/%61lvo.png`,
    `${folder}//${name}`,
    `./${FILE}`,
    `${folder}/./${name}`,
    `x/../${FILE}`,
    `x/%2e%2e/${FILE}`,
    `${FILE}?`,
    `${FILE}?x=1`,
    `${FILE}#x`,
    `${FILE}/`,
    `${folder}\\${name}`,
    `${FILE}%00`,
    `${FILE}%20`,
    `categories/x.png/../../${FILE}`,
  ];
  return [
    ...paths.map((path) => `${origin}${ROOT}/public/${BUCKET}/${path}`),
    `${origin}${ROOT}/public/x/../${BUCKET}/${FILE}`,
    `${origin}${ROOT}/public/%69mages/${FILE}`,
    `${origin}/x/object/public/${BUCKET}/${FILE}/object/public/${BUCKET}/${FILE}`,
    `${origin}${ROOT}/public/logos/x.png?a=${ROOT}/public/${BUCKET}/${FILE}`,
  ];
}

/**
 * Writes a spelling into columns that a Colaborador may write: each column must refuse it. `unused_files` must not list
 * the file under this spelling.
 */
async function trySpelling(
  { as, users: { ana, bruno }, records }: AttackTarget,
  holds: AssertionRecorder,
  url: string,
) {
  const columns: [
    table: 'categories' | 'parceiros' | 'product_images' | 'profiles',
    column: string,
    id: string,
  ][] = [
    ['categories', 'image_url', records.categories.id],
    ['parceiros', 'logo_url', records.parceiros.id],
    ['product_images', 'url', records.product_images.id],
    ['profiles', 'avatar_url', bruno.id],
  ];
  for (const [table, column, id] of columns) {
    const response = await as(bruno)('PATCH', `/rest/v1/${table}?id=eq.${id}`, {
      body: { [column]: url },
    });
    holds(
      `${table} does not accept ${url.replace(/^.*?public/, '')}`,
      response.status >= 400 && response.status < 500,
      [response.status, response.text],
    );
  }
  const unused = await as(ana)('POST', '/rest/v1/rpc/unused_files', { body: { urls: [url] } });
  holds('unused_files does not list the file', !unused.text.includes('alvo'), unused.text);
}

/** Checks that neither a Colaborador nor an Administrador can delete the file while the banner uses it. */
async function deleteUsed({ as, users: { ana, bruno } }: AttackTarget, holds: AssertionRecorder) {
  for (const user of [bruno, ana])
    for (const path of [FILE, 'banners%2falvo.png', './banners/alvo.png', 'banners//alvo.png']) {
      const { status, text } = await as(user)('DELETE', `${ROOT}/${BUCKET}`, {
        body: { prefixes: [path] },
      });
      holds(`${user.email} does not remove ${path}`, status >= 400 || text === '[]', text);
    }
}
