import type { PostgrestClient } from '@supabase/postgrest-js';
import { CAIO_ID } from '../../../supabase/tests/people.ts';
import type { RightLetter } from '../../../supabase/tests/permission-table.ts';
import type { TestCaller } from '../../../supabase/tests/people.ts';
import { makeProductRow, getStagedBatchId } from '../../../supabase/tests/records.ts';

/** Ids of the rows that the requests use. */
export type RowIds = Record<
  'category' | 'product' | 'plan' | 'banner' | 'batch' | 'gone' | 'deletion' | 'parceiro',
  string
>;

type Table = ReturnType<PostgrestClient['from']>;
type Result = PromiseLike<{ data: unknown; error: unknown; status: number }>;
type Change = { create: Record<string, unknown>; update: Record<string, unknown>; only?: string };

/**
 * Returns the request for each letter of the permission table. A request that changes rows also selects them, so that
 * its result shows whether rows were changed.
 */
export function createPermissionRequests(
  table: string,
  rowIds: RowIds,
): Record<RightLetter, (from: Table) => Result> {
  const { create, update, only } = createTestChange(table, rowIds);
  const name = only ?? null;
  return {
    r: (from) => from.select('id'),
    c: (from) => from.insert(create).select('id'),
    u: (from) =>
      name === null
        ? from.update(update).not('id', 'is', null).select('id')
        : from.update(update).eq('name', name).select('id'),
    d: (from) =>
      name === null
        ? from.delete().not('id', 'is', null).select('id')
        : from.delete().eq('name', name).select('id'),
  };
}

/**
 * Returns a row that can be created in this table (`create`), and the columns to change (`update`). `only` is the name
 * of the one row to change or delete; without `only`, the requests change or delete all rows.
 */
export function createTestChange(table: string, rowIds: RowIds): Change {
  const change = changes(rowIds)[table];
  if (change === undefined) throw new Error(`Nothing tries the permissions of ${table}.`);
  return change;
}

function changes({ category, product, plan }: RowIds): Record<string, Change> {
  const contact = { email: 'novo@exemplo.com', phone: '1', address: 'nº 3' };
  return {
    products: {
      create: { ...A_PRODUCT, category_id: category },
      update: { name: 'Outro' },
    },
    product_images: {
      create: { product_id: product, url: 'https://exemplo.com/b.png' },
      update: { is_main: false },
    },
    categories: { create: { name: 'Nova' }, update: { description: 'Outra' }, only: 'Sem uso' },
    distribuidores: {
      create: { name: 'Leste', ...contact, plan_id: plan },
      update: { status: 'Ativo' },
    },
    parceiros: { create: { name: 'Oeste', ...contact }, update: { status: 'Ativo' } },
    plans: {
      create: { name: 'Novo', background_color: '#000000', text_color: '#ffffff' },
      update: { name: 'Outro' },
    },
    profiles: {
      create: { id: CAIO_ID, name: 'Caio', email: 'caio@vitrine.exemplo' },
      update: { company: 'Loja' },
      only: 'Dora',
    },
    notificacoes: { create: { titulo: 'Novo', conteudo: 'Texto' }, update: { titulo: 'Outro' } },
    banners: { create: { titulo: 'Novo' }, update: { titulo: 'Outro' } },
    list_settings: { create: { area: 'banners' }, update: { page_size: 50 } },
    list_views: {
      create: { area: 'banners', name: 'Nova' },
      update: { name: 'Outra' },
      only: 'Minha',
    },
    price_guard: { create: { id: true }, update: { up_limit: 80 } },
    catalogue_readers: { create: { id: true }, update: { menu_parceiros: 'quem_entrou' } },
    factor_rule: { create: { id: true }, update: { required_of: 'ninguem' } },
  };
}

/** The path of the URL of a product's picture whose file is in the trash. */
export const TRASHED_PICTURE_PATH = '/storage/v1/object/public/product-images/main/a.png';

const A_PRODUCT = {
  name: 'Suco',
  subtitle: 'Natural',
  mini_description: 'De laranja',
  description: 'De laranja',
  sku: 'SUCO',
  real_price: 9,
};

/**
 * Returns valid arguments for every function, keyed by its name. A call with these arguments changes or returns
 * something if `person` has the permission. Optional arguments are included, because hostile-arguments.test.ts replaces
 * each argument in turn.
 */
