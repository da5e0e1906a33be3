import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../src/areas/products/area.ts';
import { unlabelledColumns } from '../../src/areas/products/product.ts';
import { isWebAddress } from '../../src/lib/web-address.ts';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { PRODUCT_SORT_ORDERS } from './panel-areas.ts';
import type { TestCaller } from './people.ts';
import { insertCategory } from './records.ts';

type Listed = { id: string; name: string; category: string; image_url: string | null };
type Found = { rows: Listed[]; total: number; more: boolean; similar: Listed[] };
type Search = {
  search?: string;
  filters?: Record<string, string>;
  order?: string;
  page?: number;
  size?: number;
};

const FIND = `select public.find_products(
  search => $1, filters => $2, "order" => $3, page => $4, size => $5) as found`;

function valuesOf({ search = '', filters = {}, order = 'name', page = 1, size = 100 }: Search) {
  return [search, filters, order, page, size];
}

async function find(db: TestDatabase, search: Search, person: TestCaller = 'colaborador') {
  const [row] = await db.as<{ found: Found }>(person, FIND, valuesOf(search));
  return row!.found;
}

const ADD = `insert into public.products
    (name, subtitle, mini_description, description, sku, category_id, real_price, status, tipo, created_at)
  values ($1, $2, 'Mini', 'Descrição', $3, $4, $5, $6, $7, now() - $8 * interval '1 minute')`;

