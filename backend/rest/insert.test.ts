import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRestTestServer, type RestTestServer } from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.resetNotes());

describe('insert', () => {
  it('adds one row, and returns it on request', async () => {
    const quiet = await world.service.from('notes').insert({ code: 'c' });
    expect(quiet).toMatchObject({ status: 201, data: null, error: null });
    const shown = await world.service
      .from('notes')
      .insert({ code: 'd', folder_id: 2 })
      .select('code,corpo:body')
      .single();
    expect(shown).toMatchObject({
      status: 201,
      data: { code: 'd', corpo: 'vazio' },
    });
  });

  it('returns the rows that a new row references', async () => {
    const { data } = await world.service
      .from('notes')
      .insert({ code: 'd', folder_id: 2 })
      .select('code, folders!notes_folder(name)')
      .single();
    expect(data).toEqual({ code: 'd', folders: { name: 'fotos' } });
  });

  it('adds many rows at once; a column that a row leaves out is null', async () => {
    const { data, status, count } = await world.service
      .from('notes')
      .insert([{ code: 'c', body: 'tres' }, { code: 'd' }], { count: 'exact' })
      .select('code,body');
    expect({ data, status, count }).toEqual({
      data: [
        { code: 'c', body: 'tres' },
        { code: 'd', body: null },
      ],
      status: 201,
      count: 2,
    });
  });

  it('adds all rows or none', async () => {
    const { error, status } = await world.service
      .from('notes')
      .insert([{ code: 'c' }, { code: 'a' }]);
    expect(status).toBe(409);
    expect(error).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "notes_code_key"',
      details: 'Key (code)=(a) already exists.',
    });
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
  });

  it('adds rows of default values, and accepts an empty list', async () => {
    expect(
      (await world.send('POST', '/notes?select=body', {}, { prefer: 'return=representation' }))
        .status,
    ).toBe(201);
    const two = await world.send('POST', '/notes?select=body', [{}, {}], {
      prefer: 'return=representation',
    });
    expect(await two.json()).toEqual([{ body: 'vazio' }, { body: 'vazio' }]);
    const none = await world.send('POST', '/notes', [], {
      prefer: 'return=representation, count=exact',
    });
    expect([none.status, none.headers.get('content-range'), await none.text()]).toEqual([
      201,
      '*/0',
      '[]',
    ]);
  });

  it('responds with the headers of PostgREST', async () => {
    const quiet = await world.send('POST', '/notes', { code: 'c' }, { prefer: 'return=minimal' });
    expect([quiet.status, quiet.headers.get('content-type'), await quiet.text()]).toEqual([
      201,
      null,
      '',
    ]);
    expect(quiet.headers.get('content-range')).toBe('*/*');
    expect(quiet.headers.get('preference-applied')).toBe('return=minimal');
    const shown = await world.send(
      'POST',
      '/notes?columns=code',
      { code: 'd', body: 'x' },
      { prefer: 'return=representation,count=exact' },
    );
    expect(shown.headers.get('preference-applied')).toBe('return=representation, count=exact');
    expect(shown.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await shown.json()).toMatchObject([{ code: 'd', body: 'vazio' }]);
  });

  it.each([
    [[{ code: 'c' }, { body: 'x' }], 400, 'PGRST102', 'All object keys must match'],
    [[{ code: 'c' }, 1], 400, 'PGRST102', 'All object keys must match'],
    [[1], 400, 'PGRST102', 'All object keys must match'],
    [[[]], 400, 'PGRST102', 'All object keys must match'],
    ['{"code":', 400, 'PGRST102', 'Empty or invalid json'],
    ['', 400, 'PGRST102', 'Empty or invalid json'],
    ['5', 400, 'PGRST102', 'Empty or invalid json'],
    [
      { nothing: 1 },
      400,
      'PGRST204',
      "Could not find the 'nothing' column of 'notes' in the schema cache",
    ],
    [
      { folder_id: 77 },
      409,
      '23503',
      'insert or update on table "notes" violates foreign key constraint "notes_folder"',
    ],
    [{ amount: 'much' }, 400, '22P02', 'invalid input syntax for type numeric: "much"'],
    [{ amount: 123456789012 }, 400, '22003', 'numeric field overflow'],
  ])('refuses %j', async (body, status, code, message) => {
    const response = await world.send('POST', '/notes', body);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ code, message }),
    ]);
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
  });

  it.each(['text/csv', 'application/x-www-form-urlencoded', 'text/plain'])(
    'takes JSON only, not %s',
    async (type) => {
      const response = await world.send('POST', '/notes', '{"code":"c"}', { 'content-type': type });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({
          code: 'PGRST102',
          message: `Content-Type not acceptable: ${type}`,
        }),
      ]);
    },
  );

  it('rolls back the change when the result is not one object', async () => {
    const { error, status } = await world.service
      .from('notes')
      .insert([{ code: 'c' }, { code: 'd' }])
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 2 rows',
    ]);
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
  });
});
