import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from './platform.ts';

const PANEL_DIRECTORY = fileURLToPath(new URL('../dist/', import.meta.url));
const CONFIG_BLOCK = /(<script type="application\/json" id="vitrine-config">)[^<]*(<\/script>)/;

/**
 * Serves the built panel: files under /assets never change under their name, every other address
 * that a browser navigates to is the application itself.
 */
export async function mountBuiltPanel(app: FastifyInstance, platform: Platform) {
  const page = withPanelConfig(
    await readFile(join(PANEL_DIRECTORY, 'index.html'), 'utf8'),
    platform,
  );
  await app.register(fastifyStatic, {
    root: PANEL_DIRECTORY,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html*'],
    setHeaders(reply, path) {
      const lasting = path.includes('/assets/');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    wildcard: false,
  });
  answerWithPage(app, page);
}

/** The page, or 404: which of them depends on more than the address, and whoever keeps an answer must know. */
export function answerWithPage(app: FastifyInstance, page: string) {
  app.setNotFoundHandler((request, reply) => {
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept' : `${String(vary)}, accept`);
    if (isForPage(request)) {
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    }
    const body = { code: 'not_found', message: 'Not found' };
    return reply.code(404).header('cache-control', 'no-store').send(body);
  });
}

/** Writes what the panel must know of its platform into index.html. */
export function withPanelConfig(html: string, { config, tokens }: Platform) {
  const block = JSON.stringify({
    platformUrl: '',
    publicKey: tokens.anonKey,
    contactPhone: config.contactPhone ?? null,
    cepUrl: config.cepUrl,
    cepFallbackUrl: config.cepFallbackUrl,
    cnpjUrl: config.cnpjUrl,
  }).replaceAll('<', '\\u003c');
  return html.replace(
    CONFIG_BLOCK,
    (_all, open: string, close: string) => `${open}${block}${close}`,
  );
}

/**
 * A browser asks for `text/html` wherever it goes. The address alone answers everybody else too, such
 * as monitors and curl; any other path is a file that is not there.
 */
function isForPage({ method, url, headers: { accept = '' } }: FastifyRequest) {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept.includes('text/html') || url.split('?')[0] === '/';
}