describe('find_products', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    const polpas = await insertCategory(db, 'Polpas de fruta');
    const castanhas = await insertCategory(db, 'Castanhas e sementes');
    const rows = [
      ['Polpa de Açaí 1 kg', 'Congelado na origem', 'POL-ACAI-1KG', polpas, 39.9],
      ['Cupuaçu 100% puro', 'Sem açúcar', 'POL-CUP', polpas, 29.9],
      ['Castanha-do-pará', 'Descascada', 'CAS-PARA', castanhas, 59.9],
      ['Caju torrado', 'Com sal', 'CAJ.77/B', castanhas, 44.9],
      ['Camiseta da casa', 'Algodão', 'VES-1', castanhas, 79.9],
    ];
    for (const [place, row] of rows.entries())
      await db.sql(ADD, [...row, 'Ativo', 'Produto', place]);
  });
  afterAll(() => db.drop());

  const names = async (search: string) => (await find(db, { search })).rows.map(({ name }) => name);

  it.each([
    ['açaí congelado', 'Polpa de Açaí 1 kg'],
    ['congelado acai', 'Polpa de Açaí 1 kg'],
    ['acai 1kg', 'Polpa de Açaí 1 kg'],
    ['castanha caju', 'Caju torrado'],
    ['sem açúcar', 'Cupuaçu 100% puro'],
    ['CUPUACU 100%', 'Cupuaçu 100% puro'],
    ['polacai1kg', 'Polpa de Açaí 1 kg'],
    ['caj77b', 'Caju torrado'],
    ['CAJ.77/B', 'Caju torrado'],
    ['aj.77', 'Caju torrado'],
  ])(
    'finds %j, all words in any order, in name, subtitle, SKU or category [PROD-13]',
    async (search, name) => {
      expect(await names(search)).toEqual([name]);
    },
  );

  it('finds nothing for a search without letters and digits, and everything for spaces', async () => {
    for (const search of ['%', '_', '***', ' - / ', '🍇']) {
      expect(await find(db, { search })).toMatchObject({ rows: [], total: 0, similar: [] });
      expect(await find(db, { search, order: 'relevance' })).toMatchObject({ rows: [], total: 0 });
      expect(await find(db, { search, order: '-real_price', page: -1 })).toMatchObject({
        rows: [],
      });
      expect(await find(db, { search, filters: { status: 'Ativo' } })).toMatchObject({ total: 0 });
    }
    expect(await names('  ')).toHaveLength(5);
    expect(await names('% 100')).toEqual(['Cupuaçu 100% puro']);
  });

  it('ranks a term of one or two letters at the beginning of a word before one inside a word', async () => {
    expect(await names('ca')).toEqual([
      'Caju torrado', // the category of this and the next two products begins with the term, too
      'Camiseta da casa',
      'Castanha-do-pará',
      'Cupuaçu 100% puro', // the term is only inside a word: açúcar
      'Polpa de Açaí 1 kg',
    ]);
    expect(await names('ai')).toEqual(['Polpa de Açaí 1 kg']);
    expect(await names('s')).toEqual([
      'Caju torrado', // the term begins the word 'sal'
      'Camiseta da casa', // the term begins the word 'sementes'
      'Castanha-do-pará',
      'Cupuaçu 100% puro', // the term begins the word 'sem'
      'Polpa de Açaí 1 kg', // the term is only inside a word: polpas
    ]);
  });

  it('returns the product with that SKU first, then those that contain the text, by name [PROD-13] [CALL-08]', async () => {
    await db.sql(ADD, [
      'Zebra',
      'Da casa',
      'CAJ',
      await insertCategory(db, 'Outra'),
      1,
      'Ativo',
      'Produto',
      9,
    ]);
    expect(await names('caj')).toEqual(['Zebra', 'Caju torrado']);
    expect((await find(db, { search: ' Caj ', order: '-name' })).rows[0]?.name).toBe('Zebra');
    expect((await find(db, { search: 'caj', filters: { tipo: 'Serviço' } })).rows).toEqual([]);
    await db.sql(`delete from public.products where sku = 'CAJ'`);
  });

  it('orders by relevance: names that begin with the text, names that contain its words, the rest', async () => {
    const by = async (search: string) =>
      (await find(db, { search, order: 'relevance' })).rows.map(({ name }) => name);
    expect(await by('ca')).toEqual([
      'Caju torrado',
      'Camiseta da casa',
      'Castanha-do-pará',
      'Polpa de Açaí 1 kg',
      'Cupuaçu 100% puro', // the term is in 'açúcar', in the subtitle
    ]);
    expect(await by('castanha')).toEqual([
      'Castanha-do-pará',
      'Caju torrado', // the term is in the name of the category
      'Camiseta da casa',
    ]);
    expect(await by('CASA')).toEqual(['Camiseta da casa']);
    expect(await by('PÁRA')).toEqual(['Castanha-do-pará']);
    expect(await by('')).toEqual(await names(''));
  });

  it('suggests the nearest products for a search without a match', async () => {
    const similar = async (search: string) => (await find(db, { search })).similar[0]?.name;
    expect(await similar('camizeta')).toBe('Camiseta da casa');
    expect(await similar('asai')).toBe('Polpa de Açaí 1 kg');
    expect(await similar('camize')).toBe('Camiseta da casa');
    expect(await similar('castanha cupuaçu')).toMatch(/^(Caju|Camiseta|Castanha|Cupuaçu)/);
    expect(await similar('xyzw')).toBeUndefined();
    expect(await find(db, { search: 'camizeta' })).toMatchObject({
      rows: [],
      total: 0,
      more: false,
    });
    expect((await find(db, { search: 'camiseta' })).similar).toEqual([]);
    expect((await find(db, { search: 'asai', filters: { status: 'Inativo' } })).similar).toEqual(
      [],
    );
  });

  it('does not suggest a word whose last product was deleted', async () => {
    await db.sql(`update public.products set name = 'Bermuda da casa' where sku = 'VES-1'`);
    expect((await find(db, { search: 'camizeta' })).similar).toEqual([]);
    await db.sql(`update public.products set name = 'Camiseta da casa' where sku = 'VES-1'`);
  });

  it('returns the columns that the list shows', async () => {
    const { rows } = await find(db, {});
    const { picture: _, ...labelled } = products.labels;
    expect(Object.keys(rows[0]!).toSorted()).toEqual(
      [
        ...Object.keys(labelled),
        ...unlabelledColumns,
        'category_is_active',
        'image_url',
      ].toSorted(),
    );
  });

  it('returns each row with its category and main picture', async () => {
    await db.sql(`insert into public.product_images (product_id, url, is_main, position)
      select id, 'https://x.exemplo/storage/v1/object/public/product-images/' || place, place = 'main/a.png', 0
      from public.products, unnest(array['main/a.png', 'additional/b.png']) as place where sku = 'POL-CUP'`);
    await db.sql(`update public.categories set is_active = false where name = 'Polpas de fruta'`);
    const { rows } = await find(db, { search: 'cupuacu' });
    expect(rows).toEqual([
      {
        id: expect.any(String),
        name: 'Cupuaçu 100% puro',
        subtitle: 'Sem açúcar',
        sku: 'POL-CUP',
        tipo: 'Produto',
        visibility: 'todos',
        status: 'Ativo',
        real_price: 29.9,
        promo_price: null,
        promo_starts_at: null,
        promo_ends_at: null,
        category: 'Polpas de fruta',
        version: 1,
        category_is_active: false,
        image_url: 'https://x.exemplo/storage/v1/object/public/product-images/main/a.png',
      },
    ]);
  });

  it('is for staff only, and refuses unknown arguments', async () => {
    const codeOf = async (person: TestCaller, search: Search) =>
      (await db.attempt(person, FIND, valuesOf(search))).code;
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect(await codeOf(person, {})).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await codeOf('colaborador', { order: 'version' })).toBe('22023');
    expect(await codeOf('colaborador', { order: 'name; drop table products' })).toBe('22023');
    expect(await codeOf('colaborador', { filters: { version: '1' } })).toBe('22023');
    expect(await codeOf('colaborador', { filters: { status: `x' or true --` } })).toBe('00000');
    expect(await codeOf('colaborador', { filters: { category_id: `' or true --` } })).toBe('22P02');
    for (const filters of [{ image: 'x' }, { promo: 'x' }, { link: '' }, { category_state: 'x' }])
      expect(await codeOf('colaborador', { filters: filters as never })).toBe('22023');
    expect(await codeOf('colaborador', { filters: { price_from: `1 or true` } })).toBe('22P02');
    expect(await codeOf('colaborador', { page: 0 })).toBe('22023');
    expect(await codeOf('colaborador', { size: 201 })).toBe('22023');
  });
});

