import type { TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, type Person } from './people.ts';

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

/** The stored pictures behind these addresses, and their small copies. */
export async function storeFiles(db: Pick<TestDatabase, 'sql'>, ...urls: string[]) {
  for (const { bucket, path } of filesOf(...urls))
    await db.sql(
      'insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing',
      [bucket, path],
    );
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
  await db.sql(`insert into public.parceiros (name, email, phone, address, cidade)
    values ('Sul', 'sul@exemplo.com', '51999990000', 'nº 2', 'Porto Alegre')`);
  await db.sql(`insert into public.notificacoes (titulo, conteudo) values ('Aviso', 'Texto')`);
  await db.sql(`insert into public.banners (titulo) values ('Verão')`);
  await db.sql(`insert into public.list_settings (person, area) select id, 'products' from public.profiles
    on conflict do nothing`);
  await db.sql(`insert into public.list_views (person, area, name)
    select id, 'products', 'Minha' from public.profiles union all select null, 'products', 'De todos'
    on conflict do nothing`);
}

/** The import, and the change of many, that waits for whom it concerns; everybody else asks for Bruno's. */
export function waitingOf(person: Person): string {
  return person === 'administrador' ? IMPORTS[0] : IMPORTS[1];
}

const IMPORTS = [
  '20000000-0000-4000-8000-00000000000a',
  '20000000-0000-4000-8000-00000000000b',
] as const;

/** A change of the products for each of the two, planned already. */
export async function waitingBulkChanges(db: Pick<TestDatabase, 'sql'>) {
  await db.sql('truncate private.bulk_changes cascade');
  for (const [place, owner] of [ANA_ID, BRUNO_ID].entries()) {
    const id = IMPORTS[place];
    await db.sql(
      `insert into private.bulk_changes (id, owner, area, change)
      values ($1, $2, 'products', '{"kind": "set", "column": "status", "value": "Inativo"}')`,
      [id, owner],
    );
    await db.sql(
      `insert into private.bulk_rows (bulk_id, place, record_id, title, version, before, after, doubts, outcome)
      select $1, 1, id::text, name, version, '{"status": "Ativo"}', '{"status": "Inativo"}', '{}', 'change'
      from public.products`,
      [id],
    );
  }
}

/** A category on its way in for each of the two, tried already. */
export async function waitingImports(db: Pick<TestDatabase, 'sql'>) {
  await db.sql('truncate private.imports cascade');
  for (const [place, owner] of [ANA_ID, BRUNO_ID].entries()) {
    const id = IMPORTS[place];
    await db.sql(
      `insert into private.imports (id, owner, area, file_name, total)
      values ($1, $2, 'categories', 'categorias.csv', 1)`,
      [id, owner],
    );
    await db.sql(
      `insert into private.import_rows (import_id, line, key, cells, outcome)
      values ($1, 2, 'importada', '{"name": "Importada"}', 'create')`,
      [id],
    );
  }
}
