import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { FastifyInstance } from 'fastify';
import { startApplication } from '../backend/main.ts';
import { logFailureAndExit } from '../backend/operator-log.ts';
import { insertPanelConfig } from '../backend/panel.ts';
import type { Platform } from '../backend/platform.ts';
import { loadEnv } from './load-env.ts';
import { PROJECT_FOLDER } from './run.ts';

/** `npm run dev`: starts the backend of `npm start`, but serves the panel from its sources, with hot reload. */
loadEnv();
startApplication(mountPanelSources).catch(logFailureAndExit);

/**
 * Lets Vite serve every path without a route in the backend. Removes the content security policy, because hot reload
 * adds inline scripts and styles. In the built panel, the policy allows only the inline scripts and styles of the page,
 * by their hashes.
 */
async function mountPanelSources(app: FastifyInstance, platform: Platform) {
  const vite = await createServer({
    root: PROJECT_FOLDER,
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    reply.raw.removeHeader('content-security-policy');
    vite.middlewares(request.raw, reply.raw, (error: unknown) => {
      if (error) app.log.error({ err: error }, 'vite failed');
      sendPage().catch((failure: unknown) => {
        reply.raw.writeHead(500).end(String(failure));
      });
    });

    async function sendPage() {
      const source = await readFile(join(PROJECT_FOLDER, 'index.html'), 'utf8');
      const page = await vite.transformIndexHtml(request.url, insertPanelConfig(source, platform));
      reply.raw.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    }
  });
}
