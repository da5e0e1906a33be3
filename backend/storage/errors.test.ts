import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../database/unavailable.ts';
import { toStorageError } from './errors.ts';

it('reports a busy or unresponsive database as storage-api does', () => {
  const busy = toStorageError(new DatabaseUnavailableError('no_free_connection', new Error('x')));
  expect([busy?.httpStatus, busy?.body]).toEqual([
    429,
    {
      statusCode: '429',
      code: 'SlowDown',
      error: 'too_many_connections',
      message: 'Too many connections issued to the database',
    },
  ]);
  const silent = toStorageError(new DatabaseUnavailableError('no_response', new Error('x')));
  expect([silent?.httpStatus, silent?.body.code]).toEqual([544, 'DatabaseTimeout']);
  expect(toStorageError(new Error('a fault of ours'))).toBeUndefined();
});
