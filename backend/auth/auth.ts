import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import type { Platform } from '../platform.ts';
import { AuthError, authError, sendError } from './errors.ts';
import { logout } from './logout.ts';
import { pruneNowAndThen } from './prune.ts';
import { recover, type Background } from './recover.ts';
import { resend } from './resend.ts';
import { health, settings } from './settings.ts';
import { signup } from './signup.ts';
import { token } from './token.ts';
import { readUser, updateUser } from './user.ts';
import { followLink, verify } from './verify.ts';

/** The endpoints of GoTrue that the panel uses. There are no others: decisions.md, CALL-07. */
export async function auth(app: FastifyInstance, { platform }: { platform: Platform }) {
  readBodiesAsText(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  const inBackground = backgroundOf(app, platform);

  app.get('/settings', () => settings);
  app.get('/health', () => health);
  app.get('/.well-known/jwks.json', (_, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(platform.tokens.jwks()),
  );
  app.post('/token', (request) => token(platform, request));
  app.post('/signup', (request) => signup(platform, request));
  app.post('/recover', (request) => recover(platform, request, inBackground));
  app.post('/resend', resend);
  app.post('/verify', (request) => verify(platform, request));
  // Mail scanners ask by HEAD before people click: that must not spend the link.
  app.get('/verify', { exposeHeadRoute: false }, (request, reply) =>
    followLink(platform, request, reply),
  );
  app.get('/user', (request) => readUser(platform, request));
  app.put('/user', (request) => updateUser(platform, request));
  app.post('/logout', (request, reply) => logout(platform, request, reply));
  pruneNowAndThen(app, platform, inBackground);
}

/**
 * GoTrue reads JSON whatever the content type says; `readBody` parses it and words what is wrong.
 */
function readBodiesAsText(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => body,
  );
}

function answerError(
  error: FastifyError | AuthError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof AuthError) {
    if (error.status >= 500) request.log.error({ err: error }, 'auth request failed');
    return sendError(reply, error);
  }
  if (error.statusCode === 413) {
    return sendError(reply, authError(413, 'request_entity_too_large', 'Request body too large'));
  }
  if (error.statusCode === 429) {
    return sendError(
      reply,
      authError(429, 'over_request_rate_limit', 'Request rate limit reached'),
    );
  }
  if (error.statusCode && error.statusCode < 500) {
    return sendError(reply, authError(error.statusCode, 'validation_failed', error.message));
  }
  request.log.error({ err: error }, 'auth request failed');
  if (error instanceof DatabaseUnavailable) {
    const text = 'Processing this request timed out, please retry after a moment.';
    return sendError(reply, authError(504, 'request_timeout', text));
  }
  const text = 'Unexpected failure, please check server logs for more information';
  return sendError(reply, authError(500, 'unexpected_failure', text));
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0];
  return sendError(
    reply,
    authError(404, 'not_found', `${request.method} ${path} is not an endpoint of this server`),
  );
}

function backgroundOf(app: FastifyInstance, { log }: Platform): Background {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });
  return (work) => {
    const run = work(stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'work after the answer failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };
}
