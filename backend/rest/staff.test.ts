import type { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readErrorCode,
  startRestTestServer,
  type RestTestServer,
} from './testing/rest-test-server.ts';

let world: RestTestServer;
let ana: PostgrestClient;
beforeAll(async () => {
  world = await startRestTestServer();
  ana = (await world.signIn('ana@vitrine.exemplo')).client;
}, 60_000);
afterAll(() => world.stop());

const PRODUCT = {
  name: 'Açaí na tigela',
  subtitle: 'Tradicional',
  mini_description: 'Com granola',
  description: 'Açaí batido na hora.',
  sku: 'ACAI-01',
  real_price: 1234.5,
};
const IMAGES = [
  { url: 'https://exemplo.com/b.png', is_main: false },
  { url: 'https://exemplo.com/a.png', is_main: true },
];

describe('the catalogue of the product', () => {
  it('creates, lists with category and images, edits, deletes and counts products [CALL-40]', async () => {
    const category = await ana
      .from('categories')
      .insert({ name: 'Sobremesas' })
      .select('id')
      .single();
    const categoryId = String(category.data?.id);
    const saved = await ana.rpc('save_product', {
      product: { ...PRODUCT, category_id: categoryId },
      images: IMAGES,
    });
    expect(saved.data).toMatchObject({ status: 'saved', product: { version: 1, sku: 'ACAI-01' } });

    const page = await ana
      .from('products')
      .select('id,name,sku,real_price,version,categories(id,name),product_images(url,is_main)', {
        count: 'exact',
      })
      .ilike('search_text', '*acai*')
      .order('name')
      .order('position', { referencedTable: 'product_images' })
      .range(0, 49);
    expect(page).toMatchObject({ error: null, count: 1, status: 200 });
    expect(page.data).toEqual([
      {
        id: expect.any(String),
        name: PRODUCT.name,
        sku: PRODUCT.sku,
        real_price: 1234.5,
        version: 1,
        categories: { id: categoryId, name: 'Sobremesas' },
        product_images: IMAGES,
      },
    ]);

    const id = String(page.data?.[0]?.id);
    const edit = () =>
      ana.from('products').update({ name: 'Açaí' }).eq('id', id).eq('version', 1).select('version');
    expect((await edit()).data).toEqual([{ version: 2 }]);
    expect((await edit()).data).toEqual([]);
    expect((await ana.rpc('delete_product', { product_id: id })).data).toMatchObject({
      status: 'deleted',
    });
    const counted = await ana.from('products').select('*', { count: 'exact', head: true });
    expect(counted.count).toBe(0);
  });

  it('names the violated rule', async () => {
    const { error, status } = await ana.from('categories').insert({ name: ' ' });
    expect([status, error?.code]).toEqual([400, '23514']);
  });
});

describe('permissions of staff', () => {
  it('responds with 401 to anonymous clients, without details', async () => {
    const { error, status } = await world.anon.from('products').select('id');
    expect({ error, status }).toMatchObject({
      status: 401,
      error: {
        code: '42501',
        message: 'permission denied for table products',
        details: null,
        hint: null,
      },
    });
    const response = await fetch(`${world.url}/rest/v1/products`, {
      headers: { apikey: world.anonKey },
    });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('refuses forbidden operations of staff, and hides rows they may not read', async () => {
    const { client: bruno } = await world.signIn('bruno@vitrine.exemplo');
    const created = await bruno.from('banners').insert({ titulo: 'X' });
    expect([created.status, created.error?.code]).toEqual([403, '42501']);
    expect((await bruno.from('banners').select()).data).toEqual([]);
    const changed = await bruno
      .from('profiles')
      .update({ name: 'X' })
      .eq('email', 'ana@vitrine.exemplo')
      .select();
    expect(changed.data).toEqual([]);
  });

  it('refuses tokens that are expired, forged or missing', async () => {
    const expired = await world.platform.tokens.sign({ role: 'authenticated' }, -60);
    const request = (headers: Record<string, string>) =>
      fetch(`${world.url}/rest/v1/products`, { headers });
    const late = await request({ apikey: world.anonKey, authorization: `Bearer ${expired}` });
    expect([late.status, await readErrorCode(late)]).toEqual([401, 'PGRST303']);
    expect(late.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="JWT expired"',
    );
    const forged = await request({
      apikey: world.anonKey,
      authorization: `Bearer ${expired.slice(0, -4)}AAAA`,
    });
    expect([forged.status, await readErrorCode(forged)]).toEqual([401, 'PGRST301']);
    expect((await request({})).status).toBe(401);
  });
});