describe('the pages of find_products', () => {
  const WORDS = [
    'açaí',
    'caju',
    'Coco',
    'sem',
    'açúcar',
    '1 kg',
    'Pão',
    'de',
    'mel',
    'X-1',
    'a',
    'É',
  ];
  const SUBTITLES = ['Da casa', 'Caju e mel', 'Sem nada', 'Ótimo'];
  const CATEGORIES = ['Polpas de caju', 'Mel', 'Outros'];
  const LINKS = [
    'https://exemplo.com.br/a',
    'http://x:80?b',
    'https://?',
    'https://a:99999/',
    'http:///a',
  ];
  type Row = { id: string; name: string; subtitle: string; sku: string; category: string } & Record<
    'status' | 'tipo',
    string
  > & {
      real_price: string;
      promo_price: string | null;
      promo_starts_at: Date | null;
      promo_ends_at: Date | null;
      category_is_active: boolean;
      has_image: boolean;
      button_link: string | null;
      video_embed: string | null;
    };
  let db: TestDatabase;
  let categories: string[];
  let skus: string[];
  beforeAll(async () => {
    db = await openTestDatabase();
    categories = [];
    for (const name of CATEGORIES) categories.push(await insertCategory(db, name));
    const random = fc.sample(
      fc.tuple(
        fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...SUBTITLES),
        fc.constantFrom(...categories),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('Ativo', 'Inativo'),
        fc.constantFrom('Produto', 'Serviço'),
        fc.record({
          visibility: fc.constantFrom('todos', 'menu_parceiros', 'catalogo_distribuidores'),
          promo: fc.option(fc.integer({ min: 1, max: 20 })),
          starts: fc.option(fc.constantFrom(-5, -3, 2)),
          ends: fc.option(fc.constantFrom(-1, 3, 4)),
          link: fc.option(fc.constantFrom(...LINKS)),
          video: fc.option(fc.constantFrom(...LINKS), { freq: 2 }),
          image: fc.option(fc.boolean()),
        }),
      ),
      { numRuns: 150, seed: 7 },
    );
    for (const [place, [words, subtitle, ...rest]] of random.entries()) {
      const [category, price, status, tipo, more] = rest;
      const sku = `P${place}-${words.join('.').toUpperCase()}`;
      await db.sql(ADD, [words.join(' '), subtitle, sku, category, price, status, tipo, place]);
      const { visibility, promo, starts, ends, link, video, image } = more;
      const isPeriod = promo !== null && (starts === null || ends === null || starts < ends);
      await db.sql(
        `update public.products set visibility = $2, promo_price = $3, button_link = $4, video_embed = $5,
          promo_starts_at = now() + $6 * interval '1 day', promo_ends_at = now() + $7 * interval '1 day'
        where sku = $1`,
        [sku, visibility, promo, link, video, isPeriod ? starts : null, isPeriod ? ends : null],
      );
      if (image !== null)
        await db.sql(
          `insert into public.product_images (product_id, url, is_main)
          select id, 'https://x.exemplo/storage/v1/object/public/product-images/main/a.png', $2
          from public.products where sku = $1`,
          [sku, image],
        );
    }
    for (const sku of ['P', 'p1', 'P10', 'X-1', 'Caju', 'a'])
      await db.sql(ADD, ['Zinco', 'Da casa', sku, categories[0], 9, 'Ativo', 'Produto', 1]);
    const stored = await db.sql<{ sku: string }>('select sku from public.products order by sku');
    skus = stored.map(({ sku }) => sku);
    await db.sql(`update public.categories set is_active = false where name <> 'Mel'`);
  });
  afterAll(() => db.drop());

  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

  type Searched = Pick<Row, 'name' | 'subtitle' | 'sku' | 'category'>;

  function occurs(row: Searched, term: string, how: 'includes' | 'startsWith') {
    const { name, subtitle, sku, category } = row;
    const words = [name, subtitle, sku, category].flatMap(wordsOf);
    if ([...words, wordsOf(sku).join('')].some((word) => word[how](term))) return true;
    const spaced = term.replace(/(\d)(?=\D)|(\D)(?=\d)/g, '$& ');
    const own = ` ${[name, subtitle, sku].flatMap(wordsOf).join(' ')} ${wordsOf(sku).join('')}`;
    return spaced !== term && own.includes(` ${spaced}`);
  }

  /** Functions that evaluate a filter on a row, independently of the SQL; keyed by filter. */
  const passes: Record<string, (row: Row, value: string) => boolean> = {
    image: ({ has_image }) => !has_image,
    category_state: ({ category_is_active }) => !category_is_active,
    price_from: ({ real_price }, value) => Number(real_price) >= Number(value),
    price_to: ({ real_price }, value) => Number(real_price) <= Number(value),
    link: ({ button_link, video_embed }) =>
      [button_link, video_embed].some((link) => link !== null && !isWebAddress(link)),
    promo: (row, value) => {
      const { real_price, promo_price, promo_starts_at: starts, promo_ends_at: ends } = row;
      if (promo_price === null) return false;
      const now = new Date();
      if (value === 'no_discount') return Number(promo_price) >= Number(real_price);
      if (value === 'scheduled') return !!starts && starts > now;
      if (value === 'ended') return !!ends && ends <= now;
      return (!starts || starts <= now) && (!ends || ends > now);
    },
  };

  /**
   * Sorts rows: the product with the searched SKU is first. In the order `relevance`, names that begin with the text
   * follow, then names with all words.
   */
  function ranked(rows: Row[], search: string, order: string) {
    const text = fold(search.trim());
    const terms = wordsOf(search);
    if (terms.length === 0) return rows;
    const inName = ({ name }: Row) =>
      terms.every((term) =>
        occurs({ name, subtitle: '', sku: '', category: '' }, term, 'includes'),
      );
    const rank = (row: Row) => {
      if (row.sku.toLowerCase() === search.trim().toLowerCase()) return 0;
      if (order !== 'relevance') return 1;
      return fold(row.name).startsWith(text) ? 2 : inName(row) ? 3 : 4;
    };
    return rows.toSorted((a, b) => rank(a) - rank(b));
  }

  /** Computes the expected result of a search: reads all rows, then filters, ranks and limits them in JavaScript. */
  async function bruteForce({
    search = '',
    filters = {},
    order = 'name',
    page = 1,
    size = 100,
  }: Search) {
    const column = order === 'relevance' ? 'name' : order.replace('-', '');
    const keys = ['status', 'tipo'].includes(column) ? [column, 'name', 'id'] : [column, 'id'];
    const rows = await db.sql<Row & { category_id: string }>(
      `select product.*, category.name as category, category.is_active as category_is_active, exists (
         select from public.product_images as image where image.product_id = product.id and image.is_main
       ) as has_image
       from public.products as product
       join public.categories as category on category.id = category_id
       order by ${keys.map((key) => `product.${key} ${order.startsWith('-') ? 'desc' : 'asc'}`).join(', ')}`,
    );
    const terms = wordsOf(search);
    const filtered = rows.filter((row) =>
      Object.entries(filters).every(
        ([key, value]) => passes[key]?.(row, value) ?? row[key as keyof Row] === value,
      ),
    );
    const matches = filtered.filter(
      (row) =>
        (terms.length > 0 || search.trim() === '') &&
        terms.every((term) => occurs(row, term, 'includes')),
    );
    const isShort = terms.length > 0 && terms.every((term) => term.length < 3);
    const first = matches.filter(
      (row) => isShort && terms.every((term) => occurs(row, term, 'startsWith')),
    );
    const others = [...first, ...matches.filter((row) => !first.includes(row))];
    const all = ranked(order === 'relevance' ? matches : others, search, order);
    const number = page > 0 ? page : Math.max(1, Math.ceil(all.length / size) + page + 1);
    return {
      total: all.length,
      ids: all.slice((number - 1) * size, number * size).map(({ id }) => id),
    };
  }

  it('equal those of a brute-force query, for any search, filters, order and page', async () => {
    const term = fc.oneof(
      fc.constantFrom(
        ...WORDS,
        'aca',
        'aju',
        'l',
        'p1',
        'kg',
        '1kg',
        'caj mel',
        'x1',
        'sem acucar',
        '%',
        '',
      ),
      fc.constantFrom('P7-', 'de', 'a e', 'polpas'),
    );
    const searches = fc.record({
      search: fc.oneof(
        { weight: 6, arbitrary: fc.array(term, { maxLength: 2 }).map((terms) => terms.join(' ')) },
        fc.constantFrom(...skus).map((sku) => ` ${sku.toLowerCase()}`),
        fc.constantFrom('P', 'p1', 'p10', 'X-1'), // there are products with these SKUs
      ),
      filters: fc.record(
        {
          status: fc.constantFrom('Ativo', 'Inativo'),
          tipo: fc.constantFrom('Produto', 'Serviço'),
          category_id: fc.nat({ max: 2 }).map((index) => categories[index] ?? ''),
          visibility: fc.constantFrom('todos', 'menu_parceiros', 'catalogo_distribuidores'),
          image: fc.constant('missing'),
          category_state: fc.constant('inactive'),
          link: fc.constant('broken'),
          price_from: fc.constantFrom('3', '10.5', '18'),
          price_to: fc.constantFrom('5', '12.00', '19'),
          promo: fc.constantFrom('running', 'scheduled', 'ended', 'no_discount'),
        },
        { requiredKeys: [] },
      ),
      order: fc.constantFrom(...PRODUCT_SORT_ORDERS, 'relevance', 'relevance'),
      page: fc.constantFrom(1, 2, 3, -1, -2),
      size: fc.constantFrom(7, 25, 100),
    });
    await fc.assert(
      fc.asyncProperty(searches, async (search) => {
        const { rows, total, more } = await find(db, search);
        expect({ ids: rows.map(({ id }) => id), total, more }).toEqual({
          ...(await bruteForce(search)),
          more: false,
        });
      }),
      { numRuns: 400, seed: 11 },
    );
  });

  it('contain a product for every substring of its name and SKU [PROD-13] [CALL-09]', async () => {
    const rows = await db.sql<Row>(
      'select id, name, sku from public.products order by id limit 40',
    );
    for (const { id, name, sku } of rows) {
      for (const text of [name, sku]) {
        const piece = text.slice(text.length >> 2, -(text.length >> 2) || undefined);
        if (wordsOf(piece).length === 0) continue;
        const { rows: found } = await find(db, { search: piece, size: 200 });
        expect(
          found.map((row) => row.id),
          piece,
        ).toContain(id);
      }
    }
  });
});

