import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FILES_ID_FILE } from '../../backend/database/installation.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import { disguisedContents, makePng, png, polyglots } from '../pictures.ts';
import type { AttackTarget } from '../attack-target.ts';

const ROOT = '/storage/v1/object';
const PNG = { 'content-type': 'image/png' };

/** Uploads files with a false type. Each file must be refused, or served so that a browser runs no script in it. */
export const disguisedFiles: Family = {
  name: 'disguised files',
  async attack(world, holds) {
    await tryTypes(world, holds);
    await tryPolyglots(world, holds);
    await tryBombs(world, holds);
    await tryHeaders(world, holds);
    await tryDisk(world, holds);
  },
};

async function tryTypes({ as, users: { bruno } }: AttackTarget, holds: AssertionRecorder) {
  const declared = [
    'image/png',
    'image/svg+xml',
    'text/html',
    'IMAGE/PNG',
    'image/*',
    'image/png;text/html',
    '*/*',
  ];
  for (const [what, body] of Object.entries(disguisedContents)) {
    for (const type of declared) {
      const headers = { 'content-type': type };
      const response = await as(bruno)('POST', `${ROOT}/product-images/main/falso.png`, {
        body,
        headers,
      });
      holds(`${what} is refused as ${type}`, response.status >= 400, response.text);
    }
    const form = toForm(body, 'image/png');
    const response = await as(bruno)('POST', `${ROOT}/product-images/main/falso.png`, form);
    holds(`${what} in a form is refused`, response.status >= 400, response.text);
  }
  const page = await as(bruno)('POST', `${ROOT}/product-images/main/falso.html`, {
    body: png,
    headers: { 'content-type': 'text/html' },
  });
  holds('a picture that is declared as a page is refused', page.status >= 400, page.text);
}

function toForm(body: Buffer, type: string) {
  const head = `--x\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="../../etc/x.html"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n--x--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

async function tryPolyglots({ as, users: { bruno } }: AttackTarget, holds: AssertionRecorder) {
  for (const [name, [type, body]] of Object.entries(polyglots)) {
    const path = `product-images/main/${name}`;
    await as(bruno)('POST', `${ROOT}/${path}`, { body, headers: { 'content-type': type } });
    const { headers } = await as()('GET', `${ROOT}/public/${path}`);
    holds(`${name} is served with its own content type`, headers['content-type'] === type, headers);
    holds(`${name} is sent with nosniff`, headers['x-content-type-options'] === 'nosniff', headers);
    const policy = String(headers['content-security-policy']);
    holds(
      `${name} has a policy that runs nothing inline`,
      policy.includes("default-src 'none'") && !policy.includes('unsafe'),
      policy,
    );
  }
}

async function tryBombs({ as, backend, users: { bruno } }: AttackTarget, holds: AssertionRecorder) {
  const bomb = makePng(60_000, 60_000);
  const response = await as(bruno)('POST', `${ROOT}/product-images/main/bomba.png`, {
    body: bomb,
    headers: PNG,
  });
  holds(
    'a picture that claims 60,000 × 60,000 is handled in time',
    bomb.length < 200 && response.ms < 2000,
    [response.status, response.ms],
  );
  const memory = Number(/VmRSS:\s+(\d+)/.exec(await readStatus(backend.pid))?.[1] ?? 0) / 1024;
  holds('the server stays below 400 MB', memory > 0 && memory < 400, memory);
  const large = await as(bruno)('POST', `${ROOT}/logos/parceiros/grande.png`, {
    body: Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]),
    headers: PNG,
  });
  holds(
    'a file beyond the limit of its bucket is refused',
    large.status >= 400 || large.status === 0,
    large.text,
  );
  const stored = await as()('GET', `${ROOT}/public/logos/parceiros/grande.png`);
  holds('no part of the refused file is stored', stored.status >= 400, stored.status);
}

async function readStatus(pid: number) {
  return readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
}

async function tryHeaders({ as, users: { bruno } }: AttackTarget, holds: AssertionRecorder) {
  const path = 'product-images/main/cabecalho.png';
  await as(bruno)('POST', `${ROOT}/${path}`, { body: png, headers: PNG });
  for (const name of [
    'x"\r\nSet-Cookie: a=b',
    '"; filename="x.html',
    '../../x',
    '\u0000x',
    'a;b',
    '<script>',
  ]) {
    const { headers, status } = await as()(
      'GET',
      `${ROOT}/public/${path}?download=${encodeURIComponent(name)}`,
    );
    const disposition = headers['content-disposition'] ?? '';
    holds(
      `the file name ${JSON.stringify(name)} adds no header`,
      headers['set-cookie'] === undefined && !/["<\r\n]|\.\.\//.test(disposition),
      [status, disposition],
    );
    holds(
      `the response is a download: ${JSON.stringify(name)}`,
      status >= 400 || disposition.startsWith('attachment'),
      disposition,
    );
  }
  for (const value of ['no-store\r\nSet-Cookie: a=b', 'x'.repeat(5000), '\u0000', 'é']) {
    const form = toForm(png, 'image/png');
    const body = Buffer.from(form.body.toString('latin1').replace('3600', value), 'latin1');
    const response = await as(bruno)('POST', `${ROOT}/product-images/main/cache.png`, {
      ...form,
      body,
    });
    holds(
      `a cache header of ${JSON.stringify(value.slice(0, 20))} is refused`,
      response.status >= 400,
      response.text,
    );
  }
}

/**
 * Checks the folder of the stored files: no file has a name that a client chose, no unfinished upload is left in
 * `drafts`, and only the account of the server can read the files.
 */
async function tryDisk({ backend }: AttackTarget, holds: AssertionRecorder) {
  const folder = join(backend.dataDir, 'files');
  const names = await readdir(folder, { recursive: true });
  const unexpected = names.filter(
    (name) =>
      name !== FILES_ID_FILE &&
      !/^(drafts|trash|trash\/\d{4}-\d\d-\d\d|[0-9a-f]{2})(\/[0-9a-f-]{36})?$/.test(name),
  );
  holds('the disk holds versions only', names.length > 5 && unexpected.length === 0, unexpected);
  // Wait for the drafts to disappear: the server responds to a refused upload before it removes the draft.
  let drafts = await readdir(join(folder, 'drafts'));
  for (let tries = 0; drafts.length > 0 && tries < 25; tries += 1) {
    await wait(200);
    drafts = await readdir(join(folder, 'drafts'));
  }
  holds('no draft is left', drafts.length === 0, drafts);
  const modes = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name))).mode & 0o077),
  );
  holds(
    'only the server may read the files',
    modes.every((mode) => mode === 0),
    modes,
  );
}
