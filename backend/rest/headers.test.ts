import { describe, expect, it } from 'vitest';
import { negotiateShape } from './accept.ts';
import { appliedPreferences, readPreferences } from './preferences.ts';
import { describeRange, readRange } from './range.ts';
import { statusOfSqlState } from './sqlstate.ts';

describe('Accept', () => {
  it.each([
    [undefined, 'array'],
    ['*/*', 'array'],
    ['application/json', 'array'],
    ['application/vnd.pgrst.array+json', 'array'],
    ['text/html, application/json;q=0.8', 'array'],
    ['application/vnd.pgrst.object+json', 'object'],
    ['application/json;q=0.5, application/vnd.pgrst.object+json', 'object'],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'stripped-object'],
    ['application/vnd.pgrst.array; nulls=stripped', 'stripped-array'],
    ['application/json;nulls=stripped', 'array'],
    ['text/csv; version=1', 'csv'],
    ['text/unknowntype, text/csv', 'csv'],
  ])('%s gives an %s', (accept, shape) => {
    expect(negotiateShape(accept)).toBe(shape);
  });

  it.each([
    'application/geo+json',
    'text/unknowntype',
    'application/vnd.pgrst.plan+text; for="application/json"; options=analyze',
  ])('refuses %s', (accept) => {
    expect(() => negotiateShape(accept)).toThrow(
      expect.objectContaining({ status: 406, code: 'PGRST107' }),
    );
  });
});

describe('Prefer', () => {
  it('takes several headers, the first of two values counts', () => {
    const preferences = readPreferences([
      'return=representation,count=exact',
      'return=minimal, resolution=merge-duplicates',
    ]);
    expect(preferences).toMatchObject({
      representation: true,
      count: 'exact',
      resolution: 'merge-duplicates',
    });
    expect(appliedPreferences(preferences, ['resolution', 'return'])).toBe(
      'resolution=merge-duplicates, return=representation, count=exact',
    );
    expect(appliedPreferences(preferences, [])).toBe('count=exact');
  });

  it('ignores what nobody knows, as HTTP allows, unless handling is strict', () => {
    expect(readPreferences('respond-async')).toMatchObject({
      representation: false,
      hasDefaults: false,
    });
    expect(() => readPreferences('handling=strict, respond-async, wait=10')).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST122',
        details: 'Invalid preferences: respond-async, wait=10',
      }),
    );
  });

  it.each(['tx=rollback', 'return=headers-only', 'timezone=UTC', 'max-affected=1'])(
    'refuses %s by name',
    (prefer) => {
      expect(() => readPreferences(prefer)).toThrow(
        expect.objectContaining({
          code: 'PGRST127',
          details: expect.stringContaining(prefer.split('=')[0] ?? ''),
        }),
      );
    },
  );
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
    [undefined, 0, 'bytes=0-10', { offset: 0, limit: 1000 }],
  ])('limit %s, offset %s and Range %s', (limit, offset, header, range) => {
    expect(readRange(limit, offset, header, 1000)).toEqual(range);
  });

  it.each([
    [undefined, 0, '20-10'],
    [5, 0, '10-20'],
    [0, 5, undefined],
  ])('cannot satisfy limit %s, offset %s and Range %s', (limit, offset, header) => {
    expect(() => readRange(limit, offset, header, 1000)).toThrow(
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
    expect(describeRange(offset, rows, total)).toEqual({ status, contentRange });
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
    expect(statusOfSqlState(code, false)).toBe(status);
  });

  it('asks strangers to sign in', () => {
    expect(statusOfSqlState('42501', true)).toBe(401);
  });
});
