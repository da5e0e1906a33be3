import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

const FAILED = 500;

/**
 * Logs one line per response. The line has the pattern of the route instead of the URL, and the id of the user, but no
 * values of the request. LOG_LEVEL=info logs all responses; `warn` logs only errors and responses with a status of 500
 * or higher.
 */
export class RequestLog extends LogController {
  override incomingRequest() {
    // Disables Fastify's own line: the line of the response has all information.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const status = reply.statusCode;
    const level = error || status >= FAILED ? 'warn' : 'info';
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url,
        status,
        ms: Math.round(reply.elapsedTime),
        person: userIdOf(request),
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }

  override routeNotFound() {
    // Disables Fastify's message, which contains the URL with its query.
  }
}

function userIdOf({ identity }: Partial<FastifyRequest>) {
  return identity?.claims.sub;
}
