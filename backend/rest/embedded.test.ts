import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.stop());

async function read(path: string) {
  const response = await world.ask(path);
  return response.json();
}

describe('null filters on embedded resources', () => {
  it('finds the rows with and without a to-one resource', async () => {
    expect(
      await read('/notes?select=code,folders!notes_archive()&folders=is.null&order=code'),
    ).toEqual([{ code: 'b' }, { code: 'c' }]);
    expect(await read('/notes?select=code,f:folders!notes_archive(id)&f=not.is.null')).toEqual([
      { code: 'a', f: { id: 2 } },
    ]);
  });

  it('finds the rows with and without a to-many resource that its own filters leave', async () => {
    const select = 'select=id,notes!notes_folder()&order=id';
    expect(await read(`/folders?${select}&notes=is.null`)).toEqual([{ id: 3 }]);
    expect(await read(`/folders?${select}&notes.code=eq.a&notes=not.is.null`)).toEqual([{ id: 1 }]);
  });

  it('joins them by or, and counts what it finds', async () => {
    const response = await world.ask(
      '/notes?select=code,labels(),folders!notes_archive()&or=(labels.not.is.null,folders.not.is.null)',
      { headers: { prefer: 'count=exact' } },
    );
    expect([response.headers.get('content-range'), await response.json()]).toEqual([
      '0-0/1',
      [{ code: 'a' }],
    ]);
  });

  it('serves the rows of functions and the rows that a change shows', async () => {
    expect(await read('/rpc/notes_of?folder=1&select=code,labels()&labels=is.null')).toEqual([
      { code: 'b' },
    ]);
    const response = await world.send(
      'PATCH',
      '/notes?code=in.(a,b)&select=code,folders!notes_folder(id,labels:notes!notes_folder())&folders.labels=is.null',
      { body: 'x' },
      { prefer: 'return=representation' },
    );
    // The filter is one on what is embedded: a folder with notes is not shown, its row is.
    expect(await response.json()).toEqual([
      { code: 'a', folders: null },
      { code: 'b', folders: null },
    ]);
  });

  it('takes other filters of that name for filters of a column', async () => {
    expect(await read('/notes?select=code,folder_id(name)&folder_id=eq.2')).toEqual([
      { code: 'c', folder_id: { name: 'fotos' } },
    ]);
    const response = await world.ask('/notes?select=code,labels(label)&labels=eq.2');
    expect([response.status, await codeOf(response)]).toEqual([400, '42703']);
  });

  it('shows rows of which nothing is asked as empty objects', async () => {
    expect(await read('/folders?select=notes!notes_folder()&id=eq.1')).toEqual([{}]);
  });

  it('does not guess what a filter and an offset on the same resource would mean', async () => {
    const response = await world.ask(
      '/folders?select=id,notes!notes_folder(id)&notes=not.is.null&notes.offset=1',
    );
    expect([response.status, await codeOf(response)]).toEqual([400, 'PGRST127']);
  });
});

describe('spread resources', () => {
  it('puts the columns of a to-one resource among those of the row', async () => {
    expect(
      await read('/notes?select=code,...folders!notes_folder(pasta:name,parent_id)&order=code'),
    ).toEqual([
      { code: 'a', pasta: 'raiz', parent_id: null },
      { code: 'b', pasta: 'raiz', parent_id: null },
      { code: 'c', pasta: 'fotos', parent_id: 1 },
    ]);
  });

  it('spreads in depth, inside other resources, every column by a star', async () => {
    expect(
      await read('/labels?select=label,...notes(code,...folders!notes_folder(name),labels(label))'),
    ).toEqual([{ label: 'novo', code: 'a', name: 'raiz', labels: { label: 'novo' } }]);
    expect(
      await read(
        '/folders?select=id,notes!notes_folder(code,...labels(*))&notes.order=code&id=eq.1',
      ),
    ).toEqual([
      {
        id: 1,
        notes: [
          { code: 'a', note_id: 1, label: 'novo' },
          { code: 'b', note_id: null, label: null },
        ],
      },
    ]);
  });

  it('filters and orders by them, and spreads in what a change shows', async () => {
    expect(
      await read(
        '/notes?select=code,...folders!notes_folder!inner(name)&folders.name=eq.raiz&order=folders(name),code.desc',
      ),
    ).toEqual([
      { code: 'b', name: 'raiz' },
      { code: 'a', name: 'raiz' },
    ]);
    const { data } = await world.service
      .from('notes')
      .update({ body: 'x' })
      .eq('code', 'c')
      .select('code,...folders!notes_folder(name)');
    expect(data).toEqual([{ code: 'c', name: 'fotos' }]);
  });

  it('refuses to spread a to-many resource', async () => {
    const response = await world.ask('/folders?select=id,...notes!notes_folder(code)');
    expect(await response.json()).toMatchObject({
      code: 'PGRST127',
      details: "Spread embedding of 'notes', a to-many resource, is not supported.",
    });
  });
});