describe('a URL', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.drop());

  const known = [
    'https://exemplo.com.br',
    'HTTP://EXEMPLO.com:80/a?b#c',
    'https://a:65535',
    'https://a:65536/',
    'https://a:x/',
    'https://',
    'https:///a',
    'https://?a',
    'https://#',
    'https://@',
    'https://eu@a.b/c',
    'https://eu@',
    'https://[::1]:3/',
    'https://[x]/',
    'https://a b',
    'https://a^b',
    'https://a|b/',
    'https://a<b',
    'https://a/<b>^|[]',
    'https://:80',
    'ftp://a.b',
    'https:/a',
    'exemplo.com',
    'https://açaí.com.br',
    'https://a..b',
    'https://a:/',
    ' https://a',
    'https://a\\b',
    'https://a\\@b',
  ];
  it.each(known)('is valid in the database if it is valid in the form: %j', async (value) => {
    const [row] = await db.sql<{ is: boolean }>('select private.is_web_url($1) as is', [value]);
    expect(row?.is).toBe(isWebAddress(value));
  });
});

describe('long texts', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.drop());

  it('are stored in any alphabet, and found by their beginning', async () => {
    const category = await insertCategory(db, 'Longos');
    const letters = ['a', 'ç', 'ﬁ', '\uac01', '\u{20000}', '\u{1d400}']; // 1 to 4 bytes in UTF-8, some with a decomposition
    for (const [place, letter] of letters.entries()) {
      const name = `${place}q ${letter.repeat(252)}`;
      const sku = `${place}K${letter.repeat(253)}`;
      await db.sql(ADD, [name, letter.repeat(30), sku, category, 5, 'Ativo', 'Produto', 0]);
      const { rows } = await find(db, { search: `${place}q ${letter.repeat(60)}` });
      expect(rows.map((row) => row.name)).toEqual([name]);
      expect(await find(db, { search: `z${letter.repeat(199)}` })).toMatchObject({ total: 0 });
    }
    const [latin] = await db.sql<{ words: string }>(
      `select words from private.findable_products where name like '1q %'`,
    );
    expect(latin!.words.length).toBeGreaterThan(750); // no text was truncated
  });
});
