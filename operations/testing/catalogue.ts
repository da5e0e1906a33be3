import { randomBytes } from 'node:crypto';
import type { TestServer } from '../../backend/testing/server.ts';

/** The first bytes of a JPEG file. */
const JPEG = Buffer.from('ffd8ffe0', 'hex');

/** Inserts products with two pictures each, and changes each product once, so that it has a history. */
export async function fillCatalogue(
  { url, serviceKey, sql }: Pick<TestServer, 'url' | 'serviceKey' | 'sql'>,
  products: number,
) {
  await sql(`insert into public.categories (name) values ('Açaí, com "aspas"\ne \\ barra')`);
  await sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
     select 'imagens=2', 'Do ensaio', 'Do ensaio', repeat('Texto ', 20), 'ENSAIO-' || n,
       (select id from public.categories limit 1), n from generate_series(1, $1) as n`,
    [products],
  );
  const names = Array.from({ length: products }, (_, n) => [
    `main/${n}.jpg`,
    `additional/${n}.jpg`,
  ]).flat();
  for (let start = 0; start < names.length; start += 16)
    await Promise.all(
      names.slice(start, start + 16).map((name) => uploadRandomJpeg(url, serviceKey, name)),
    );
  await sql(
    `insert into public.product_images (product_id, url, is_main, position)
     select product.id, 'https://vitrine.exemplo/storage/v1/object/public/product-images/' || folder || '/' || (split_part(sku, '-', 2)::int - 1) || '.jpg',
       folder = 'main', case folder when 'main' then 0 else 1 end
     from public.products as product cross join unnest(array['main', 'additional']) as folder`,
  );
  await sql(`update public.products set real_price = real_price + 1`);
}

export async function uploadRandomJpeg(url: string, serviceKey: string, name: string) {
  const response = await fetch(`${url}/storage/v1/object/product-images/${name}`, {
    method: 'POST',
    headers: { apikey: serviceKey, 'content-type': 'image/jpeg' },
    body: new Uint8Array(Buffer.concat([JPEG, randomBytes(3_000)])),
  });
  if (!response.ok)
    throw new Error(`Upload of ${name}: ${response.status} ${await response.text()}`);
}
