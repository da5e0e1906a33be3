import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startBackendWithDatabase } from '../backend-process.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import { sendHttpRequest } from '../send.ts';
import { PASSWORD, type AttackTarget } from '../attack-target.ts';

/**
 * Checks CORS and other headers, and the permissions of the data folder. Searches responses, the page's configuration
 * and the log for secrets.
 */
export const secretLeaks: Family = {
  name: 'secret leaks',
  async attack(world, holds) {
    await tryOrigins(world, holds);
    await tryAllowedOrigin(world, holds);
    await tryKeys(world, holds);
    await tryHeaders(world, holds);
    await tryErrors(world, holds);
    await tryPaths(world, holds);
    await tryConfiguration(world, holds);
    await tryFolder(world, holds);
    tryLog(world, holds);
  },
};

const PAGES = ['/', '/login', '/produtos', '/reset-password?token_hash=x', '/nowhere'];
const RESPONSES = [
  '/rest/v1/profiles?select=email',
  '/auth/v1/user',
  '/auth/v1/health',
  '/storage/v1/bucket/avatars',
  '/rest/v1/nothing',
  '/health',
];

async function tryOrigins({ as, users }: AttackTarget, holds: AssertionRecorder) {
  for (const path of [...PAGES, ...RESPONSES]) {
    for (const origin of ['https://evil.example', 'null']) {
      const { headers } = await as(users.ana)('GET', path, { headers: { origin } });
      const given = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      holds(`${path} has no CORS header for ${origin}`, given.length === 0, given);
    }
    const preflight = {
      origin: 'https://evil.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'apikey,authorization',
    };
    const { headers } = await as()('OPTIONS', path, { headers: preflight });
    holds(
      `${path} allows no preflight`,
      headers['access-control-allow-origin'] === undefined,
      headers,
    );
  }
}

/** Checks that CORS_ORIGINS opens the backend only to the listed origins, without cookies or other credentials. */
async function tryAllowedOrigin({ cluster }: AttackTarget, holds: AssertionRecorder) {
  const backend = await startBackendWithDatabase(cluster, { CORS_ORIGINS: 'https://a.example' });
  try {
    for (const origin of [
      'https://a.example',
      'https://a.example.evil.example',
      'http://a.example',
      'https://b.a.example',
      'null',
    ]) {
      const { headers } = await sendHttpRequest(backend.url, 'GET', '/health', {
        headers: { origin },
      });
      const isOpen = headers['access-control-allow-origin'] === origin;
      holds(
        `CORS_ORIGINS opens ${origin} only if it is listed`,
        isOpen === (origin === 'https://a.example'),
        headers,
      );
      const credentials = headers['access-control-allow-credentials'];
      holds(`no credentials from ${origin}`, credentials === undefined, credentials);
    }
  } finally {
    await backend.stop();
  }
}

async function tryKeys({ as }: AttackTarget, holds: AssertionRecorder) {
  const { json } = await as()('GET', '/auth/v1/.well-known/jwks.json');
  const { keys } = json as { keys: Record<string, unknown>[] }; // the format of RFC 7517
  const names = keys.flatMap((key) => Object.keys(key));
  holds('the published keys have no private half', keys.length > 0 && !names.includes('d'), names);
}

async function tryHeaders({ as, users, cluster }: AttackTarget, holds: AssertionRecorder) {
  for (const path of [...PAGES, ...RESPONSES]) {
    const { headers } = await as(users.ana)('GET', path, { headers: { accept: 'text/html,*/*' } });
    const policy = String(headers['content-security-policy']);
    holds(
      `${path} cannot be framed`,
      headers['x-frame-options'] === 'DENY' && policy.includes("frame-ancestors 'none'"),
      headers,
    );
    holds(
      `${path} runs nothing inline`,
      policy.includes("script-src 'self'") &&
        !/unsafe|\*|data:/.test(/script-src [^;]*/.exec(policy)?.[0] ?? ''),
      policy,
    );
    holds(`${path} is sent with nosniff`, headers['x-content-type-options'] === 'nosniff');
    holds(
      `${path} sends no referrer to other origins`,
      headers['referrer-policy'] === 'same-origin',
    );
    holds(
      `${path} sets no cookie and does not name the server program`,
      headers['set-cookie'] === undefined &&
        headers['server'] === undefined &&
        headers['x-powered-by'] === undefined,
      headers,
    );
    if (/^\/(rest|auth|storage)/.test(path))
      holds(
        `${path} is not cached`,
        headers['cache-control'] === 'no-store',
        headers['cache-control'],
      );
  }
  const https = await startBackendWithDatabase(cluster, { PUBLIC_URL: 'https://vitrine.example' });
  try {
    const { headers } = await sendHttpRequest(https.url, 'GET', '/', {
      headers: { accept: 'text/html' },
    });
    holds(
      'with an https PUBLIC_URL the panel sends Strict-Transport-Security',
      /max-age=\d{7,}/.test(String(headers['strict-transport-security'])),
      headers,
    );
  } finally {
    await https.stop();
  }
}

