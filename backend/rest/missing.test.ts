import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.resetNotes());

describe('what a row leaves out', () => {
  it('takes the default of the column when asked to', async () => {
    const rows = [{ code: 'c', body: 'tres' }, { code: 'd' }];
    const { data, status } = await world.service
      .from('notes')
      .insert(rows, { defaultToNull: false })
      .select('code,body')
      .order('code');
    expect([status, data]).toEqual([
      201,
      [
        { code: 'c', body: 'tres' },
        { code: 'd', body: 'vazio' },
      ],
    ]);
    const shown = await world.send(
      'POST',
      '/notes?columns=id,code,body&select=body',
      { code: 'e' },
      { prefer: 'missing=default,return=representation' },
    );
    expect(shown.headers.get('preference-applied')).toBe('missing=default, return=representation');
    expect(await shown.json()).toEqual([{ body: 'vazio' }]);
  });

  it('stays null when the row says null, and keeps every digit', async () => {
    const { data } = await world.service
      .from('notes')
      .insert([{ code: 'c', body: null, amount: 1234567890.12 }, { code: 'd' }], {
        defaultToNull: false,
      })
      .select('body,amount')
      .order('code');
    expect(data).toEqual([
      { body: null, amount: 1234567890.12 },
      { body: 'vazio', amount: null },
    ]);
  });

  it('takes the default in an upsert and in an update too', async () => {
    await world.service.from('notes').upsert([{ code: 'a' }, { code: 'c', body: 'tres' }], {
      onConflict: 'code',
      defaultToNull: false,
    });
    expect(await world.notes()).toEqual(['a:vazio', 'b:dois', 'c:tres']);
    const prefer = 'missing=default';
    await world.send('PATCH', '/notes?code=eq.b&columns=body', { code: 'zz' }, { prefer });
    expect(await world.notes()).toEqual(['a:vazio', 'b:vazio', 'c:tres']);
  });

  it('is null in an update that names its columns, and the rest of the body is left alone', async () => {
    await world.send('PATCH', '/notes?code=eq.a&columns=body', { code: 'zz' });
    await world.send('PATCH', '/notes?code=eq.b&columns=body', { code: 'zz', body: 'x' });
    expect(await world.notes()).toEqual(['a:null', 'b:x']);
  });
});

describe('max-affected of functions', () => {
  const prefer = 'handling=strict, max-affected=1';

  it('undoes a function that returns more rows', async () => {
    const response = await world.send('POST', '/rpc/write_notes', { code: 'new' }, { prefer });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 2 rows' },
    ]);
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
    const allowed = await world.send(
      'POST',
      '/rpc/write_notes',
      { code: 'new' },
      { prefer: 'handling=strict, max-affected=2' },
    );
    expect([allowed.status, allowed.headers.get('preference-applied')]).toEqual([
      200,
      'handling=strict, max-affected=2',
    ]);
  });

  it('is refused for a function that returns no set', async () => {
    const response = await world.send('POST', '/rpc/nothing', {}, { prefer });
    expect([response.status, await codeOf(response)]).toEqual([400, 'PGRST128']);
  });
});
