import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { computeContentRange, computeRowRange } from './response.ts';
import { sendError, sqlStateToHttpStatus } from './send-error.ts';
import { negotiateResponseShape, readPreferences } from './request.ts';

describe('Accept', () => {
  it.each([
    [undefined, 'array'],
    ['*/*', 'array'],
    ['application/json', 'array'],
    ['application/vnd.pgrst.array+json', 'array'],
    ['text/html, application/json;q=0.8', 'array'],
    ['application/vnd.pgrst.object+json', 'object'],
    ['application/json;q=0.5, application/vnd.pgrst.object+json', 'object'],
    ['application/json;nulls=stripped', 'array'],
  ])('%s gives an %s', (accept, shape) => {
    expect(negotiateResponseShape(accept)).toBe(shape);
  });
});

describe('Prefer', () => {
  it('accepts several headers; the first of two values counts', () => {
    const preferences = readPreferences(['return=representation,count=exact', 'return=minimal']);
    expect(preferences).toEqual({ representation: true, minimal: false, isCounted: true });
  });

  it('ignores unknown values, as HTTP allows', () => {
    expect(readPreferences('respond-async, wait=10')).toMatchObject({ representation: false });
  });
});

describe('ranges', () => {
  it.each([
    [undefined, 0, undefined, { offset: 0, limit: 1000 }],
    [10, 20, undefined, { offset: 20, limit: 10 }],
    [5000, 0, undefined, { offset: 0, limit: 1000 }],
    [undefined, 0, '10-19', { offset: 10, limit: 10 }],
    [undefined, 0, '10-', { offset: 10, limit: 1000 }],
    [5, 0, '3-100', { offset: 3, limit: 2 }],
    [0, 0, undefined, { offset: 0, limit: 0 }],
    [10, -4, undefined, { offset: 0, limit: 6 }],
    [undefined, -4, undefined, { offset: 0, limit: 1000 }],
    [4, -4, undefined, { offset: 0, limit: 0 }],
    [undefined, 0, 'bytes=0-10', { offset: 0, limit: 1000 }],
  ])('limit %s, offset %s and Range %s', (limit, offset, header, range) => {
    expect(computeRowRange({ limit, offset }, header, 1000)).toEqual(range);
  });

  it.each([
    [undefined, 0, '20-10'],
    [5, 0, '10-20'],
    [0, 5, undefined],
    [2, -4, undefined],
  ])('cannot satisfy limit %s, offset %s and Range %s', (limit, offset, header) => {
    expect(() => computeRowRange({ limit, offset }, header, 1000)).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    );
  });

  it.each([
    [0, 50, null, 200, '0-49/*'],
    [0, 0, null, 200, '*/*'],
    [0, 50, 90, 206, '0-49/90'],
    [50, 40, 90, 206, '50-89/90'],
    [0, 90, 90, 200, '0-89/90'],
    [0, 0, 0, 200, '*/0'],
    [90, 0, 90, 206, '*/90'],
    [91, 0, 90, 416, '*/90'],
  ])('from %s, %s rows of %s: %s %s', (offset, rows, total, status, contentRange) => {
    expect(computeContentRange(offset, rows, total)).toEqual({ status, contentRange });
  });
});

describe('SQLSTATE', () => {
  it.each([
    ['23505', 409],
    ['23503', 409],
    ['23502', 400],
    ['22P02', 400],
    ['42501', 403],
    ['42883', 404],
    ['P0001', 400],
    ['P0002', 500],
    ['PT409', 409],
    ['PTxyz', 500],
    ['57014', 500],
    ['57P01', 503],
    ['40001', 500],
    ['XX000', 500],
    ['25006', 405],
  ])('%s is %s', (code, status) => {
    expect(sqlStateToHttpStatus(code, false)).toBe(status);
  });

  it('asks anonymous clients to sign in', () => {
    expect(sqlStateToHttpStatus('42501', true)).toBe(401);
  });
});

/** Returns the status and body of the response to a request whose handler throws this error. */
async function responseTo(error: Error) {
  const app = fastify({ logger: false });
  app.setErrorHandler(sendError);
  app.get('/', () => {
    throw error;
  });
  const response = await app.inject('/');
  return [response.statusCode, response.json<unknown>()];
}

it('reports that the database is unreachable, without details', async () => {
  const refused = Object.assign(new Error('connect ENOENT /tmp/secret/.s.PGSQL.5432'), {
    code: 'ENOENT',
  });
  expect(await responseTo(new DatabaseUnavailableError('no_response', refused))).toEqual([
    503,
    { code: 'PGRST000', details: null, hint: null, message: 'Database connection error.' },
  ]);
});

it('reports that all connections are in use', async () => {
  expect(
    await responseTo(new DatabaseUnavailableError('no_free_connection', new Error('timeout'))),
  ).toEqual([
    504,
    {
      code: 'PGRST003',
      details: null,
      hint: null,
      message: 'Timed out acquiring connection from connection pool.',
    },
  ]);
});

it('reports unexpected errors without details', async () => {
  expect(await responseTo(new TypeError('x is not a function'))).toEqual([
    500,
    { code: 'PGRSTX00', details: null, hint: null, message: 'Internal error' },
  ]);
});
