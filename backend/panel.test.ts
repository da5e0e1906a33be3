import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from './build-server.ts';
import { servePage } from './panel.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const SCRIPT = 'document.title = "Vitrine"';
const STYLE = 'p{color:red}';
const PAGE = `<script>${SCRIPT}</script><style>${STYLE}</style><script type="application/json">{}</script><p>`;

let server: TestServer;
let app: FastifyInstance;
beforeAll(async () => {
  server = await startTestServer();
  const { platform } = server;
  app = await buildServer(platform, async (panel) => servePage(panel, PAGE, platform.config));
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

function request(headers: Record<string, string>) {
  return app.inject({ url: '/produtos', headers: { accept: 'text/html', ...headers } });
}

it('serves pages to browsers and 404 to others, with Vary', async () => {
  const page = await request({});
  expect([page.statusCode, page.headers.vary]).toEqual([200, 'accept, accept-encoding']);
  expect(page.headers['cache-control']).toBe('no-cache');
  const file = await request({ accept: 'application/json' });
  expect([file.statusCode, file.headers.vary]).toEqual([404, 'accept']);
  expect(file.headers['cache-control']).toBe('no-store');
});

it("allows the page's own inline code alone, and none in other responses", async () => {
  const { headers } = await request({});
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toContain(`script-src 'self' '${hash(SCRIPT)}'`);
  expect(policy).toContain(`style-src 'self' '${hash(STYLE)}'`);
  expect(policy).toContain(`frame-ancestors 'none'`);
  const other = await request({ accept: 'application/json' });
  expect(String(other.headers['content-security-policy']).split(';')).toContain(
    "script-src 'self'",
  );
});

it('disables browser features that the panel does not use', async () => {
  const { headers } = await request({});
  const policy = String(headers['permissions-policy']).split(', ');
  expect(policy).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()']));
  expect(policy.some((directive) => directive.startsWith('clipboard-write'))).toBe(false);
});

it('compresses the page as the browser accepts it, and responds 304 to a current copy', async () => {
  const brotli = await request({ 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(PAGE);
  const gzip = await request({ 'accept-encoding': 'gzip' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(PAGE);
  const plain = await request({});
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(PAGE);
  const again = await request({ 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

function hash(text: string) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
