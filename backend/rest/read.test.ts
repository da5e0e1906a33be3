import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRestTestServer, type RestTestServer } from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
}, 60_000);
afterAll(() => world.stop());

describe('reading through the official client', () => {
  it('selects columns, aliases and everything', async () => {
    const { data, error, status } = await world.service
      .from('folders')
      .select('id,nome:name')
      .eq('id', 2);
    expect({ data, error, status }).toEqual({
      data: [{ id: 2, nome: 'fotos' }],
      error: null,
      status: 200,
    });
    const all = await world.service.from('folders').select().eq('id', 2);
    expect(all.data).toEqual([
      { id: 2, name: 'fotos', parent_id: 1, size: 5, made_on: null, 'odd name,"x': null },
    ]);
  });

  it('passes every digit and every type through as PostgreSQL writes them', async () => {
    const folder = await world.request('/folders?select=size,made_on&id=eq.1');
    expect(await folder.text()).toBe('[{"size":9007199254740993,"made_on":"2026-01-31"}]');
    const note = await world.service
      .from('notes')
      .select('amount,tags,extra')
      .eq('code', 'a')
      .single();
    expect(note.data).toEqual({ amount: 1.5, tags: ['x', 'y z'], extra: { k: [1, null] } });
  });

  it('embeds to one and to many, by hint and for a table that references itself', async () => {
    const { data, error } = await world.service
      .from('notes')
      .select('code,folders!notes_folder(name),arquivo:folders!archive_id(name)')
      .order('code');
    expect(error).toBeNull();
    expect(data).toEqual([
      { code: 'a', folders: { name: 'raiz' }, arquivo: { name: 'fotos' } },
      { code: 'b', folders: { name: 'raiz' }, arquivo: null },
      { code: 'c', folders: { name: 'fotos' }, arquivo: null },
    ]);
    const many = await world.service
      .from('folders')
      .select('name,notes!folder_id(code),folders(name)')
      .order('id')
      .order('code', { referencedTable: 'notes', ascending: false });
    expect(many.data).toEqual([
      {
        name: 'raiz',
        notes: [{ code: 'b' }, { code: 'a' }],
        folders: [{ name: 'fotos' }, { name: 'Açaí (novo), 100%' }],
      },
      { name: 'fotos', notes: [{ code: 'c' }], folders: [] },
      { name: 'Açaí (novo), 100%', notes: [], folders: [] },
    ]);
  });

  it.each(['parent_id', 'folders_parent_id_fkey'])(
    'embeds the parent of a table that points to itself by %s, beside the children',
    async (parent) => {
      const { data, error } = await world.service
        .from('folders')
        .select(`name,parent:${parent}(name),children:folders(id)`)
        .order('id');
      expect(error).toBeNull();
      expect(data).toEqual([
        { name: 'raiz', parent: null, children: [{ id: 2 }, { id: 3 }] },
        { name: 'fotos', parent: { name: 'raiz' }, children: [] },
        { name: 'Açaí (novo), 100%', parent: { name: 'raiz' }, children: [] },
      ]);
    },
  );

  it('embeds one to one in both directions as objects', async () => {
    const { data } = await world.service
      .from('notes')
      .select('code,labels(label)')
      .lt('id', 3)
      .order('id');
    expect(data).toEqual([
      { code: 'a', labels: { label: 'novo' } },
      { code: 'b', labels: null },
    ]);
    const back = await world.service.from('labels').select('label,notes(code)');
    expect(back.data).toEqual([{ label: 'novo', notes: { code: 'a' } }]);
  });

  it('filters embedded rows by equality, under their alias, and keeps their outer rows', async () => {
    const { data } = await world.service
      .from('folders')
      .select('id,notas:notes!notes_folder(code)')
      .eq('notas.code', 'b')
      .order('id');
    expect(data?.map(({ notas }) => notas)).toEqual([[{ code: 'b' }], [], []]);
  });

  it.each([
    ['eq', 'b', ['b']],
    ['neq', 'b', ['a', 'c']],
    ['gt', 'a', ['b', 'c']],
    ['gte', 'b', ['b', 'c']],
    ['lt', 'b', ['a']],
    ['lte', 'b', ['a', 'b']],
    ['like', '*', ['a', 'b', 'c']],
    ['ilike', 'B%', ['b']],
    ['in', '("a","b",z)', ['a', 'b']],
    ['in', '()', []],
    ['not.in', '(a)', ['b', 'c']],
    ['not.like', 'a*', ['b', 'c']],
    ['is', 'null', []],
    ['not.is', 'null', ['a', 'b', 'c']],
  ])('compares by %s.%s', async (operator, value, codes) => {
    const { data, error } = await world.service
      .from('notes')
      .select('code')
      .filter('code', operator, value)
      .order('code');
    expect(error).toBeNull();
    expect(data?.map(({ code }) => String(code))).toEqual(codes);
  });

  it('combines conditions with or, and, not', async () => {
    const { data } = await world.service
      .from('notes')
      .select('code')
      .or('code.eq.a,body.eq.dois,folder_id.in.(2,9)')
      .not('code', 'eq', 'c')
      .order('code');
    expect(data).toEqual([{ code: 'a' }, { code: 'b' }]);
    const neither = await world.request(
      '/notes?select=code&not.and=(code.neq.a,code.neq.b)&order=code',
    );
    expect(await neither.json()).toEqual([{ code: 'a' }, { code: 'b' }]);
  });

  it('reads values that look like syntax as values', async () => {
    const name = 'Açaí (novo), 100%';
    const equal = await world.service.from('folders').select('id').eq('name', name);
    const listed = await world.service
      .from('folders')
      .select('id')
      .in('name', [name, "'; drop table folders --"]);
    expect([equal.data, listed.data]).toEqual([[{ id: 3 }], [{ id: 3 }]]);
    const odd = await world.request(
      `/folders?select=id&${encodeURIComponent('"odd name,\\"x"')}=is.null&id=eq.1`,
    );
    expect(await odd.json()).toEqual([{ id: 1 }]);
  });

  it('orders by several columns, nulls first or last', async () => {
    const { data } = await world.service
      .from('folders')
      .select('id')
      .order('size', { ascending: false, nullsFirst: false });
    expect(data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const first = await world.service
      .from('folders')
      .select('id')
      .order('size', { nullsFirst: true })
      .order('id');
    expect(first.data).toEqual([{ id: 3 }, { id: 2 }, { id: 1 }]);
  });

  it('counts exactly, by GET and by HEAD', async () => {
    const page = await world.service
      .from('notes')
      .select('code', { count: 'exact' })
      .order('code')
      .range(1, 1);
    expect(page).toMatchObject({ data: [{ code: 'b' }], count: 3, status: 206 });
    const head = await world.service
      .from('notes')
      .select('*', { count: 'exact', head: true })
      .neq('code', 'a');
    expect(head).toMatchObject({ data: null, count: 2, status: 200 });
  });

  it('returns one object, or an error with the number of rows', async () => {
    const one = await world.service.from('notes').select('code').eq('code', 'a').single();
    expect(one.data).toEqual({ code: 'a' });
    const none = await world.service.from('notes').select('code').eq('code', 'zz').single();
    expect(none).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 0 rows',
        hint: null,
      },
    });
    const maybe = await world.service.from('notes').select('code').eq('code', 'zz').maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });
});

