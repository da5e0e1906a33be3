import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertCategory, makeProductRow } from './records.ts';

describe('products', () => {
  let db: TestDatabase;
  let category: string;
  beforeAll(async () => {
    db = await openTestDatabase();
    category = await insertCategory(db);
  });
  afterAll(() => db.drop());

  async function insert(overrides: Record<string, unknown>) {
    const product: Record<string, unknown> = {
      category_id: category,
      ...makeProductRow(overrides),
    };
    const columns = Object.keys(product);
    return db.attempt(
      'colaborador',
      `insert into public.products (${columns.join(', ')})
       values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
      Object.values(product),
    );
  }

  it('stores every field of the specification [PROD-69]', async () => {
    const { rows } = await insert({});
    expect(rows[0]).toMatchObject({
      ...makeProductRow(),
      real_price: '24.90',
      category_id: category,
    });
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(['id', 'created_at']));
  });

  it('sets the defaults of a new product [PROD-43, PROD-44, PROD-45, PROD-46]', async () => {
    const { rows } = await db.attempt(
      'colaborador',
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       values ('A', 'B', 'C', 'D', 'E', $1, 1) returning status, tipo, visibility, button_color, version`,
      [category],
    );
    expect(rows).toEqual([
      {
        status: 'Ativo',
        tipo: 'Produto',
        visibility: 'todos',
        button_color: '#0077cc',
        version: 1,
      },
    ]);
  });

  it.each([
    ['name', '[PROD-48]'],
    ['subtitle', '[PROD-49]'],
    ['mini_description', '[PROD-50]'],
    ['sku', '[PROD-51]'],
    ['category_id', '[PROD-52]'],
    ['description', '[PROD-53]'],
    ['real_price', '[PROD-54]'],
  ])('refuses a product without %s %s', async (column) => {
    expect((await insert({ [column]: null })).code).toBe('23502');
  });

  it.each(['name', 'subtitle', 'mini_description', 'description'])(
    'refuses a blank %s',
    async (column) => {
      expect((await insert({ [column]: '  ' })).code).toBe('23514');
    },
  );

  it.each([
    ['a subtitle of 31 characters [PROD-55]', { subtitle: 'ç'.repeat(31) }],
    ['a mini description of 66 characters [PROD-58]', { mini_description: 'ã'.repeat(66) }],
    ['a negative sale price [PROD-62]', { real_price: -0.01 }],
    ['a negative promo price [PROD-62]', { promo_price: -1 }],
    ['the price NaN [PROD-62]', { real_price: 'NaN' }],
    ['a button link that runs a script [PROD-63]', { button_link: 'javascript:alert(1)' }],
    ['a button link that is no URL [PROD-63]', { button_link: 'loja' }],
    ['a video that runs a script', { video_embed: 'data:text/html,x' }],
    ['an invalid colour', { button_color: 'red' }],
    ['an unknown tipo', { tipo: 'Combo' }],
    ['an unknown status', { status: 'Pendente' }],
    ['an unknown visibility', { visibility: 'painel' }],
    ['a SKU with spaces around it', { sku: ' A' }],
  ])('refuses %s', async (_, overrides) => {
    expect((await insert(overrides)).code).toBe('23514');
  });

  it.each([
    ['a subtitle of 30 characters [PROD-55]', { subtitle: 'ç'.repeat(30) }],
    ['a mini description of 65 characters [PROD-58]', { mini_description: 'ã'.repeat(65) }],
    ['a price of 0', { real_price: 0 }],
    ['a URL as button link', { button_link: 'HTTPS://exemplo.com/a?b=c' }],
    ['a service', { tipo: 'Serviço' }],
  ])('accepts %s', async (_, overrides) => {
    expect((await insert(overrides)).code).toBe('00000');
  });

  it('treats a SKU in another case as the same, and names the rule that it breaks', async () => {
    await db.as('colaborador', `select public.save_product($1, '[]')`, [
      JSON.stringify(makeProductRow({ sku: 'Único-2', category_id: category })),
    ]);
    await expect(
      db.as('colaborador', `select public.save_product($1, '[]')`, [
        JSON.stringify(makeProductRow({ sku: 'ÚNICO-2', category_id: category })),
      ]),
    ).rejects.toMatchObject({ code: '23505', constraint: 'products_sku_key' });
  });

  it('finds by name or SKU, ignoring case and accents [CALL-09]', async () => {
    await db.as('colaborador', `select public.save_product($1, '[]')`, [
      JSON.stringify(
        makeProductRow({ name: 'AÇAÍ do Pará', sku: 'Pará-9', category_id: category }),
      ),
    ]);
    for (const term of ['acai do', 'do para', 'para-9']) {
      const { rows } = await db.attempt(
        'colaborador',
        `select name from public.products where search_text ilike '%' || $1 || '%'`,
        [term],
      );
      expect(rows).toEqual([{ name: 'AÇAÍ do Pará' }]);
    }
  });

  it('uses the trigram index for a search by name or SKU', async () => {
    const client = await db.connect();
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(
      `explain select name from public.products where search_text ilike '%acai%'`,
    );
    expect(JSON.stringify(rows)).toContain('products_search_text_idx');
  });

  it('sorts names in Brazilian Portuguese', async () => {
    const { rows } = await db.attempt(
      'colaborador',
      `with added as (
        insert into public.categories (name) values ('Zebra'), ('Água'), ('abacate'), ('Éden'), ('Ação')
        returning name
      ) select name from added order by name`,
    );
    expect(rows.map((row) => row['name'])).toEqual(['abacate', 'Ação', 'Água', 'Éden', 'Zebra']);
  });

  it('counts the saves of a row', async () => {
    const rows = await db.sql(`update public.products set name = name returning version`);
    expect(rows.every((row) => row['version'] === 2)).toBe(true);
  });
});
