import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.stop());
beforeEach(async () => {
  await world.sql('delete from public.notes');
  await world.sql(`insert into public.notes (id, code, body, folder_id) values (101, 'a', 'um', 1), (102, 'b', 'dois', 2)`);
});

const codes = async () => (await world.sql('select code, body from public.notes order by code')).map(({ code, body }) => `${code}:${body}`);

function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return world.ask(path, { method, body: text, headers: { 'content-type': 'application/json', ...headers } });
}

describe('insert', () => {
  it('adds one row and says nothing, or shows it', async () => {
    const quiet = await world.service.from('notes').insert({ code: 'c' });
    expect(quiet).toMatchObject({ status: 201, data: null, error: null });
    const shown = await world.service
      .from('notes')
      .insert({ code: 'd', folder_id: 2 })
      .select('code,body,folders!notes_folder(name)')
      .single();
    expect(shown).toMatchObject({ status: 201, data: { code: 'd', body: 'vazio', folders: { name: 'fotos' } } });
  });

  it('adds many rows at once; what a row leaves out is null', async () => {
    const { data, status, count } = await world.service
      .from('notes')
      .insert([{ code: 'c', body: 'tres' }, { code: 'd' }], { count: 'exact' })
      .select('code,body')
      .order('code', { ascending: false });
    expect({ data, status, count }).toEqual({
      data: [{ code: 'd', body: null }, { code: 'c', body: 'tres' }],
      status: 201,
      count: 2,
    });
  });

  it('adds all of them or none', async () => {
    const { error, status } = await world.service.from('notes').insert([{ code: 'c' }, { code: 'a' }]);
    expect(status).toBe(409);
    expect(error).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "notes_code_key"',
      details: 'Key (code)=(a) already exists.',
    });
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });

  it('adds rows of defaults and no rows at all', async () => {
    expect((await send('POST', '/notes?select=body', {}, { prefer: 'return=representation' })).status).toBe(201);
    const two = await send('POST', '/notes?select=body', [{}, {}], { prefer: 'return=representation' });
    expect(await two.json()).toEqual([{ body: 'vazio' }, { body: 'vazio' }]);
    const none = await send('POST', '/notes', [], { prefer: 'return=representation, count=exact' });
    expect([none.status, none.headers.get('content-range'), await none.text()]).toEqual([201, '*/0', '[]']);
  });

  it('answers with the headers of PostgREST', async () => {
    const quiet = await send('POST', '/notes', { code: 'c' }, { prefer: 'return=minimal' });
    expect([quiet.status, quiet.headers.get('content-type'), await quiet.text()]).toEqual([201, null, '']);
    expect(quiet.headers.get('content-range')).toBe('*/*');
    expect(quiet.headers.get('preference-applied')).toBe('return=minimal');
    const shown = await send('POST', '/notes?columns=code', { code: 'd', body: 'x' }, { prefer: 'return=representation,missing=null' });
    expect(shown.headers.get('preference-applied')).toBe('missing=null, return=representation');
    expect(shown.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await shown.json()).toMatchObject([{ code: 'd', body: 'vazio' }]);
  });

  it.each([
    [[{ code: 'c' }, { body: 'x' }], 400, 'PGRST102', 'All object keys must match'],
    ['{"code":', 400, 'PGRST102', 'Empty or invalid json'],
    ['', 400, 'PGRST102', 'Empty or invalid json'],
    ['5', 400, 'PGRST102', 'Empty or invalid json'],
    [{ nothing: 1 }, 400, 'PGRST204', "Could not find the 'nothing' column of 'notes' in the schema cache"],
    [{ folder_id: 77 }, 409, '23503', 'insert or update on table "notes" violates foreign key constraint "notes_folder"'],
    [{ amount: 'much' }, 400, '22P02', 'invalid input syntax for type numeric: "much"'],
    [{ amount: 123456789012 }, 400, '22003', 'numeric field overflow'],
  ])('refuses %j', async (body, status, code, message) => {
    const response = await send('POST', '/notes', body);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code, message })]);
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });

  it.each([
    ['/notes?id=eq.1', {}],
    ['/notes?limit=1', {}],
    ['/notes?on_conflict=code', {}],
    ['/notes', { prefer: 'tx=rollback' }],
    ['/notes', { prefer: 'handling=strict, max-affected=1' }],
  ])('refuses %s %j instead of ignoring a part of it', async (path, headers) => {
    const response = await send('POST', path, { code: 'c' }, headers);
    expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST127']);
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });

  it.each(['text/csv', 'application/x-www-form-urlencoded', 'text/plain'])('takes JSON only, not %s', async (type) => {
    const response = await send('POST', '/notes', '{"code":"c"}', { 'content-type': type });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST102', message: `Content-Type not acceptable: ${type}` }),
    ]);
  });

  it('undoes the change when the result is not one object', async () => {
    const { error, status } = await world.service.from('notes').insert([{ code: 'c' }, { code: 'd' }]).select().single();
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 2 rows']);
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });
});

