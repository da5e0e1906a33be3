import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { RestError } from './errors.ts';
import { createPreparer, type Target } from './operations.ts';
import { describeRoot } from './options.ts';
import { readQuestion } from './question.ts';
import { sendAnswer, sendError } from './respond.ts';
import { run } from './run.ts';

/** The platform's data protocol, a strict subset of PostgREST's: see README.md here for the dialect. */
export async function rest(app: FastifyInstance, { platform }: { platform: Platform }) {
  const database = platform.databases.rest;
  const preparer = createPreparer(database, platform.config.limits.rows);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(sendError);

  async function respond(target: Target, request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'OPTIONS') return sendAnswer(reply, await preparer.describe(target));
    const question = readQuestion(request.method, request.url, request.headers, request.body);
    const { accept, prefer, range } = question;
    const key = JSON.stringify([request.method, request.url, accept, prefer, range]);
    const operation = await preparer.prepare(target, question, key);
    return sendAnswer(reply, await run(database, request, operation));
  }

  app.all<{ Params: { name: string } }>('/:name', (request, reply) =>
    respond({ kind: 'table', name: request.params.name }, request, reply),
  );
  app.all<{ Params: { name: string } }>('/rpc/:name', (request, reply) => {
    const { method, params } = request;
    if (METHODS_OF_FUNCTIONS.has(method)) {
      return respond({ kind: 'function', name: params.name }, request, reply);
    }
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
  });
  app.all('/', (request, reply) => {
    if (request.method === 'OPTIONS') return sendAnswer(reply, describeRoot());
    throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');
  });
  app.all('/*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
}

const METHODS_OF_FUNCTIONS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
