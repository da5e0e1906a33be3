import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import helmet from 'helmet';
import { toClientAddress } from './address.ts';
import { registerAuth } from './auth/auth.ts';
import { limitConnections, httpServerOptions, createProxyChecker } from './connections.ts';
import { createDiskFullHook, watchDisk, type DiskWatch } from './disk.ts';
import { registerHealthRoutes } from './health.ts';
import { createHelmetOptions } from './http-headers.ts';
import { identifyCaller, identifyByApiKey, type Identity } from './identity.ts';
import type { Platform } from './platform.ts';
import { RequestLog } from './request-log.ts';
import { deleteExpiredBatchesDaily } from './batch-retention.ts';
import { registerRest } from './rest/rest.ts';
import { registerStorage } from './storage/storage.ts';
import { IdentityError } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Set before the handlers of the protocols, except on public routes. */
    identity: Identity;
    /** The reason why the bearer token was refused. Only auth handles requests with a refused token. */
    identityFailure: IdentityError | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the route itself limits the time in which a body must arrive. If true, `watchBody` does not limit it. */
    watchesItsBody?: boolean;
  }
}

/** The function that mounts the panel on all paths without a route. */
export type PanelMounter = (app: FastifyInstance, platform: Platform) => Promise<void>;

const BODY_MS = 60_000;
/** Time in which the remaining bytes of a refused body are discarded, so that the client can read the refusal. */
const DRAIN_MS = 3_000;

/**
 * Options of the compression. At brotli's level 3, a list of 50 rows, 42 kB, becomes 6.0 kB in 0.1 ms. At level 4, the
 * plugin's default, it becomes 5.9 kB in 0.4 ms. Up to `syncThreshold` bytes, the plugin does not use a stream, because
 * a stream takes longer than the compression.
 */
const COMPRESSION = {
  threshold: 1024,
  syncThreshold: 65_536,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
} satisfies FastifyCompressOptions;

/** Builds the server: the routes of the three protocols and of the panel, with their limits and headers. */
export async function buildServer(platform: Platform, mountPanel?: PanelMounter) {
  const { config } = platform;
  const app = fastify({
    loggerInstance: platform.log,
    logController: new RequestLog(),
    bodyLimit: config.MAX_BODY_BYTES,
    requestTimeout: 0, // Node's limit would abort uploads in progress; `watchBody` limits other bodies
    http: httpServerOptions,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/unreadable-address'),
    trustProxy: config.TRUST_PROXY ?? false,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
  });
  limitConnections(app, platform);
  // Create this handler only once, because its creation is slow. Fastify's plugin would create it for every request.
  const setSecurityHeaders = helmet(createHelmetOptions(config));
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request.raw, reply.raw, () => done());
  });
  app.addHook('onRequest', watchBody);
  app.addHook('onSend', keepConnection);
  const { observe } = platform;
  if (observe) app.addHook('onResponse', async (request, reply) => observe(request, reply));
  await app.register(rateLimit, {
    global: false,
    keyGenerator: toClientAddress,
    max: config.REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    errorResponseBuilder: () => ({
      statusCode: 429,
      code: 'over_request_rate_limit',
      message: 'Too many requests',
    }),
  });
  // The rate limit applies to every request, unknown paths included. An IPv6 network (/64) counts as one address.
  app.addHook('onRequest', app.rateLimit());
  app.addHook('onRequest', warnOfUnknownProxy(platform));
  await app.register(compress, COMPRESSION);
  if (config.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGINS,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      exposedHeaders: ['content-range', 'preference-applied'],
    });
  }
  app.addHook('preClose', async () => endIdleConnections(app));
  app.decorateRequest('identity');
  app.decorateRequest('identityFailure');
  app.setErrorHandler(respondUnexpected);

  const disk = watchDisk(platform);
  app.addHook('onClose', async () => disk.stop());
  const context = { platform, disk };
  await app.register(protocol(registerAuth, context, isOpenInAuth), { prefix: '/auth/v1' });
  await app.register(
    protocol(registerRest, context, () => false),
    { prefix: '/rest/v1' },
  );
  await app.register(protocol(registerStorage, context, isPublicFile), { prefix: '/storage/v1' });
  registerHealthRoutes(app, platform, disk);
  deleteExpiredBatchesDaily(app, platform);
  if (mountPanel) await mountPanel(app, platform);
  return app;
}

/**
 * While the server stops, closes each connection as soon as the connection is idle. `app.close` closes only the
 * connections that are idle at the time of the call. A connection with a response in flight would stay open and delay
 * the stop by more than a minute.
 */
