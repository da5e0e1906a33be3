import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.stop());

/** The codes of the notes that a question finds. */
async function codes(search: string) {
  const response = await world.ask(`/notes?select=code&order=code&${search}`);
  const body: unknown = await response.json();
  return Array.isArray(body) ? body.map((row: { code: string }) => row.code).join('') : body;
}

describe('operators', () => {
  it.each([
    ['code=eq(any).{a,c}', 'ac'],
    ['amount=gt(all).{1,2}', 'b'],
    ['body=like(any).{u*,do%25}', 'ab'],
    ['body=ilike(all).{D*,*S}', 'b'],
    ['body=not.like(any).{u*}', 'b'],
    ['body=match.^d', 'b'],
    ['body=imatch.^UM$', 'a'],
    ['code=match(any).{a,b}', 'ab'],
    ['archive_id=isdistinct.2', 'bc'],
    ['archive_id=not.isdistinct.2', 'a'],
    ['tags=cs.{x}', 'a'],
    ['tags=cd.{x,"y z",w}', 'ac'],
    ['tags=ov.{w,x}', 'a'],
    ['extra=cs.{"k":[1]}', 'a'],
    ['or=(tags.cs.{x},code.eq(any).{c})', 'ac'],
    ['body=fts(portuguese).dois|um', 'b'],
    ['body=fts(simple).dois|um', 'ab'],
    ['body=plfts.um', 'a'],
    ['body=phfts(simple).um', 'a'],
    ['body=wfts(simple).um or dois', 'ab'],
    ['body=not.fts.um', 'b'],
  ])('finds by %s', async (search, found) => {
    expect(await codes(search)).toBe(found);
  });

  it('serves the methods of the official client', async () => {
    const { from } = { from: () => world.service.from('notes').select('code').order('code') };
    expect((await from().likeAnyOf('body', ['u%', 'd%'])).data).toHaveLength(2);
    expect((await from().ilikeAllOf('body', ['D%', '%S'])).data).toEqual([{ code: 'b' }]);
    expect((await from().contains('tags', ['y z'])).data).toEqual([{ code: 'a' }]);
    expect((await from().containedBy('tags', ['x', 'y z'])).data).toHaveLength(2);
    expect((await from().overlaps('tags', ['x'])).data).toEqual([{ code: 'a' }]);
    expect((await from().contains('extra', { k: [1] })).data).toEqual([{ code: 'a' }]);
    expect((await from().textSearch('body', 'um', { type: 'plain' })).data).toHaveLength(1);
    expect((await from().eq('extra->k->>0', '1')).data).toEqual([{ code: 'a' }]);
  });

  it('finds ranges by where they lie', async () => {
    await world.sql(`create table public.stays (id integer, during int4range);
      insert into public.stays values (1, '[1,5)'), (2, '[5,9)');
      grant all on public.stays to service_role`);
    const ids = async (filter: string) => {
      const response = await world.ask(`/stays?select=id&during=${filter}`);
      return response.status === 200 ? await response.json() : response.status;
    };
    await expect.poll(() => ids('sl.[6,9)'), { timeout: 10_000, interval: 500 }).not.toBe(404);
    expect(await ids('sl.[6,9)')).toEqual([{ id: 1 }]);
    expect(await ids('sr.[1,4)')).toEqual([{ id: 2 }]);
    expect(await ids('nxr.[1,5)')).toEqual([{ id: 1 }]);
    expect(await ids('nxl.[5,6)')).toEqual([{ id: 2 }]);
    expect(await ids('adj.[9,10)')).toEqual([{ id: 2 }]);
  });

  it.each([
    ['body=match.(', 400, '2201B'],
    ['body=match.((a{1,200}){1,200}){1,200}', 400, '2201B'],
    ['body=fts(klingon).x', 400, '42704'],
    ['tags=cs.x', 400, '22P02'],
    ['code=eq(any).a', 400, '22P02'],
    ['code=neq(any).{a}', 400, 'PGRST100'],
  ])('answers %s with %s', async (search, status, code) => {
    const response = await world.ask(`/notes?${search}`);
    expect([response.status, await codeOf(response)]).toEqual([status, code]);
  });
});

describe('JSON paths and casts', () => {
  it.each([
    ['extra->k', { k: [1, null] }],
    ['extra->k->0', { k: 1 }],
    ['extra->k->>-2', { k: '1' }],
    ['first:extra->k->>0::int', { first: 1 }],
    ['extra->nothing', { nothing: null }],
    ['tags->1', { tags: 'y z' }],
    ['tags->>0', { tags: 'x' }],
    ['extra->"k"', { k: [1, null] }],
    ['amount::text', { amount: '1.50' }],
    ['texto:amount::text', { texto: '1.50' }],
    ['id::text,code', { id: '1', code: 'a' }],
    ['created:folders!notes_folder(size::text)', { created: { size: '9007199254740993' } }],
  ])('selects %s', async (select, row) => {
    const response = await world.ask(`/notes?select=${encodeURIComponent(select)}&id=eq.1`);
    expect(await response.json()).toEqual([row]);
  });

  it('filters and orders by what it finds', async () => {
    expect(await codes('extra->k->>0=eq.1')).toBe('a');
    expect(await codes('extra->k=eq.[1,null]')).toBe('a');
    expect(await codes('extra->>k=is.null')).toBe('bc');
    expect(await codes('or=(extra->k->>0.in.(1,2),tags->>0.eq.z)')).toBe('a');
    const ordered = await world.ask('/notes?select=code&order=extra->k.desc.nullslast,code.desc');
    expect(await ordered.json()).toEqual([{ code: 'a' }, { code: 'c' }, { code: 'b' }]);
  });

  it('filters and orders embedded rows by what it finds', async () => {
    const response = await world.ask(
      '/folders?select=id,notes!notes_folder(code,extra)&id=eq.1&notes.extra->k->>0=eq.1&notes.order=extra->k',
    );
    expect(await response.json()).toEqual([
      { id: 1, notes: [{ code: 'a', extra: { k: [1, null] } }] },
    ]);
  });

  it.each([
    ['select=code::int', 400, '22P02'],
    ['select=extra->>k->0', 404, '42883'],
    ['select=nothing->x', 400, '42703'],
    ['nothing->x=eq.1', 400, '42703'],
    ['select=extra->>--3', 400, 'PGRST100'],
    ['select=id::regclass', 400, 'PGRST127'],
    ['select=extra->99999999999', 400, '22003'],
  ])('answers %s with %s', async (search, status, code) => {
    const response = await world.ask(`/notes?${search}`);
    expect([response.status, await codeOf(response)]).toEqual([status, code]);
  });
});
