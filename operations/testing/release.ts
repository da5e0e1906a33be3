import { randomUUID } from 'node:crypto';
import { STAFF_PASSWORD } from '../../backend/testing/cluster.ts';
import { uploadRandomJpeg } from './catalogue.ts';

type Server = { url: string; anonKey: string; serviceKey: string };

/** Signs in and returns functions that send requests as that user. Each throws unless the response is 2xx. */
export async function signInAsStaff(server: Omit<Server, 'serviceKey'>, name: 'ana' | 'bruno') {
  let authorization = `Bearer ${server.anonKey}`;
  async function request<T>(method: string, path: string, body?: unknown) {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        apikey: server.anonKey,
        authorization,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T; // the caller names the type of its response
  }
  const login = { email: `${name}@vitrine.exemplo`, password: STAFF_PASSWORD };
  const session = await request<{ access_token: string }>(
    'POST',
    '/auth/v1/token?grant_type=password',
    login,
  );
  authorization = `Bearer ${session.access_token}`;
  return {
    insert: <T = { id: string }>(table: string, row: object) =>
      request<[T]>('POST', `/rest/v1/${table}`, row).then(([inserted]) => inserted),
    remove: (table: string, id: string) => request('DELETE', `/rest/v1/${table}?id=eq.${id}`),
    read: <T>(query: string) => request<T[]>('GET', `/rest/v1/${query}`),
    call: <T>(procedure: string, values: object) =>
      request<T>('POST', `/rest/v1/rpc/${procedure}`, values),
  };
}

/** The product that `fillReleaseInstallation` inserts: its SKU, and its prices before and after the bulk change. */
export const BULK_CHANGED_PRODUCT = { sku: 'ACAI-500', before: 24.9, now: 27.39 };
/** The name of the category that `fillReleaseInstallation` deletes. */
export const TRASHED_CATEGORY_NAME = 'Sazonais';

/** Fills a new installation with a record of every area, with pictures, a bulk change, an import and a deletion. */
export async function fillReleaseInstallation(server: Server) {
  await uploadRandomJpeg(server.url, server.serviceKey, 'main/acai.jpg');
  const pictureUrl = `${server.url}/storage/v1/object/public/product-images/main/acai.jpg`;
  const ana = await signInAsStaff(server, 'ana');
  const bruno = await signInAsStaff(server, 'bruno');
  const category = await ana.insert('categories', {
    name: 'Polpas',
    image_url: pictureUrl,
  });
  await ana.remove(
    'categories',
    (await ana.insert('categories', { name: TRASHED_CATEGORY_NAME })).id,
  );
  await bruno.call('save_product', {
    product: {
      name: 'Açaí 500 ml',
      subtitle: 'Polpa da casa',
      mini_description: 'Batido na hora.',
      description: 'Açaí batido na hora, com granola.',
      sku: BULK_CHANGED_PRODUCT.sku,
      category_id: category.id,
      real_price: BULK_CHANGED_PRODUCT.before,
    },
    images: [{ url: pictureUrl, is_main: true }],
    expected_version: null,
  });
  const [plan] = await bruno.read<{ id: string }>('plans?name=eq.Pro');
  await bruno.insert('distribuidores', {
    name: 'Norte',
    plan_id: plan?.id,
    email: 'norte@exemplo.com',
    phone: '91999990000',
    address: 'Rua das Flores, 1',
    cidade: 'Belém',
    estado: 'PA',
  });
  await bruno.insert('parceiros', {
    name: 'Sul',
    email: 'sul@exemplo.com',
    phone: '51999990000',
    address: 'Rua do Porto, 2',
    cidade: 'Porto Alegre',
    estado: 'RS',
  });
  await ana.insert('notificacoes', { titulo: 'Férias', conteudo: 'Voltamos no dia 5.' });
  await ana.insert('banners', { titulo: 'Verão', imagem_url: pictureUrl });
  await ana.insert('list_views', { area: 'products', name: 'Só ativos', address: 'status=Ativo' });
  await raisePrices(bruno);
  await importCategory(bruno);
}

type Staff = Awaited<ReturnType<typeof signInAsStaff>>;

async function raisePrices({ call }: Staff) {
  const batch_id = randomUUID();
  await call('plan_change', {
    batch_id,
    area: 'products',
    selection: { search: '', filters: {} },
    change: { kind: 'price', by: 'percent', value: 10, promo: 'keep' },
  });
  await call('apply_batch', { batch_id, step: 1, size: 1000, confirmed: 0 });
}

async function importCategory({ call }: Staff) {
  const id = randomUUID();
  await call('stage_rows', {
    batch: { id, area: 'categories', file_name: 'categorias.csv', total: 1 },
    rows: [{ place: 2, cells: { name: 'Sorvetes' } }],
  });
  await call('plan_import', { batch_id: id });
  await call('apply_batch', { batch_id: id, step: 1, size: 1000, confirmed: 0 });
}