function endIdleConnections({ server }: FastifyInstance) {
  const timer = setInterval(() => server.closeIdleConnections(), 50);
  server.once('close', () => clearInterval(timer));
}

type Protocol = (app: FastifyInstance, options: { platform: Platform }) => Promise<void>;

/**
 * Returns a plugin that registers a protocol in its own Fastify context, with its own body parsers and error format.
 * @param isOpen whether a route is public, so that it needs no API key
 */
function protocol(
  plugin: Protocol,
  { platform, disk }: { platform: Platform; disk: DiskWatch },
  isOpen: (path: string, method: string) => boolean,
) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const path = request.url.slice(app.prefix.length).split('?')[0] ?? '';
      if (!isOpen(path, request.method))
        await takeIdentity(request, reply, platform, plugin === registerAuth);
    });
    if (plugin !== registerAuth) app.addHook('onRequest', createDiskFullHook(platform, disk));
    await plugin(app, { platform });
  };
}

/**
 * Sets `request.identity`. Refuses a missing or unknown key with 401, like the hosted platform's gateway.
 * @param isAuth whether the protocol is auth, where a client can sign in or refresh with an expired token. In auth, a
 * request with an invalid bearer token runs with the role of its key, and `request.identityFailure` has the error.
 * @throws IdentityError for an invalid bearer token in rest or storage; the error handler of the protocol responds
 */
async function takeIdentity(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens }: Platform,
  isAuth: boolean,
) {
  try {
    request.identity = await identifyCaller(request, tokens);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.reason === 'missing_key' || error.reason === 'invalid_key') {
      const message =
        error.reason === 'missing_key' ? 'No API key found in request' : 'Invalid API key';
      return reply.code(401).send({ message });
    }
    if (!isAuth) throw error;
    request.identity = identifyByApiKey(request, tokens);
    request.identityFailure = error;
  }
}

/**
 * Returns a hook that logs a warning if a request with `X-Forwarded-For` comes from an address that is not in
 * TRUST_PROXY. This address is probably a proxy, and the limits count all its users as one address. The hook warns only
 * once, because any client could send `X-Forwarded-For` with each request.
 */
function warnOfUnknownProxy({ config, log }: Platform) {
  const isProxy = createProxyChecker(config.TRUST_PROXY ?? []);
  let hasWarned = false;
  return async ({ headers, socket: { remoteAddress: address } }: FastifyRequest) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return;
    if (address === undefined || isProxy(address)) return;
    hasWarned = true;
    log.warn(
      { address },
      'Requests from this address come with X-Forwarded-For, and TRUST_PROXY does not name it: limits count it as one address.',
    );
  };
}

/** Whether a route of auth is public, so that it needs no API key. */
function isOpenInAuth(path: string) {
  return path === '/.well-known/jwks.json' || path === '/health';
}

function isPublicFile(path: string, method: string) {
  return path.startsWith('/object/public/') && (method === 'GET' || method === 'HEAD');
}

/**
 * Ends the connection if a body takes longer than `BODY_MS`. Uploads can take longer: their route has its own limit. If
 * the response is sent before the complete body has arrived, the remaining bytes are discarded for `DRAIN_MS`. Then the
 * connection ends, if the body is still incomplete.
 */
async function watchBody({ raw, routeOptions }: FastifyRequest, reply: FastifyReply) {
  const hasBody = raw.headers['content-length'] ?? raw.headers['transfer-encoding'];
  if (hasBody === undefined) return;
  const end = () => raw.complete || raw.destroy();
  const late = routeOptions.config.watchesItsBody ? undefined : setTimeout(end, BODY_MS);
  raw.once('close', () => clearTimeout(late));
  reply.raw.once('finish', () => {
    if (raw.complete) return;
    raw.resume();
    setTimeout(end, DRAIN_MS).unref();
  });
}

/**
 * Removes the header `Connection: close` from a response that is sent before the complete body has arrived. Otherwise
 * the framework would close the connection at once, and the client might never read the refusal.
 */
async function keepConnection({ raw }: FastifyRequest, reply: FastifyReply) {
  if (!raw.complete) reply.removeHeader('connection');
}

/**
 * Whether the path can be decoded and is not empty. Any other path is handled as an unknown path, so that headers and
 * limits apply to it: the router would apply neither.
 */
function isReadable(url: string) {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '') !== '';
  } catch {
    return false;
  }
}

function respondUnexpected(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  if (status < 500) return reply.code(status).send({ code: error.code, message: error.message });
  request.log.error({ err: error }, 'request failed');
  return reply
    .code(500)
    .send({ code: 'unexpected_failure', message: 'Unexpected failure, please check server logs' });
}
