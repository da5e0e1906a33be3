import type { FastifyInstance, HTTPMethods } from 'fastify';
import { notSupported } from './errors.ts';

const EVERY_METHOD: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const REFUSED: [methods: HTTPMethods[], path: string, feature: string][] = [
  [['POST'], '/bucket', 'bucket creation'],
  [['PUT'], '/bucket/:id', 'bucket update'],
  [['DELETE'], '/bucket/:id', 'bucket deletion'],
  [['POST'], '/bucket/:id/empty', 'bucket emptying'],
  [['PUT'], '/object/:bucket/*', 'object update'],
  [['POST'], '/object/list-v2/*', 'list v2'],
  [EVERY_METHOD, '/render/*', 'image transformation'],
  [EVERY_METHOD, '/upload/*', 'resumable upload'],
  [EVERY_METHOD, '/s3/*', 's3 protocol'],
  [EVERY_METHOD, '/s3', 's3 protocol'],
  [EVERY_METHOD, '/iceberg/*', 'iceberg'],
  [EVERY_METHOD, '/vector/*', 'vector buckets'],
  [EVERY_METHOD, '/cdn/*', 'cdn'],
];

/** The rest of storage-api's dialect: refused by name rather than with a bare 404. */
export function refusedRoutes(app: FastifyInstance) {
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