const INTERNALS =
  /\bselect\b.*\bfrom\b|\/home\/|\/tmp\/|node_modules|\.ts:\d|\bat \w+ \(|stack|postgres:\/\/|\$2a\$|pg_catalog|relation "/i;

async function tryErrors({ as, users }: AttackTarget, holds: AssertionRecorder) {
  const requests: [string, string, unknown][] = [
    ['GET', '/rest/v1/products?id=eq.x', undefined],
    ['GET', '/rest/v1/products?nothing=eq.x', undefined],
    ['GET', '/rest/v1/nothing', undefined],
    ['GET', '/rest/v1/products?select=x(', undefined],
    ['POST', '/rest/v1/categories', { name: null }],
    ['POST', '/rest/v1/categories', { nothing: 1 }],
    ['POST', '/rest/v1/rpc/save_product', { product: 'x', images: 'y' }],
    ['POST', '/rest/v1/rpc/save_product', { product: { id: 'x' }, images: [] }],
    ['POST', '/rest/v1/rpc/duplicate_banner', { banner_id: 'x' }],
    ['POST', '/auth/v1/token', {}],
    ['POST', '/auth/v1/token?grant_type=x', {}],
    ['POST', '/auth/v1/verify', { type: [], token_hash: {} }],
    ['PUT', '/auth/v1/user', { password: 1 }],
    ['PUT', '/auth/v1/user', { email: 'x@y.z' }],
    ['GET', '/storage/v1/object/public/x%00/y', undefined],
    ['POST', '/storage/v1/object/move', { bucketId: 'a', sourceKey: '\0', destinationKey: 'b' }],
    ['POST', '/storage/v1/object/move', { bucketId: 1 }],
    ['DELETE', '/storage/v1/object/avatars', { prefixes: ['\0'] }],
    ['GET', '/%', undefined],
    ['GET', '/storage/v1/object/public/%E0%A4%A/x', undefined],
    ['POST', '/nowhere', {}],
    ['GET', '/assets/x.js', undefined],
  ];
  for (const user of [undefined, users.bruno]) {
    for (const [method, path, body] of requests) {
      const { text, status } = await as(user)(method, path, { body });
      holds(
        `${method} ${path} as ${user ? 'a Colaborador' : 'an anonymous client'}: the error names no SQL, path or stack`,
        !INTERNALS.test(text) && !text.includes(process.cwd()) && status > 0,
        text,
      );
    }
  }
  const { text } = await as()('POST', '/rest/v1/categories', { body: { name: 'x' } });
  holds(
    'an anonymous client gets no detail of the database',
    /"details":null,"hint":null/.test(text),
    text,
  );
}

/** Requests files of the program and of the data folder through the URLs of the panel. */
async function tryPaths({ as }: AttackTarget, holds: AssertionRecorder) {
  const paths = [
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fbackend/main.ts',
    '//etc/passwd',
    '/assets//etc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/%c0%ae%c0%ae/etc/passwd',
    '/.env',
    '/.git/config',
    '/data/secrets.json',
    '/secrets.json',
    '/package.json',
    '/backend/main.ts',
    '/node_modules/pg/package.json',
    '/.vite/manifest.json',
    '/index.html%00.js',
    '/assets/%00',
    '/assets/',
    '/assets',
    '/theme.js/../../package.json',
    '/outbox',
    '/files',
  ];
  for (const path of paths) {
    const { status, text } = await as()('GET', path);
    holds(
      `${path} is not served`,
      status >= 400 && !/"dependencies"|root:|signingKey|import /.test(text),
      [status, text],
    );
  }
}

/** Puts HTML into values of the configuration: the page must contain these values as data. */
async function tryConfiguration({ cluster }: AttackTarget, holds: AssertionRecorder) {
  const evil = `https://a.example/</script><script>window.attacked=1</script><!--$&$'\u2028"`;
  const backend = await startBackendWithDatabase(cluster, {
    CEP_URL: evil,
    CNPJ_URL: 'https://b.example/<!--<script>',
    CEP_FALLBACK_URL: `https://c.example/'"`,
  });
  try {
    const page = await sendHttpRequest(backend.url, 'GET', '/', {
      headers: { accept: 'text/html' },
    });
    const [, block = ''] = /id="vitrine-config">([^]*?)<\/script>/.exec(page.text) ?? [];
    const read = JSON.parse(block) as { cepUrl?: string }; // `JSON.parse` throws unless the block is intact
    holds(
      'a </script> in a setting does not end the configuration block',
      read.cepUrl === evil,
      block,
    );
    holds(
      'no setting becomes a script of the page',
      !page.text.includes('<script>window'),
      page.text,
    );
    holds(
      'the configuration block has no secret',
      !/secret|"d":|password|service/i.test(block),
      block,
    );
  } finally {
    await backend.stop();
  }
}

async function tryFolder({ backend }: AttackTarget, holds: AssertionRecorder) {
  const mode = async (name: string) =>
    ((await stat(join(backend.dataDir, name))).mode & 0o777).toString(8);
  const secrets = await mode('secrets.json');
  holds('only the server reads the secrets', secrets === '600', secrets);
  const folder = await mode('.');
  holds('others cannot list the data folder', folder === '700' || folder === '711', folder);
  for (const name of await readdir(backend.dataDir)) {
    const own = await mode(name);
    holds(`${name} is closed to others`, own.endsWith('00'), own);
  }
}

/** Searches the backend's log, at the level debug, for secrets. The log also has the requests of earlier families. */
function tryLog({ backend, users }: AttackTarget, holds: AssertionRecorder) {
  const log = backend.output();
  const never: [string, string][] = [
    ["an Administrador's token", users.ana.token],
    ['the signature of a token', users.bruno.token.split('.')[2] ?? ''],
    ['a refresh token', users.ana.refreshToken],
    ['a password', PASSWORD],
    ['another password', 'do-atacante'],
    ['a hash of a password', '$2a$'],
    ['the public key', backend.anonKey],
    ['a query', 'grant_type'],
  ];
  holds('there is a log', log.includes('"msg":"request"'), log.length);
  for (const [what, text] of never) {
    const at = log.indexOf(text);
    holds(`the log does not contain ${what}`, at < 0, log.slice(Math.max(0, at - 200), at + 100));
  }
}
