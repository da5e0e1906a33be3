import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  readErrorCode,
  startRestTestServer,
  type RestTestServer,
} from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.resetNotes());

describe('update', () => {
  it('changes the matching rows and returns them', async () => {
    const { data, status } = await world.service
      .from('notes')
      .update({ body: 'mudado' })
      .or('code.eq.a,code.eq.zz')
      .select('code,corpo:body');
    expect([status, data]).toEqual([200, [{ code: 'a', corpo: 'mudado' }]]);
    expect(await world.notes()).toEqual(['a:mudado', 'b:dois']);
  });

  it('returns the rows that the changed ones reference, and those that reference them', async () => {
    const { data, error } = await world.service
      .from('notes')
      .update({ folder_id: 2 })
      .eq('code', 'a')
      .select('code, folders!notes_folder(id, nome:name), labels(label)');
    expect([error, data]).toEqual([
      null,
      [{ code: 'a', folders: { id: 2, nome: 'fotos' }, labels: null }],
    ]);
    const both = await world.service
      .from('folders')
      .update({ size: 6 })
      .in('id', [1, 2])
      .select('id, notes!notes_folder(code)')
      .eq('notes.code', 'a');
    expect([both.error, both.data]).toEqual([
      null,
      expect.arrayContaining([
        { id: 1, notes: [] },
        { id: 2, notes: [{ code: 'a' }] },
      ]),
    ]);
  });

  it('returns an empty list for an update without rows: the sign of a conflict', async () => {
    const { data, status } = await world.service
      .from('notes')
      .update({ body: 'x' })
      .eq('code', 'zz')
      .select();
    expect([status, data]).toEqual([200, []]);
    const quiet = await world.send(
      'PATCH',
      '/notes?code=eq.zz',
      { body: 'x' },
      { prefer: 'count=exact' },
    );
    expect([quiet.status, quiet.headers.get('content-range')]).toEqual([204, '*/0']);
    const one = await world.send(
      'PATCH',
      '/notes?code=eq.a',
      { body: 'x' },
      { prefer: 'count=exact' },
    );
    expect([one.status, one.headers.get('content-range')]).toEqual([204, '0-0/1']);
  });

  it('rolls back the change when not exactly one row was changed', async () => {
    const single = await world.service
      .from('notes')
      .update({ body: 'x' })
      .in('code', ['a', 'b'])
      .select()
      .single();
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116']);
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
  });

  it.each([
    ['/notes', { body: 'x' }, '21000'],
    ['/notes?code=eq.a', [{ body: 'x' }], 'PGRST127'],
    ['/notes?code=eq.a', {}, 'PGRST127'],
    ['/notes?code=eq.a', { nothing: 'x' }, 'PGRST204'],
    ['/notes?nothing=eq.a', { body: 'x' }, '42703'],
  ])('refuses PATCH %s %j', async (path, body, code) => {
    const response = await world.send('PATCH', path, body);
    expect([response.status, await readErrorCode(response)]).toEqual([400, code]);
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
  });
});

describe('delete', () => {
  it('deletes the matching rows, and returns them on request', async () => {
    const shown = await world.service
      .from('notes')
      .delete({ count: 'exact' })
      .eq('code', 'a')
      .select('code');
    expect(shown).toMatchObject({ status: 200, data: [{ code: 'a' }], count: 1 });
    const quiet = await world.service.from('notes').delete().in('code', ['b', 'zz']);
    expect([quiet.status, quiet.error, await world.notes()]).toEqual([204, null, []]);
  });

  it('refuses a deletion without a filter', async () => {
    const { status, error } = await world.service.from('notes').delete();
    expect([status, error?.message]).toEqual([400, 'DELETE requires a WHERE clause']);
    expect(await world.notes()).toEqual(['a:um', 'b:dois']);
  });
});
