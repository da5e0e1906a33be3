import fastify from 'fastify';
import { expect, it } from 'vitest';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { sendError } from './respond.ts';

/** What a request hears when this happens while it is answered. */
async function hear(error: Error) {
  const app = fastify({ logger: false });
  app.setErrorHandler(sendError);
  app.get('/', () => {
    throw error;
  });
  const response = await app.inject('/');
  return [response.statusCode, response.json<unknown>()];
}

it('says that the database is out of reach, and nothing of how', async () => {
  const refused = Object.assign(new Error('connect ENOENT /tmp/secret/.s.PGSQL.5432'), {
    code: 'ENOENT',
  });
  expect(await hear(new DatabaseUnavailable('no_answer', refused))).toEqual([
    503,
    { code: 'PGRST000', details: null, hint: null, message: 'Database connection error.' },
  ]);
});

it('says that all connections are in use', async () => {
  const message = 'Timed out acquiring connection from connection pool.';
  expect(await hear(new DatabaseUnavailable('no_free_connection', new Error('timeout')))).toEqual([
    504,
    { code: 'PGRST003', details: null, hint: null, message },
  ]);
});

it('says nothing of what nobody foresaw', async () => {
  expect(await hear(new TypeError('x is not a function'))).toEqual([
    500,
    { code: 'PGRSTX00', details: null, hint: null, message: 'Internal error' },
  ]);
});
