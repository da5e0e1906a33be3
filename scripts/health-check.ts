import { get } from 'node:http';

const LIMIT_MS = 4_000;

/**
 * `node scripts/health-check.ts` (Containerfile, compose.yaml): exits with 0 if the server of this container responds
 * with status 200, otherwise with 1.
 */
get({ port: Number(process.env.PORT || 3000), path: '/health', timeout: LIMIT_MS }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