describe('upsert', () => {
  it('merges on the key that is named: 201 when a row is new, 200 when none is', async () => {
    const both = await world.service
      .from('notes')
      .upsert([{ code: 'a', body: 'novo' }, { code: 'c', body: 'tres' }], { onConflict: 'code' })
      .select('code,body')
      .order('code');
    expect(both).toMatchObject({ status: 201, data: [{ code: 'a', body: 'novo' }, { code: 'c', body: 'tres' }] });
    const merged = await world.service.from('notes').upsert({ code: 'a', body: 'outro' }, { onConflict: 'code' });
    expect(merged.status).toBe(200);
    expect(await codes()).toEqual(['a:outro', 'b:dois', 'c:tres']);
  });

  it('merges on the primary key by default', async () => {
    const { status } = await world.service.from('notes').upsert({ id: 102, code: 'bb' });
    expect([status, await codes()]).toEqual([200, ['a:um', 'bb:dois']]);
  });

  it('ignores duplicates when asked to', async () => {
    const { data, status } = await world.service
      .from('notes')
      .upsert([{ code: 'a', body: 'x' }, { code: 'c', body: 'y' }], { onConflict: 'code', ignoreDuplicates: true })
      .select('code');
    expect([status, data, await codes()]).toEqual([201, [{ code: 'c' }], ['a:um', 'b:dois', 'c:y']]);
  });

  it('says what it did in Preference-Applied, and refuses a key that is none', async () => {
    const headers = { prefer: 'resolution=merge-duplicates,return=minimal' };
    const merged = await send('POST', '/notes?on_conflict=code', { code: 'a' }, headers);
    expect(merged.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=minimal');
    const wrong = await send('POST', '/notes?on_conflict=body', { body: 'a' }, headers);
    expect([wrong.status, (await wrong.json()).code]).toEqual([400, '42P10']);
  });
});

describe('update', () => {
  it('changes the rows that match and shows them', async () => {
    const { data, status } = await world.service
      .from('notes')
      .update({ body: 'mudado' })
      .or('code.eq.a,code.eq.zz')
      .select('code,folders!notes_folder(name)');
    expect([status, data]).toEqual([200, [{ code: 'a', folders: { name: 'raiz' } }]]);
    expect(await codes()).toEqual(['a:mudado', 'b:dois']);
  });

  it('answers an update of nothing with an empty list: the sign of a conflict', async () => {
    const { data, status } = await world.service.from('notes').update({ body: 'x' }).eq('code', 'zz').select();
    expect([status, data]).toEqual([200, []]);
    const quiet = await send('PATCH', '/notes?code=eq.zz', { body: 'x' }, { prefer: 'count=exact' });
    expect([quiet.status, quiet.headers.get('content-range')]).toEqual([204, '*/0']);
    const one = await send('PATCH', '/notes?code=eq.a', { body: 'x' }, { prefer: 'count=exact' });
    expect([one.status, one.headers.get('content-range')]).toEqual([204, '0-0/1']);
  });

  it('undoes the change when more rows than allowed, or not exactly one, were changed', async () => {
    const limited = await world.service.from('notes').update({ body: 'x' }).in('code', ['a', 'b']).maxAffected(1);
    expect([limited.status, limited.error?.code]).toEqual([400, 'PGRST124']);
    const single = await world.service.from('notes').update({ body: 'x' }).in('code', ['a', 'b']).select().single();
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116']);
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });

  it.each([
    ['/notes', { body: 'x' }, '21000'],
    ['/notes?code=eq.a', [{ body: 'x' }], 'PGRST127'],
    ['/notes?code=eq.a', {}, 'PGRST127'],
    ['/notes?code=eq.a&columns=body', { body: 'x' }, 'PGRST127'],
    ['/notes?code=eq.a&limit=1', { body: 'x' }, 'PGRST127'],
    ['/notes?nothing=eq.a', { body: 'x' }, '42703'],
  ])('refuses PATCH %s %j', async (path, body, code) => {
    const response = await send('PATCH', path, body);
    expect([response.status, (await response.json()).code]).toEqual([400, code]);
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });

  it('has no PUT', async () => {
    const response = await send('PUT', '/notes?id=eq.101', { id: 101 });
    expect([response.status, (await response.json()).code]).toEqual([405, 'PGRST117']);
  });
});

describe('delete', () => {
  it('removes the rows that match, quietly or showing them', async () => {
    const shown = await world.service.from('notes').delete({ count: 'exact' }).eq('code', 'a').select('code');
    expect(shown).toMatchObject({ status: 200, data: [{ code: 'a' }], count: 1 });
    const quiet = await world.service.from('notes').delete().in('code', ['b', 'zz']);
    expect([quiet.status, quiet.error, await codes()]).toEqual([204, null, []]);
  });

  it('never empties a table by a forgotten filter', async () => {
    const { status, error } = await world.service.from('notes').delete();
    expect([status, error?.message]).toEqual([400, 'DELETE requires a WHERE clause']);
    expect(await codes()).toEqual(['a:um', 'b:dois']);
  });
});
