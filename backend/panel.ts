import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from './config.ts';
import { createPageSecurityPolicy, PERMISSIONS_POLICY } from './http-headers.ts';
import type { Platform } from './platform.ts';

const PANEL_DIRECTORY = fileURLToPath(new URL('../dist/', import.meta.url));
const CONFIG_BLOCK = /(<script type="application\/json" id="vitrine-config">)[^<]*(<\/script>)/;

/**
 * Serves the built panel. A file under /assets never changes, so browsers cache it for a year. A path without a file
 * gets the page if a browser navigates to it.
 * @param folder the build to serve; benchmarks pass the folder of a different build
 */
export async function mountBuiltPanel(
  app: FastifyInstance,
  platform: Platform,
  folder = PANEL_DIRECTORY,
) {
  const page = insertPanelConfig(await readFile(join(folder, 'index.html'), 'utf8'), platform);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html*', '_*'],
    setHeaders(reply, path) {
      const lasting = path.includes('/assets/');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    wildcard: false,
  });
  servePage(app, page, platform.config);
}

/**
 * Serves the page, or 404, on all paths without a route. The choice depends on request headers, so caches need `Vary`.
 */
export function servePage(app: FastifyInstance, html: string, config: Config) {
  const page = preparePage(html);
  const setPolicy = helmet.contentSecurityPolicy(createPageSecurityPolicy(config, html));
  app.setNotFoundHandler((request, reply) => {
    const vary = reply.getHeader('vary');
    const others = vary === undefined ? [] : [String(vary)];
    if (!isForPage(request)) {
      reply.header('vary', [...others, 'accept'].join(', '));
      const body = { code: 'not_found', message: 'Not found' };
      return reply.code(404).header('cache-control', 'no-store').send(body);
    }
    reply.header('vary', [...others, 'accept', 'accept-encoding'].join(', '));
    reply.header('cache-control', 'no-cache').header('etag', page.etag);
    reply.header('permissions-policy', PERMISSIONS_POLICY);
    setPolicy(request.raw, reply.raw, () => {});
    // The browser has cached this version of the page, so send no body.
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    const [encoding, body] = page.fittingFor(request.headers['accept-encoding'] ?? '');
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  });
}

/**
 * Returns the ETag of the page, and a function that returns the page in an encoding that the client accepts. Compresses
 * the page only once, at the highest level, because the page is sent far more often than it changes.
 */
function preparePage(html: string) {
  const bytes = Buffer.from(html);
  const encoded = [
    ['br', brotliCompressSync(bytes)],
    ['gzip', gzipSync(bytes, { level: 9 })],
  ] as const;
  return {
    // A weak ETag, because the page is the same in any encoding.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    fittingFor: (accepted: string) =>
      encoded.find(([encoding]) => accepted.includes(encoding)) ?? (['', bytes] as const),
  };
}

/** Returns the HTML of the page with the panel's settings in the script element `vitrine-config`. */
export function insertPanelConfig(html: string, { config, tokens }: Platform) {
  const block = JSON.stringify({
    platformUrl: '',
    publicKey: tokens.anonKey,
    contactPhone: config.CONTACT_PHONE ?? null,
    cepUrl: config.CEP_URL,
    cepFallbackUrl: config.CEP_FALLBACK_URL,
    cnpjUrl: config.CNPJ_URL,
  }).replaceAll('<', '\\u003c');
  return html.replace(
    CONFIG_BLOCK,
    (_all, open: string, close: string) => `${open}${block}${close}`,
  );
}

/**
 * Whether a request is for the page. A browser sends `Accept: text/html` when it navigates. Other clients, such as
 * monitors and curl, get the page only at `/`: for them, any other path is a missing file.
 */
function isForPage({ method, url, headers: { accept = '' } }: FastifyRequest) {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept.includes('text/html') || url.split('?')[0] === '/';
}
