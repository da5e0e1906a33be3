import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { RestError } from './errors.ts';
import { createPreparer, type Target } from './operations.ts';
import { readQuestion, type Answer, type AnswerRow, type Operation } from './question.ts';
import { sendAnswer, sendError } from './respond.ts';

/** The platform's data protocol, a strict subset of PostgREST's: see README.md here for the dialect. */
export async function rest(app: FastifyInstance, { platform }: { platform: Platform }) {
  const database = platform.databases.rest;
  const preparer = createPreparer(database, platform.config.limits.rows);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(sendError);

  async function respond(target: Target, request: FastifyRequest, reply: FastifyReply) {
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
    if (method === 'GET' || method === 'HEAD' || method === 'POST') {
      return respond({ kind: 'function', name: params.name }, request, reply);
    }
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
  });
  app.all('/', () => {
    throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');
  });
  app.all('/*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
}

/** What may have to be undone is answered for inside its transaction: refusing the result rolls it back. */
async function run(
  database: Database,
  request: FastifyRequest,
  operation: Operation,
): Promise<Answer> {
  const { identity } = request;
  const info = { method: request.method, path: request.url.split('?')[0] ?? '' };
  const { text, values } = operation.statement;
  if (operation.mayRollBack) {
    return database.transactionAs(identity, info, async (tx) => {
      const { rows } = await tx.query<AnswerRow>(text, values);
      return operation.answer(only(rows));
    });
  }
  const { rows } = await database.queryAs<AnswerRow>(identity, info, text, values);
  return operation.answer(only(rows));
}

function only([row]: AnswerRow[]) {
  if (row === undefined) throw new Error('The statement answered no row.');
  return row;
}
