import { Writable } from 'node:stream';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from './database/unavailable.ts';
import { createLogger } from './log.ts';

function readLoggedError(error: unknown) {
  let line = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      line += String(chunk);
      done();
    },
  });
  createLogger('error', destination).error({ err: error }, 'failed');
  return JSON.parse(line) as { err: Record<string, unknown> }; // pino writes one object per line
}

it('logs the description of an error, not its fields', () => {
  const error = Object.assign(new TypeError('lost'), {
    code: '57P01',
    client: { connectionParameters: { password: 'segredo' } },
  });

  const { err } = readLoggedError(error);

  expect(Object.keys(err).toSorted()).toEqual(['code', 'message', 'stack', 'type']);
  expect(err).toMatchObject({ type: 'TypeError', message: 'lost', code: '57P01' });
  expect(JSON.stringify(err)).not.toContain('segredo');
});

it('logs the cause of an error, and thrown values that are no errors', () => {
  const cause = Object.assign(new Error('disk'), { code: 'ENOSPC', client: {} });

  expect(readLoggedError(new Error('write', { cause })).err['cause']).toMatchObject({
    message: 'disk',
    code: 'ENOSPC',
  });
  expect(readLoggedError('text').err).toEqual({ type: 'string', message: 'text' });
});

it('writes no stack for errors of PostgreSQL', () => {
  const raised = Object.assign(new DatabaseError('stack depth limit exceeded', 1, 'error'), {
    code: '54001',
  });
  expect(readLoggedError(raised).err).toEqual({
    type: 'DatabaseError',
    message: 'stack depth limit exceeded',
    code: '54001',
  });
});

it('writes no stack when the database is unavailable', () => {
  const cause = new Error('connect ENOENT /tmp/x');
  expect(readLoggedError(new DatabaseUnavailableError('no_response', cause)).err).toEqual({
    type: 'DatabaseUnavailableError',
    message: 'The database does not respond: connect ENOENT /tmp/x',
  });
});
