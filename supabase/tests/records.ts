import type { TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID, type TestCaller } from './people.ts';

/** Returns a complete product as the panel sends it. Tests override columns. */
export function makeProductRow(overrides: Record<string, unknown> = {}) {
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

/**
 * Returns the cells of a product in a spreadsheet. The category is the one that `insertCategory` creates by default.
 */
export function makeSheetCells(overrides: Record<string, unknown> = {}) {
  const { discount_percentage: _notInSheets, ...cells } = makeProductRow();
  return { ...cells, category: 'Bebidas', ...overrides };
}

export async function insertCategory(
  db: Pick<TestDatabase, 'sql'>,
  name = 'Bebidas',
): Promise<string> {
  const [row] = await db.sql<{ id: string }>(
    'insert into public.categories (name) values ($1) returning id',
    [name],
  );
  return row?.id ?? '';
}

/** Returns the files of the pictures with these URLs: the pictures and their small copies. */
export function toPictureFiles(...urls: string[]) {
  return urls.flatMap((url) => {
    const [, bucket, path = ''] = /object\/public\/([^/]+)\/(.+)$/.exec(url) ?? [];
    return [
      { bucket, path },
      { bucket, path: path.replace(/\.\w+$/, '.small.webp') },
    ];
  });
}

/** Inserts the rows of `storage.objects` for the pictures with these URLs and their small copies. */
export async function insertStorageObjects(db: Pick<TestDatabase, 'sql'>, ...urls: string[]) {
  for (const { bucket, path } of toPictureFiles(...urls))
    await db.sql(
      'insert into storage.objects (bucket_id, name) values ($1, $2) on conflict do nothing',
      [bucket, path],
    );
}

/** Creates rows, so that every table has at least one to read, change and delete. */
export async function fillEveryTable(db: Pick<TestDatabase, 'sql'>) {
  const category = await insertCategory(db);
  await insertCategory(db, 'Sem uso');
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
  await db.sql(`insert into public.list_settings (owner, area) select id, 'products' from public.profiles
    on conflict do nothing`);
  await db.sql(`insert into public.list_views (owner, area, name)
    select id, 'products', 'Minha' from public.profiles union all select null, 'products', 'De todos'
    on conflict do nothing`);
}

/**
 * Returns the id of a batch that `insertStagedBatches` creates: Ana's batch for 'administrador', Bruno's for other
 * callers.
 */
export function getStagedBatchId(person: TestCaller, kind: StagedBatchKind): string {
  return person === 'administrador' ? batchId(kind, ANA_ID) : batchId(kind, BRUNO_ID);
}

const STAGED_KINDS = ['change', 'import', 'pictures'] as const;
export type StagedBatchKind = (typeof STAGED_KINDS)[number];

function batchId(kind: StagedBatchKind, owner: string) {
  const letter = owner === ANA_ID ? 'a' : 'b';
  return `20000000-0000-4000-8000-0000000000${STAGED_KINDS.indexOf(kind)}${letter}`;
}

/**
 * Replaces all staged batches by one new staged batch of each kind for Ana and for Bruno: a change of the products'
 * status, an import of a category, and pictures of the products.
 */
export async function insertStagedBatches(db: Pick<TestDatabase, 'sql'>) {
  await db.sql('delete from private.staged_batches');
  for (const owner of [ANA_ID, BRUNO_ID]) {
    await db.sql(
      `insert into private.staged_batches (id, owner, kind, area, source, total) values
        ($1, $4, 'change', 'products', '{"kind": "set", "column": "status", "value": "Inativo"}', 1),
        ($2, $4, 'import', 'categories', '{"file_name": "categorias.csv", "creates_categories": false}', 1),
        ($3, $4, 'pictures', 'products', '{"file_name": "fotos.zip"}', 1)`,
      [...STAGED_KINDS.map((kind) => batchId(kind, owner)), owner],
    );
    await db.sql(
      `insert into private.staged_batch_rows (batch_id, place, record_id, title, version, before, after, outcome)
      select $1, 1, id::text, name, version, '{"status": "Ativo"}', '{"status": "Inativo"}', 'change'
      from public.products`,
      [batchId('change', owner)],
    );
    await db.sql(
      `insert into private.staged_batch_rows (batch_id, place, key, title, cells, outcome)
      values ($1, 2, 'importada', 'Importada', '{"name": "Importada"}', 'create')`,
      [batchId('import', owner)],
    );
    await db.sql(
      `insert into private.staged_batch_rows (batch_id, place, record_id, title, cells, before, after, outcome)
      select $1, 1, id::text, name, '{"files": ["a.png"]}', '{"images": []}', '{"images": [{"file": "a.png"}]}', 'change'
      from public.products`,
      [batchId('pictures', owner)],
    );
  }
}

/** Makes the history 25 hours older, so that the price guard, which compares the last 24 hours, ignores it. */
export async function backdateHistory({ sql }: Pick<TestDatabase, 'sql'>) {
  await sql('alter table private.batches disable trigger refuse_rewriting');
  await sql(`update private.batches set at = at - interval '25 hours'`);
  await sql('alter table private.batches enable trigger refuse_rewriting');
}