describe('products, as an integration requests them', () => {
  const CATEGORY = '00000000-0000-4000-8000-00000000c0de';

  beforeAll(() =>
    world.sql(`
      insert into public.categories (id, name) values ('${CATEGORY}', 'Frutas da casa');
      insert into public.products (name, subtitle, mini_description, description, sku, real_price, category_id, tipo, status)
        select name, 's', 'm', 'd', sku, 1, '${CATEGORY}', tipo, status from (values
          ('Cesta B', 'XYZ-2', 'Produto', 'Ativo'), ('Cesta A', 'ABC-1', 'Serviço', 'Ativo'), ('Outro', 'CESTA-9', 'Produto', 'Inativo')
        ) as p (name, sku, tipo, status);
      insert into public.product_images (product_id, url, is_main, position)
        select id, 'https://exemplo.com/' || position || '.png', position = 1, position
        from public.products, generate_series(0, 1) as position where sku = 'ABC-1'`),
  );
  const ours = () =>
    world.service
      .from('products')
      .select('sku,categories(name),product_images(url)')
      .eq('category_id', CATEGORY)
      .order('name');
  const skus = (rows: { sku: unknown }[] | null) => rows?.map(({ sku }) => String(sku));

  it('lists them by name with their category and pictures [CALL-08]', async () => {
    const { data } = await ours()
      .eq('product_images.is_main', true)
      .order('position', { referencedTable: 'product_images' });
    const categories = { name: 'Frutas da casa' };
    expect(data).toEqual([
      { sku: 'ABC-1', categories, product_images: [{ url: 'https://exemplo.com/1.png' }] },
      { sku: 'XYZ-2', categories, product_images: [] },
      { sku: 'CESTA-9', categories, product_images: [] },
    ]);
  });

  it('finds them by name or sku, whatever the case [CALL-09]', async () => {
    const { data } = await ours().or('name.ilike.*cesta*,sku.ilike.*cesta*');
    expect(skus(data)).toEqual(['ABC-1', 'XYZ-2', 'CESTA-9']);
    const one = await ours().or('name.ilike.%abc%,sku.ilike.%abc%');
    expect(skus(one.data)).toEqual(['ABC-1']);
  });

  it('filters them by status, tipo and category [CALL-10]', async () => {
    expect(skus((await ours().eq('status', 'Ativo').eq('tipo', 'Produto')).data)).toEqual([
      'XYZ-2',
    ]);
    const elsewhere = await ours().neq('category_id', CATEGORY);
    expect(elsewhere.data).toEqual([]);
  });
});

it('returns at most the configured number of rows, in lists and in embedded lists', async () => {
  const small = await startRestTestServer({ MAX_ROWS: '2' });
  try {
    const { data, count } = await small.service
      .from('notes')
      .select('id', { count: 'exact' })
      .limit(50);
    expect([data?.length, count]).toEqual([2, 3]);
    await small.sql('insert into public.folders (id, name, parent_id) values (9, $1, 1)', [
      'terceira',
    ]);
    const folders = await small.service.from('folders').select('folders(id)').eq('id', 1).single();
    expect(folders.data?.folders).toHaveLength(2);
  } finally {
    await small.stop();
  }
}, 60_000);