export function createFunctionArguments(
  { category, product, banner, batch, gone, deletion, parceiro }: RowIds,
  person: TestCaller,
): Record<string, Record<string, unknown>> {
  const batch_id = getStagedBatchId(person, 'change');
  const filters = { status: 'Ativo', tipo: 'Produto', category_id: category, price_from: 1 };
  return {
    activity: {
      filters: { actor: 'sistema', area: 'products', from: '2026-01-01', to: '2099-01-01' },
      before: batch,
      size: 10,
    },
    anonymise: { area: 'parceiros', record_id: parceiro },
    announce_user: { email: 'novo@vitrine.exemplo' },
    apply_batch: { batch_id, step: 1, size: 10, confirmed: 0, pictures: null },
    batch_of: { area: 'products', record_id: product, version: 2 },
    batch_rows: { batch_id, outcomes: ['change'], doubtful: false, after: 0, size: 10 },
    batch_records: { batch, after: '', size: 10 },
    before_user_created_hook: { event: {} },
    mfa_verification_attempt_hook: { event: {} },
    catalogo_banners: { publico: 'todos' },
    catalogo_categorias: { publico: 'todos' },
    catalogo_notificacoes: { publico: 'todos' },
    catalogo_produto: { publico: 'todos', sku: 'ACAI-500' },
    catalogo_produtos: {
      publico: 'todos',
      busca: 'acai',
      categoria: category,
      depois_nome: 'A',
      depois_id: product,
      tamanho: 10,
    },
    abandoned_files: { after: product, size: 10 },
    batches_per_day: {},
    company_cities: { of_table: 'parceiros' },
    count_rows: { of_table: 'products' },
    delete_product: { product_id: product },
    drop_batch: { batch_id },
    duplicate_banner: { banner_id: banner, creation_key: crypto.randomUUID() },
    duplicate_product: { product_id: product, copy_id: crypto.randomUUID() },
    discard_records: { batch: deletion, records: [gone] },
    expired_files: { size: 10 },
    export_products: {
      search: 'acai',
      filters,
      order: 'name',
      after: { part: 1, keys: ['A', product] },
      size: 10,
      ids: null,
      except: [category],
    },
    files_to_restore: { after: 'product-images', size: 10 },
    find_products: { search: 'acai', filters, order: '-name', page: 1, size: 25 },
    first_steps: {},
    prune_history: { size: 10 },
    first_administrador: { email: 'ana@vitrine.exemplo' },
    backup_notice: {},
    leave_out: { batch_id, places: [1], is_out: true },
    list_choices: {},
    login_without_profile: { email: 'caio@vitrine.exemplo' },
    note_export: { area: 'parceiros', amount: 1, continues: true },
    needs_attention: {},
    open_batches: {},
    open_sessions: { user_id: null },
    factor_since: { user_id: crypto.randomUUID() },
    remove_factors: { user_id: crypto.randomUUID() },
    end_sessions: { user_id: null, session: crypto.randomUUID() },
    order_banners: { seen: [banner], wanted: [banner] },
    order_list_views: { ids: [] },
    personal_data: { area: 'parceiros', record_id: parceiro },
    plan_change: {
      batch_id: crypto.randomUUID(),
      area: 'products',
      selection: { ids: [product] },
      change: { kind: 'set', column: 'status', value: 'Inativo' },
    },
    plan_import: { batch_id: getStagedBatchId(person, 'import'), size: 10 },
    plan_pictures: {
      batch: { id: crypto.randomUUID(), file_name: 'fotos.zip', total: 1 },
      rows: [
        {
          place: 1,
          record_id: product,
          title: 'a.png',
          cells: { files: ['a.png'] },
          problems: {},
          before: {
            images: [{ url: `https://vitrine.exemplo${TRASHED_PICTURE_PATH}`, is_main: true }],
          },
          after: { images: [{ file: 'a.png', is_main: true }] },
        },
      ],
    },
    possible_duplicate: { area: 'products', field: 'sku', value: 'acai 500', own_id: category },
    price_reference: { product_id: product },
    products_by_file_name: { names: ['acai-500'] },
    record_authors: { area: 'products', record_ids: [product], version: 1, batch: null },
    record_history: { area: 'products', record_id: product, before: null, size: 10 },
    restore_record: { area: 'products', record_id: product, batch, column_name: 'name' },
    restore_trashed: { batch: deletion, records: [gone], continued: null },
    save_product: {
      product: makeProductRow({ id: crypto.randomUUID(), sku: 'NOVO-1', category_id: category }),
      images: [{ url: TRASHED_PICTURE_PATH, is_main: true, alt: 'Copo' }],
      expected_version: 0,
      confirmed: null,
    },
    search_everything: { term: 'acai' },
    set_list: { area: 'banners', hidden_columns: 'status', page_size: 50 },
    stage_rows: {
      batch: {
        id: crypto.randomUUID(),
        area: 'categories',
        file_name: 'a.csv',
        creates_categories: false,
        total: 1,
      },
      rows: [{ place: 2, cells: { name: 'Nova' }, problems: {} }],
    },
    sweep_batches: {},
    trash: { area: 'categories', before: null, size: 10, search: 'a', batch: null },
    trash_groups: { area: 'categories', search: 'a', before: null, size: 10 },
    undo_batch: { batch, decisions: {}, only_record: null, after: null, size: 10 },
    unused_files: { urls: ['/storage/v1/object/public/logos/parceiros/a.png'] },
    unused_objects: { older_than: '1 day', after: category, page_size: 10 },
  };
}
