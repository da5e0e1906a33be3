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
import { addressOf } from './address.ts';
import { auth } from './auth/auth.ts';
import { boundConnections, httpOptions, proxyTest } from './connections.ts';
import { refuseGrowth, watchDisk, type DiskWatch } from './disk.ts';
import { healthRoutes } from './health.ts';
import { helmetOptions } from './http-headers.ts';
import { identify, keyIdentity, type Identity } from './identity.ts';
import type { Platform } from './platform.ts';
import { RequestLog } from './request-log.ts';
import { forgetDaily } from './retention.ts';
import { rest } from './rest/rest.ts';
import { storage } from './storage/storage.ts';
import { IdentityError } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before each handler of a protocol that needs the caller's identity. */
    identity: Identity;
    /** The reason why the bearer token was refused; only routes of auth receive such a request. */
    identityFailure: IdentityError | undefined;
  }
  interface FastifyContextConfig {
    /** The route itself limits the time of its body. */
    watchesItsBody?: boolean;
  }
}

/** Mounts the panel on all paths outside the protocols. */
export type PanelMount = (app: FastifyInstance, platform: Platform) => Promise<void>;

const BODY_MS = 60_000;
/** How long the rest of a refused body is read and discarded, so that its sender can read the refusal. */
const DRAIN_MS = 3_000;

/**
 * Level 3: a list of 50 rows, 42 kB, becomes 6.0 kB in 0.1 ms. At brotli's level 4, the plugin's default, it becomes
 * 5.9 kB in 0.4 ms. A smaller response takes longer to pass through a stream than to send uncompressed.
 */
const COMPRESSION = {
  threshold: 1024,
  syncThreshold: 65_536,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
} satisfies FastifyCompressOptions;

/** Builds the whole server: the routes of the three protocols and the panel, with their limits and headers. */
export async function buildServer(platform: Platform, mountPanel?: PanelMount) {
  const { config } = platform;
  const app = fastify({
    loggerInstance: platform.log,
    logController: new RequestLog(),
    bodyLimit: config.MAX_BODY_BYTES,
    requestTimeout: 0, // no limit of Node, which would abort uploads in progress; see watchBody
    http: httpOptions,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/unreadable-address'),
    trustProxy: config.TRUST_PROXY ?? false,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
  });
  boundConnections(app, platform);
  // Composed once: the framework's plugin composes it for every request, which was the slowest part of a response.
  const setSecurityHeaders = helmet(helmetOptions(config));
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request.raw, reply.raw, () => done());
  });
  app.addHook('onRequest', watchBody);
  app.addHook('onSend', keepConnection);
  const { observe } = platform;
  if (observe) app.addHook('onResponse', async (request, reply) => observe(request, reply));
  await app.register(rateLimit, {
    global: false,
    keyGenerator: addressOf,
    max: config.REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    errorResponseBuilder: () => ({
      statusCode: 429,
      code: 'over_request_rate_limit',
      message: 'Too many requests',
    }),
  });
  // The rate limit applies to every request, unknown paths included. An IPv6 network (/64) is one address.
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
  await app.register(protocol(auth, context, isOpenInAuth), { prefix: '/auth/v1' });
  await app.register(
    protocol(rest, context, () => false),
    { prefix: '/rest/v1' },
  );
  await app.register(protocol(storage, context, isPublicFile), { prefix: '/storage/v1' });
  healthRoutes(app, platform, disk);
  forgetDaily(app, platform);
  if (mountPanel) await mountPanel(app, platform);
  return app;
}

/**
 * Closing the server ends the connections that are idle at that moment. A connection with a response in flight would
 * stay open and delay the stop by more than a minute.
 */
function endIdleConnections({ server }: FastifyInstance) {
  const timer = setInterval(() => server.closeIdleConnections(), 50);
  server.once('close', () => clearInterval(timer));
}

type Protocol = (app: FastifyInstance, options: { platform: Platform }) => Promise<void>;

/** Each protocol has its own context with its own body parsers and error format. */
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
        await takeIdentity(request, reply, platform, plugin === auth);
    });
    if (plugin !== auth) app.addHook('onRequest', refuseGrowth(platform, disk));
    await plugin(app, { platform });
  };
}

/**
 * A missing or unknown key is refused here, as by the hosted platform's gateway. An invalid bearer token reaches the
 * protocol's error handler as an IdentityError. Sign-in and refresh may arrive with an expired token and run as the
 * key's role: for them the failure is in `request.identityFailure`.
 */
async function takeIdentity(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens }: Platform,
  mayWait: boolean,
) {
  try {
    request.identity = await identify(request, tokens);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.reason === 'missing_key' || error.reason === 'invalid_key') {
      const message =
        error.reason === 'missing_key' ? 'No API key found in request' : 'Invalid API key';
      return reply.code(401).send({ message });
    }
    if (!mayWait) throw error;
    request.identity = keyIdentity(request, tokens);
    request.identityFailure = error;
  }
}

/**
 * Behind a proxy that TRUST_PROXY does not name, all users have one address: warn once in the log. Once is enough: a
 * client could send the header with each request.
 */
function warnOfUnknownProxy({ config, log }: Platform) {
  const isProxy = proxyTest(config.TRUST_PROXY ?? []);
  let isSaid = false;
  return async ({ headers, socket: { remoteAddress: address } }: FastifyRequest) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return;
    if (address === undefined || isProxy(address)) return;
    isSaid = true;
    log.warn(
      { address },
      'Requests from this address come with X-Forwarded-For, and TRUST_PROXY does not name it: limits count it as one address.',
    );
  };
}

/** Public routes need no API key. */
function isOpenInAuth(path: string) {
  return path === '/.well-known/jwks.json' || path === '/health';
}

function isPublicFile(path: string, method: string) {
  return path.startsWith('/object/public/') && (method === 'GET' || method === 'HEAD');
}

/**
 * Ends the connection of a body that arrives too slowly. Uploads may take longer and have their own limit. The rest of
 * a refused body is read and discarded for a while, then cut off.
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
 * Keeps the connection of a refused body open: the framework would close it at once, and the client might never read the
 * refusal.
 */
async function keepConnection({ raw }: FastifyRequest, reply: FastifyReply) {
  if (!raw.complete) reply.removeHeader('connection');
}

/** An unreadable URL is handled as an unknown path, which has headers and limits; the router would apply neither. */
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
