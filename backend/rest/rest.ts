import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toClientAddress } from '../address.ts';
import { createDisconnectSignal } from '../disconnect-signal.ts';
import type { TransactionOptions, Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { RestResponse, ResultRow, PreparedRequest } from './response.ts';
import { createClientDisconnectedError, RestError, createMethodNotAllowedError } from './errors.ts';
import { sendError } from './send-error.ts';
import { createPersonalDataReadCounter } from './personal-reads.ts';
import { createRequestPreparer, type RestTarget } from './prepare.ts';
import { readRequest } from './request.ts';
import { createRefusalRecorder } from './refusals.ts';
import { createShareQueues, isHeavyRequest } from './shares.ts';

/** Registers the platform's data protocol, a strict subset of PostgREST's (README.md of this folder). */
export async function registerRest(app: FastifyInstance, { platform }: { platform: Platform }) {
  const { databases } = platform;
  const noteRefusal = createRefusalRecorder(databases.rest);
  const preparer = createRequestPreparer(databases.server, platform.config.MAX_ROWS);
  const shares = createShareQueues(platform.queues);
  const notePersonalRead = createPersonalDataReadCounter(databases.server, platform.log);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(sendError);

  async function respond(target: RestTarget, request: FastifyRequest, reply: FastifyReply) {
    const isAnonymous = request.identity.role === 'anon';
    const restRequest = readRequest(request.method, request.url, request.headers, request.body);
    const operation = await preparer.prepare(target, restRequest, isAnonymous);
    const signal = createDisconnectSignal(request, reply);
    const { status, headers, body, rows } = await runInShare(
      target,
      operation,
      request,
      reply,
      signal,
    ).catch((error: unknown) => {
      throw signal.aborted ? createClientDisconnectedError() : error;
    });
    if (!isAnonymous) preparer.remember(restRequest, operation);
    notePersonalRead(request.identity, target, restRequest, {
      rows,
      body,
      embeds: operation.embeds,
    });
    addHeaders(reply.code(status), headers);
    // Call `compress` explicitly: the plugin's hook does not compress a list, because it mistakes the header
    // Content-Range for a range of bytes.
    return body === undefined ? reply.send() : reply.compress(body);
  }

  /**
   * Waits for a place in each queue that the request needs, runs the operation, and releases the places. The place in
   * the queue `person` is released only when the response has been sent or the client has disconnected. If a signed-in
   * user has no permission, records the refusal in the activity.
   */
  async function runInShare(
    target: RestTarget,
    operation: PreparedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    signal: AbortSignal,
  ) {
    const { identity } = request;
    const isAnonymous = identity.role === 'anon';
    const client = { identity, address: toClientAddress(request) };
    const place = await shares.enter(client, isHeavyRequest(target, operation), signal);
    try {
      const database = isAnonymous ? databases.anonymous : databases.rest;
      const before = await preparer.preRequest();
      return await run(database, request, operation, { before, signal });
    } catch (error) {
      shares.refuseWaitingFor(error);
      await noteRefusal(error, request, target).catch((err: unknown) =>
        request.log.error({ err }, 'a refusal was not noted'),
      );
      throw error;
    } finally {
      place.done();
      if (signal.aborted) place.sent();
      signal.addEventListener('abort', place.sent);
      reply.raw.once('finish', place.sent);
    }
  }

  app.all<{ Params: { name: string } }>('/:name', (request, reply) =>
    respond({ kind: 'table', name: request.params.name }, request, reply),
  );
  app.all<{ Params: { name: string } }>('/rpc/:name', (request, reply) => {
    const { method, params } = request;
    if (!METHODS_OF_FUNCTIONS.has(method)) throw createMethodNotAllowedError(method);
    return respond({ kind: 'function', name: params.name }, request, reply);
  });
  app.all('/', () => {
    throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');
  });
  app.all('/*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
}

const METHODS_OF_FUNCTIONS = new Set(['GET', 'HEAD', 'POST']);

/**
 * Runs the statement and builds the response. If the response can be refused, it is built inside the transaction, so
 * that the refusal rolls back the change.
 */
async function run(
  database: Database,
  request: FastifyRequest,
  {
    statement: { text, values },
    isReadOnly,
    seesRequest,
    mayRollBack,
    toResponse,
  }: PreparedRequest,
  more: Pick<TransactionOptions, 'before' | 'signal'>,
): Promise<RestResponse & { rows: number }> {
  const { identity } = request;
  const settings = seesRequest ? settingsOf(request) : undefined;
  const access = { ...more, isReadOnly, settings };
  const responseOf = (result: { rows: ResultRow[] }) => {
    const row = only(result);
    return { ...toResponse(row), rows: row.rows };
  };
  if (mayRollBack) {
    return database.transactionAs(identity, access, async (tx) =>
      responseOf(await tx.query<ResultRow>(text, values)),
    );
  }
  return responseOf(await database.queryAs<ResultRow>(identity, access, text, values));
}

/** Returns the settings `request.method` and `request.headers`, without secrets. The names are PostgREST's. */
function settingsOf({ method, headers }: FastifyRequest) {
  const { authorization: _token, apikey: _key, cookie: _cookie, ...others } = headers;
  return { 'request.method': method, 'request.headers': JSON.stringify(others) };
}

/** Adds the headers to the reply. Appends to `Vary`, because compression and CORS also add values to `Vary`. */
function addHeaders(reply: FastifyReply, { vary, ...headers }: Record<string, string>) {
  reply.headers(headers);
  if (vary === undefined) return;
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? vary : `${String(before)}, ${vary}`);
}

function only<T>({ rows: [row] }: { rows: T[] }) {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}
