import { pino } from 'pino';
import type { Config } from './config.ts';

/** Structured logs. An address is logged without its query: links in mails carry tokens there. */
export function createLog(level: Config['logLevel']) {
  return pino({
    level,
    serializers: {
      req: (request: { method: string; url: string; id?: string; ip?: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
    },
    redact: ['req.headers', '*.password', '*.access_token', '*.refresh_token', '*.token', '*.token_hash'],
  });
}
