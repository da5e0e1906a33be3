import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureAdministrador } from '../backend/first-administrador.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { clearDemo } from './clear.ts';
import { DemoRefusedError, loadDemo } from './demo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAIL: 'chefe@empresa.exemplo' } });
});
afterAll(() => server?.stop());

it('deletes the rows, users and files of the demonstration, and nothing else', async () => {
  // given a demonstration, and an Administrador, a product, a banner and a file that are not part of it
  await ensureAdministrador(server.platform);
  await loadDemo(server.platform, server.superuser);
  const [own] = await server.sql<{ id: string }>(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'Meu açaí', 'Meu', 'Meu', 'Meu', 'MEU-1', category_id, 10 from public.products where sku = 'POL-ACAI-1KG'
     returning id`,
  );
  await server.sql(
    `insert into public.product_images (product_id, url, is_main)
     select $1, url, true from public.product_images as i join public.products as p on p.id = i.product_id
     where p.sku = 'POL-ACAI-1KG' and is_main`,
    [own?.id],
  );
  await server.sql("insert into public.banners (titulo) values ('Meu banner')");
  await upload('logos/parceiros/meu.webp');
  await server.sql("update public.products set name = 'Mudado' where sku = 'CAF-DRIP-10'");
  const avatar = await server.sql<{ name: string }>(
    "select name from storage.objects where bucket_id = 'avatars' and name like '%ana.webp'",
  );
  await upload(`avatars/${avatar[0]?.name.replace('ana.webp', 'outra.webp')}`);

  // when
  const cleared = await clearDemo(server.platform, server.superuser);

  // then
  expect(await server.sql(CONTENT)).toEqual([
    { kind: 'banner', name: 'Meu banner' },
    { kind: 'category', name: 'Açaí e Polpas de Frutas' },
    { kind: 'file', name: 'images/categories/polpas.small.webp' },
    { kind: 'file', name: 'images/categories/polpas.webp' },
    { kind: 'file', name: 'logos/parceiros/meu.webp' },
    { kind: 'file', name: 'product-images/main/pol-acai-1kg.small.webp' },
    { kind: 'file', name: 'product-images/main/pol-acai-1kg.webp' },
    { kind: 'login', name: 'chefe@empresa.exemplo' },
    { kind: 'product', name: 'Meu açaí' },
    { kind: 'profile', name: 'chefe@empresa.exemplo' },
  ]);
  expect(cleared).toEqual({ people: 2, rows: 90 + 7 + 14 + 18 + 6 + 5, files: 360 - 4 + 1 });
  expect(await server.sql('select area, record_id from private.trashed_records')).toEqual([]);
  expect(await clearDemo(server.platform, server.superuser)).toEqual({
    people: 0,
    rows: 0,
    files: 0,
  });
});

it('is refused while only the demonstration has an Administrador', async () => {
  const alone = await startTestServer();
  try {
    await loadDemo(alone.platform, alone.superuser);
    const before = await alone.sql(CONTENT);
    await expect(clearDemo(alone.platform, alone.superuser)).rejects.toThrow(DemoRefusedError);
    expect(await alone.sql(CONTENT)).toEqual(before);
  } finally {
    await alone.stop();
  }
});

const CONTENT = `select * from (
    select 'category' as kind, name from public.categories
    union all select 'product', name from public.products
    union all select 'distribuidor', name from public.distribuidores
    union all select 'parceiro', name from public.parceiros
    union all select 'notificacao', titulo from public.notificacoes
    union all select 'banner', titulo from public.banners
    union all select 'profile', email from public.profiles
    union all select 'login', email from auth.users
    union all select 'file', bucket_id || '/' || name from storage.objects
  ) as everything order by kind, name collate "C"`;

/** Uploads a picture as the given file (`bucket/path`). */
async function upload(file: string) {
  const picture = await fetch(
    `${server.url}/storage/v1/object/public/logos/parceiros/trigobom.webp`,
  );
  const response = await fetch(`${server.url}/storage/v1/object/${file}`, {
    method: 'POST',
    headers: { apikey: server.serviceKey, 'content-type': 'image/webp' },
    body: await picture.arrayBuffer(),
  });
  expect(response.status, await response.text()).toBe(200);
}
