import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

const FAILED = 500;

/**
 * One line for each response, with what an operator looks for and no value: the pattern of the route in place of the
 * URL, the id in place of the person. LOG_LEVEL=info has all of them, `warn` those that failed here.
 */
export class RequestLog extends LogController {
  override incomingRequest() {
    // The line of the response has everything.
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
        person: personOf(request),
        ...(error ? { err: error } : {}),
      },
      'request',
    );
  }

  override routeNotFound() {
    // Fastify's text has the URL with its query.
  }
}

function personOf({ identity }: Partial<FastifyRequest>) {
  return identity?.claims.sub;
}
