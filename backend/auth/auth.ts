import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import type { BackgroundRunner, Platform } from '../platform.ts';
import { createSignInFailureRecorder, type SignInFailureRecorder } from './audit.ts';
import { AuthError, createAuthError, sendError } from './errors.ts';
import { challengeFactor, enrolFactor, removeFactor, verifyFactor } from './factors.ts';
import { passwordQueue } from './password-queue.ts';
import { grantByPassword } from './password-grant.ts';
import { scheduleAuthCleanup } from './auth-cleanup.ts';
import { handleRecoveryRequest } from './recover.ts';
import { grantByRefreshToken } from './refresh-grant.ts';
import { handleSignUp } from './signup.ts';
import { logout, readUser, updateUser } from './user.ts';
import { redeemRecoveryLink } from './redeem-recovery-link.ts';

type Endpoint = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * The response to GET /health. It has the fields, name and description of GoTrue's response, because monitors can
 * compare them.
 */
const HEALTH = {
  version: 'vitrine',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
};

/**
 * Registers the supported endpoints of GoTrue, and HEAD for each GET. Other paths get 404. Other methods on a supported
 * path get 405, but 404 if the path contains an id (`/factors/:id`; docs/choices.md, CALL-07).
 */
export async function registerAuth(app: FastifyInstance, { platform }: { platform: Platform }) {
  platform.queues.set('passwords', passwordQueue);
  const inBackground = backgroundOf(app, platform);
  const noteFailure = createSignInFailureRecorder(platform, inBackground);
  const endpoints: Record<string, Record<string, Endpoint>> = {
    '/health': { GET: () => HEALTH },
    '/.well-known/jwks.json': {
      GET: (_, reply) =>
        reply.header('cache-control', 'public, max-age=600').send(platform.tokens.jwks()),
    },
    '/token': { POST: (request) => token(platform, request, noteFailure) },
    '/signup': { POST: (request) => handleSignUp(platform, request) },
    '/recover': { POST: (request) => handleRecoveryRequest(platform, request, inBackground) },
    '/verify': { POST: (request) => redeemRecoveryLink(platform, request) },
    '/user': {
      GET: (request) => readUser(platform, request),
      PUT: (request) => updateUser(platform, request),
    },
    '/factors': { POST: (request) => enrolFactor(platform, request) },
    '/factors/:id': { DELETE: (request) => removeFactor(platform, request) },
    '/factors/:id/challenge': { POST: (request) => challengeFactor(platform, request) },
    '/factors/:id/verify': { POST: (request) => verifyFactor(platform, request) },
    '/logout': { POST: (request, reply) => logout(platform, request, reply) },
  };
  readBodiesAsText(app);
  app.setErrorHandler(respondWithError);
  for (const [url, methods] of Object.entries(endpoints)) {
    for (const [method, handler] of Object.entries(methods)) app.route({ method, url, handler });
  }
  // Send a code and a message as JSON. GoTrue's router sends the same statuses as plain text, which the official
  // clients cannot read.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.slice(app.prefix.length).split('?')[0] ?? '';
    const known = endpoints[path];
    if (!known)
      return sendError(reply, createAuthError(404, 'route_not_found', '404 page not found'));
    reply.header('allow', Object.keys(known).join(', '));
    return sendError(reply, createAuthError(405, 'method_not_allowed', '405 method not allowed'));
  });
  scheduleAuthCleanup(app, platform, inBackground);
}

/** Handles POST /token for the two grants that the panel uses. */
async function token(
  platform: Platform,
  request: FastifyRequest,
  noteFailure: SignInFailureRecorder,
) {
  const { grant_type: grant } = request.query as { grant_type?: unknown }; // Fastify parses the query into an object
  if (grant === 'password') return grantByPassword(platform, request, noteFailure);
  if (grant === 'refresh_token') return grantByRefreshToken(platform, request);
  throw createAuthError(400, 'invalid_credentials', 'unsupported_grant_type');
}

/**
 * Makes Fastify read every body as text, because GoTrue ignores the content type and parses every body as JSON.
 * `readBody` parses the text and reports errors.
 */
function readBodiesAsText(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => body,
  );
}

function respondWithError(
  error: FastifyError | AuthError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = error instanceof AuthError ? error : asAuthError(error);
  if (known.status >= 500) request.log.error({ err: error }, 'auth request failed');
  return sendError(reply, known);
}

function asAuthError(error: FastifyError) {
  if (error instanceof DatabaseUnavailableError) {
    const text = 'Processing this request timed out, please retry after a moment.';
    return createAuthError(504, 'request_timeout', text);
  }
  // A trigger of the schema raises PT403 (private.protect_required_factor). Send the trigger's message, which the user
  // can read; GoTrue would send `unexpected_failure`.
  if (error.code === 'PT403') return createAuthError(403, 'factor_required', error.message);
  const { statusCode = 500, message } = error;
  if (statusCode === 413)
    return createAuthError(413, 'request_entity_too_large', 'Request body too large');
  if (statusCode === 429)
    return createAuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
  if (statusCode < 500) return createAuthError(statusCode, 'validation_failed', message);
  const text = 'Unexpected failure, please check server logs for more information';
  return createAuthError(500, 'unexpected_failure', text);
}

function backgroundOf(app: FastifyInstance, { log }: Platform): BackgroundRunner {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });
  return (work) => {
    const run = work(stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'work after the response failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };
}
