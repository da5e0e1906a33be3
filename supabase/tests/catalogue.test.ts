import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginTransactionAs, openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory } from './records.ts';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(
    'truncate public.products, public.categories, public.banners, public.notificacoes cascade',
  );
  category = await insertCategory(db);
});
afterAll(() => db.drop());

const AUDIENCES = ['todos', 'menu_parceiros', 'catalogo_distribuidores'];
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function insert(table: string, row: Record<string, unknown>) {
  const names = Object.keys(row);
  const [made] = await db.sql<{ id: string }>(
    `insert into public.${table} (${names.join(', ')})
     values (${names.map((_, place) => `$${place + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return made!.id;
}

const product = (sku: string, more: Record<string, unknown> = {}) =>
  insert('products', {
    name: sku,
    subtitle: 'a',
    mini_description: 'a',
    description: 'a',
    sku,
    category_id: category,
    real_price: 10,
    ...more,
  });

type Shown = Record<string, unknown>;
type Page = { produtos: Shown[]; proxima: { depois_nome: string; depois_id: string } | null };
type PageRequest = { search?: string; category?: string; after?: Page['proxima']; size?: number };

async function page(
  audience: string,
  { search, category: of, after, size = 50 }: PageRequest = {},
) {
  const [row] = await db.sql<{ body: Page; changes_at: Date | null }>(
    'select body, changes_at from private.catalogue_products($1, now(), $2, $3, $4, $5, $6)',
    [audience, search, of, after?.depois_nome, after?.depois_id, size],
  );
  return row!;
}
async function skus(audience: string, request?: PageRequest) {
  return (await page(audience, request)).body.produtos.map(({ sku }) => sku);
}
async function shown(name: string, audience: string, moment = at(0)) {
  const [row] = await db.sql<{ body: Shown[]; changes_at: Date | null }>(
    `select body, changes_at from private.${name}($1, $2)`,
    [audience, moment],
  );
  return row!;
}

describe('the products on air', () => {
  it('are the active products of active categories, by audience', async () => {
    await product('A');
    await product('B', { status: 'Inativo' });
    const hidden = await insert('categories', { name: 'Oculta', is_active: false });
    await product('C', { category_id: hidden });
    await product('D', { visibility: 'menu_parceiros' });
    await product('E', { visibility: 'catalogo_distribuidores' });
    expect(await skus('todos')).toEqual(['A']);
    expect(await skus('menu_parceiros')).toEqual(['A', 'D']);
    expect(await skus('catalogo_distribuidores')).toEqual(['A', 'E']);
  });

  it('follow every change of a product and of its category', async () => {
    const id = await product('A');
    const other = await insert('categories', { name: 'Outra', is_active: false });
    const seen = async (change: string, values: unknown[] = []) => {
      await db.sql(change, values);
      return skus('menu_parceiros');
    };
    const set = (column: string, value: string) =>
      seen(`update public.products set ${column} = $1 where id = $2`, [value, id]);
    expect(await set('status', 'Inativo')).toEqual([]);
    expect(await set('status', 'Ativo')).toEqual(['A']);
    expect(await set('visibility', 'catalogo_distribuidores')).toEqual([]);
    expect(await set('visibility', 'menu_parceiros')).toEqual(['A']);
    expect(await set('sku', 'B')).toEqual(['B']);
    expect(await set('category_id', other)).toEqual([]);
    expect(await seen('update public.categories set is_active = true')).toEqual(['B']);
    expect(await seen('update public.categories set is_active = false')).toEqual([]);
    expect(await seen(`update public.categories set is_active = true, name = name || '!'`)).toEqual(
      ['B'],
    );
    expect(await seen('delete from public.products')).toEqual([]);
  });

  it('include a product saved while its category is switched on', async () => {
    await db.sql('update public.categories set is_active = false');
    const [first, second] = [await db.connect(), await db.connect()];
    await first.query('begin');
    await first.query('update public.categories set is_active = true');
    await beginTransactionAs(second, 'administrador');
    const saved = second.query(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       values ('A', 'a', 'a', 'a', 'A', $1, 1)`,
      [category],
    );
    await db.waitForLock();
    await first.query('commit');
    await saved;
    await second.query('commit');
    expect(await skus('todos')).toEqual(['A']);
  });

  it('exclude a product saved while its category is switched off', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    await beginTransactionAs(second, 'administrador');
    await second.query(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       values ('A', 'a', 'a', 'a', 'A', $1, 1)`,
      [category],
    );
    const switched = first.query('update public.categories set is_active = false');
    await db.waitForLock();
    await second.query('commit');
    await switched;
    expect(await db.sql('select from private.products_on_air')).toEqual([]);
  });

  it('do not block renaming a category', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    await beginTransactionAs(first, 'administrador');
    await first.query(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       values ('A', 'a', 'a', 'a', 'A', $1, 1)`,
      [category],
    );
    await second.query(`set lock_timeout = '2s'`);
    await second.query(`update public.categories set name = 'Outra'`);
    await first.query('commit');
    expect(await skus('todos')).toEqual(['A']);
  });

  it('are the same after a load without triggers and a refill', async () => {
    await product('A');
    await product('B', { visibility: 'menu_parceiros' });
    await product('C', { status: 'Inativo' });
    const rows = () => db.sql('select * from private.products_on_air order by id');
    const before = await rows();
    await db.sql('select private.refill_findable_products()');
    expect(await rows()).toEqual(before);
    await product('D');
    expect(await rows()).toHaveLength(3);
  });

  it('have their promotional price only during its period', async () => {
    const promo = { promo_price: 8 };
    await product('A', promo);
    await product('B', { ...promo, promo_starts_at: at(-5), promo_ends_at: at(5) });
    await product('C', { ...promo, promo_starts_at: at(5) });
    await product('D', { ...promo, promo_ends_at: at(-5) });
    await product('E');
    const { body } = await page('todos');
    const prices = body.produtos.map((row) => [
      row['sku'],
      row['real_price'],
      row['promo_price'],
      row['promo_ends_at'] !== null,
    ]);
    expect(prices).toEqual([
      ['A', 10, 8, false],
      ['B', 10, 8, true],
      ['C', 10, null, false],
      ['D', 10, null, false],
      ['E', 10, null, false],
    ]);
  });

  it('have these columns, which other systems rely on', async () => {
    await product('A');
    const { body } = await page('todos');
    expect(Object.keys(body.produtos[0] ?? {}).join(' ')).toBe(
      'id sku name subtitle mini_description tipo category_id category real_price promo_price promo_ends_at button_color button_link main_image_url',
    );
  });
});

describe('a page of products on air', () => {
  beforeEach(async () => {
    for (const sku of ['C', 'A', 'E', 'B', 'D'])
      await product(sku, { visibility: sku < 'C' ? 'todos' : 'menu_parceiros' });
    await product('BB', { status: 'Inativo' });
  });

  it('begins after the last product of the previous page, up to the end', async () => {
    const first = await page('menu_parceiros', { size: 2 });
    const second = await page('menu_parceiros', { size: 2, after: first.body.proxima });
    const third = await page('menu_parceiros', { size: 2, after: second.body.proxima });
    const pages = [first, second, third].map(({ body }) => body.produtos.map(({ sku }) => sku));
    expect(pages).toEqual([['A', 'B'], ['C', 'D'], ['E']]);
    expect(third.body.proxima).toBeNull();
    const exactly = await page('menu_parceiros', { size: 5 });
    expect(exactly.body.proxima).toBeNull();
  });

  it('begins at the same place when the last product of the previous page is hidden meanwhile', async () => {
    const { body } = await page('menu_parceiros', { size: 2 });
    await db.sql(`update public.products set status = 'Inativo' where sku = 'B'`);
    expect(await skus('menu_parceiros', { after: body.proxima })).toEqual(['C', 'D', 'E']);
  });

  it('can be limited to one category', async () => {
    const other = await insertCategory(db, 'Doces');
    await product('F', { category_id: other });
    expect(await skus('todos', { category: other })).toEqual(['F']);
    expect(await skus('todos', { category: crypto.randomUUID() })).toEqual([]);
  });
});

describe('a search of products on air', () => {
  it('finds all words in any order, in name, subtitle, SKU or category', async () => {
    const other = await insertCategory(db, 'Polpas congeladas');
    await product('POL-1', { name: 'Açaí puro 1 kg', subtitle: 'Da casa' });
    await product('POL-2', { name: 'Cupuaçu', category_id: other });
    await product('POL-3', { name: 'Açaí oculto', status: 'Inativo' });
    const find = (search: string) => skus('todos', { search });
    expect(await find('puro ACAI')).toEqual(['POL-1']);
    expect(await find('casa')).toEqual(['POL-1']);
    expect(await find('pol2')).toEqual(['POL-2']);
    expect(await find('congelad')).toEqual(['POL-2']);
    expect(await find('1kg')).toEqual(['POL-1']);
    expect(await find('cu')).toEqual(['POL-2']);
    expect(await find('oculto')).toEqual([]);
    expect(await find("%_\\' --")).toEqual([]);
    expect(await find('')).toEqual(['POL-1', 'POL-2']);
  });

  it('for a frequent word returns the same pages as the list in its order', async () => {
    await db.sql('set session_replication_role = replica');
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select 'Caju ' || lpad(n::text, 5, '0'), 'a', 'a', 'a', 'CAJU-' || n, $1, 1 from generate_series(1, 10200) as n`,
      [category],
    );
    await db.sql('set session_replication_role = origin');
    await db.sql('select private.refill_findable_products()');
    const found: unknown[] = [];
    let after: Page['proxima'] = {
      depois_nome: 'Caju 10050',
      depois_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    };
    while (after) {
      const { body }: { body: Page } = await page('todos', { search: 'caju', after, size: 40 });
      found.push(...body.produtos.map(({ sku }) => sku));
      after = body.proxima;
    }
    expect(found).toEqual(Array.from({ length: 150 }, (_, n) => `CAJU-${10_051 + n}`));
  });
});

describe('one product on air', () => {
  const one = async (audience: string, sku: string) => {
    const [row] = await db.sql<{ body: Shown | null }>(
      'select body from private.catalogue_product($1, now(), $2)',
      [audience, sku],
    );
    return row!.body;
  };

  it('is found by its SKU in any case, while the audience may see it', async () => {
    await product('A-1');
    await product('A-2', { status: 'Inativo' });
    await product('A-3', { visibility: 'menu_parceiros' });
    expect(await one('todos', 'a-1')).toMatchObject({ sku: 'A-1' });
    expect(await one('todos', 'A-2')).toBeNull();
    expect(await one('todos', 'A-3')).toBeNull();
    expect(await one('menu_parceiros', 'A-3')).toMatchObject({ sku: 'A-3' });
  });

  it('has its pictures in order, the main one first', async () => {
    const id = await product('A');
    const url = (name: string) => `https://exemplo.com/${name}.png`;
    await db.sql(
      `insert into public.product_images (product_id, url, is_main, position, alt)
       values ($1, $2, false, 0, ''), ($1, $3, true, 1, 'Frente'), ($1, $4, false, 2, '')`,
      [id, url('b'), url('a'), url('c')],
    );
    expect((await one('todos', 'A'))?.['images']).toEqual([
      { url: url('a'), alt: 'Frente', is_main: true },
      { url: url('b'), alt: '', is_main: false },
      { url: url('c'), alt: '', is_main: false },
    ]);
    expect((await page('todos')).body.produtos[0]?.['main_image_url']).toBe(url('a'));
  });

  it('has these columns, which other systems rely on', async () => {
    await product('A');
    expect(Object.keys((await one('todos', 'A')) ?? {}).join(' ')).toBe(
      'id sku name subtitle mini_description description tipo category_id category real_price promo_price promo_ends_at button_color button_link video_embed images',
    );
  });
});

describe('categories, banners and notifications on air', () => {
  it('returns the categories with a product of the audience', async () => {
    const other = await insertCategory(db, 'Doces');
    await insertCategory(db, 'Vazia');
    await product('A', { visibility: 'menu_parceiros' });
    await product('B', { category_id: other });
    const names = async (audience: string) => {
      const [row] = await db.sql<{ body: Shown[] }>(
        'select private.catalogue_categories($1) as body',
        [audience],
      );
      return row!.body.map(({ name }) => name);
    };
    expect(await names('todos')).toEqual(['Doces']);
    expect(await names('menu_parceiros')).toEqual(['Bebidas', 'Doces']);
    await db.sql('update public.categories set is_active = false where id = $1', [other]);
    expect(await names('todos')).toEqual([]);
  });

  it('returns the active banners within their period, by position', async () => {
    await insert('banners', { titulo: 'A', ordem: 2 });
    await insert('banners', { titulo: 'B', starts_at: at(-5), ends_at: at(5), ordem: 1 });
    await insert('banners', { titulo: 'C', starts_at: at(5) });
    await insert('banners', { titulo: 'D', ends_at: at(-5) });
    await insert('banners', { titulo: 'E', status: 'Inativo' });
    for (const posicao of ['home', 'parceiros', 'distribuidores'])
      await insert('banners', { titulo: posicao, posicao, ordem: 3 });
    const titles = async (audience: string, minutes = 0) =>
      (await shown('catalogue_banners', audience, at(minutes))).body.map(({ titulo }) => titulo);
    expect(await titles('todos')).toEqual(['B', 'A', 'home']);
    expect(await titles('menu_parceiros')).toEqual(['B', 'A', 'parceiros']);
    expect(await titles('catalogo_distribuidores')).toEqual(['B', 'A', 'distribuidores']);
    expect(await titles('todos', 6)).toEqual(['C', 'A', 'home']);
  });

  it('returns the active notifications within their period, by place and recipient', async () => {
    const notification = (titulo: string, more: Record<string, unknown> = {}) =>
      insert('notificacoes', { titulo, conteudo: 'a', ...more });
    await notification('A');
    await notification('B', { status: 'Inativa' });
    await notification('C', { starts_at: at(5) });
    await notification('D', { visibilidade: 'painel' });
    await notification('E', { destinatarios: 'usuarios' });
    await notification('F', { destinatarios: 'parceiros' });
    await notification('G', { visibilidade: 'catalogo_distribuidores' });
    await notification('H', { visibilidade: 'menu_parceiros', destinatarios: 'distribuidores' });
    const titles = async (audience: string) =>
      (await shown('catalogue_notificacoes', audience)).body.map(({ titulo }) => titulo);
    expect(await titles('todos')).toEqual(['A']);
    expect(await titles('menu_parceiros')).toEqual(['F', 'A']);
    expect(await titles('catalogo_distribuidores')).toEqual(['G', 'A']);
  });

  it('have these columns, which other systems rely on', async () => {
    await product('A');
    await insert('banners', { titulo: 'A' });
    await insert('notificacoes', { titulo: 'A', conteudo: 'a' });
    const [row] = await db.sql<{ category: Shown; banner: Shown; notice: Shown }>(`select
      private.catalogue_categories('todos') -> 0 as category,
      (private.catalogue_banners('todos', now())).body -> 0 as banner,
      (private.catalogue_notificacoes('todos', now())).body -> 0 as notice`);
    expect(Object.values(row!).map((each) => Object.keys(each).join(' '))).toEqual([
      'id name description image_url',
      'id titulo descricao cta_texto cta_link imagem_url tipo ordem ends_at',
      'id titulo conteudo tipo created_at ends_at',
    ]);
  });
});

describe('the next change of the response', () => {
  const moment = async (response: Promise<{ changes_at: Date | null }>) =>
    (await response).changes_at?.toISOString();
  const whole = (minutes: number) => at(minutes).replace(/\.\d+Z/, '.000Z');

  it('is the next beginning or end of a promotion on the page', async () => {
    const [soon, later] = [whole(5), whole(9)];
    await product('A', { promo_price: 8, promo_starts_at: soon, promo_ends_at: later });
    await product('B', { promo_price: 8, promo_ends_at: later });
    await product('C', { promo_price: 8, promo_ends_at: whole(1), status: 'Inativo' });
    expect(await moment(page('todos'))).toBe(soon);
    await db.sql(`delete from public.products where sku = 'A'`);
    expect(await moment(page('todos'))).toBe(later);
    await db.sql('delete from public.products');
    expect(await moment(page('todos'))).toBeUndefined();
  });

  it('is the end of a banner or notification, and does not reveal a planned one', async () => {
    const end = whole(5);
    await insert('banners', { titulo: 'A', ends_at: end });
    await insert('banners', { titulo: 'B', starts_at: whole(1) });
    await insert('notificacoes', { titulo: 'A', conteudo: 'a', starts_at: whole(1) });
    for (const audience of AUDIENCES) {
      expect(await moment(shown('catalogue_banners', audience))).toBe(end);
      expect(await moment(shown('catalogue_notificacoes', audience))).toBeUndefined();
    }
  });
});
