import { DatabaseError } from 'pg';
import { pino, type DestinationStream, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { DatabaseUnavailableError } from './database/unavailable.ts';

/**
 * Creates the server's log, in JSON lines. The path of a request is logged without its query, because the query of a
 * link in a mail contains a token. Only the description of an error is logged (`describeError`), because an error of
 * `pg` contains the connection with its password.
 */
export function createLogger(level: Config['LOG_LEVEL'], destination?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    serializers: {
      err: (error: unknown) => describeError(error),
      req: (request: { method: string; url: string; id?: string; ip?: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
    },
    redact: [
      'req.headers',
      '*.password',
      '*.access_token',
      '*.refresh_token',
      '*.token',
      '*.token_hash',
    ],
  };
  return destination ? pino(options, destination) : pino(options);
}

type Described = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: Described;
};

const MAX_CAUSES = 3;

function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.constructor.name,
    message,
    ...(code ? { code } : {}),
    // Omit the stack of a database error: it shows only where the error was received.
    ...(stack && !isOfDatabase(error) ? { stack } : {}),
    ...(cause !== undefined && depth < MAX_CAUSES && !(error instanceof DatabaseUnavailableError)
      ? { cause: describeError(cause, depth + 1) }
      : {}),
  };
}

function isOfDatabase(error: Error) {
  return error instanceof DatabaseUnavailableError || error instanceof DatabaseError;
}
