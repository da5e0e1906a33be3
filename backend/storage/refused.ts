import type { FastifyInstance, HTTPMethods } from 'fastify';
import { notSupported } from './errors.ts';

const REFUSED: [method: HTTPMethods, path: string, feature: string][] = [
  ['POST', '/object/list/*', 'object listing'],
  ['POST', '/object/list-v2/*', 'object listing'],
  ['POST', '/object/sign/*', 'signed url'],
  ['POST', '/object/upload/sign/*', 'signed upload url'],
  ['POST', '/object/copy', 'object copy'],
  ['PUT', '/object/:bucket/*', 'object update'],
  ['DELETE', '/object/:bucket/*', 'object removal by its address'],
];

/**
 * The nearest of storage-api's dialect, refused by name whatever the body: some would be taken for an
 * upload into a bucket called 'list'. The rest is not found.
 */
export async function refusedRoutes(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const [method, url, feature] of REFUSED) {
    app.route({
      method,
      url,
      handler: async () => {
        throw notSupported(feature);
      },
    });
  }
}
