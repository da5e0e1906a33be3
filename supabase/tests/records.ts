import type { TestDatabase } from './database.ts';

/** A complete product as the panel sends it; the test overrides what it is about. */
export function aProduct(overrides: Record<string, unknown> = {}) {
  return {
    name: 'Açaí 500 ml',
    subtitle: 'Polpa da casa',
    mini_description: 'Batido na hora, com granola.',
    description: 'Açaí batido na hora, servido com granola e banana.',
    sku: 'ACAI-500',
    tipo: 'Produto',
    status: 'Ativo',
    visibility: 'todos',
    real_price: 24.9,
    promo_price: null,
    discount_percentage: null,
    button_color: '#0077cc',
    button_link: null,
    video_embed: null,
    ...overrides,
  };
}

export async function aCategory(db: Pick<TestDatabase, 'sql'>, name = 'Bebidas'): Promise<string> {
  const [row] = await db.sql<{ id: string }>(
    'insert into public.categories (name) values ($1) returning id',
    [name],
  );
  return row?.id ?? '';
}

/** What the database names when the stored pictures behind these addresses are free: them and their small copies. */
export function filesOf(...urls: string[]) {
  return urls.flatMap((url) => {
    const [, bucket, path = ''] = /object\/public\/([^/]+)\/(.+)$/.exec(url) ?? [];
    return [
      { bucket, path },
      { bucket, path: path.replace(/\.\w+$/, '.small.webp') },
    ];
  });
}

/** One row of every table, so that there is something to read, change and remove. */
export async function fillEveryTable(db: Pick<TestDatabase, 'sql'>) {
  const category = await aCategory(db);
  await aCategory(db, 'Sem uso');
  await db.sql(
    `with product as (
      insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      values ('Açaí 500 ml', 'Polpa', 'Batido na hora', 'Batido na hora', 'ACAI-500', $1, 24.90)
      returning id
    )
    insert into public.product_images (product_id, url, is_main)
    select id, 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png', true from product`,
    [category],
  );
  await db.sql(`insert into public.distribuidores (name, email, phone, address, plan_id)
    select 'Norte', 'norte@exemplo.com', '91999990000', 'nº 1', id from public.plans where name = 'Pro'`);
  await db.sql(`insert into public.parceiros (name, email, phone, address)
    values ('Sul', 'sul@exemplo.com', '51999990000', 'nº 2')`);
  await db.sql(`insert into public.notificacoes (titulo, conteudo) values ('Aviso', 'Texto')`);
  await db.sql(`insert into public.banners (titulo) values ('Verão')`);
}
