import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toFormValues } from '#crud/fields.ts';
import {
  changeText,
  fields,
  filterImages,
  productSchema,
  parseSalePrice,
  extractVideoUrl,
} from './schema.ts';
import type { PriceChange, ProductValues } from './schema.ts';

const newProduct = toFormValues(fields);

const complete: ProductValues = {
  ...newProduct,
  name: 'Açaí',
  subtitle: 'Com granola',
  mini_description: 'Batido na hora',
  description: 'Uma descrição',
  sku: 'ACAI-1',
  category_id: '11111111-1111-4111-8111-111111111111',
  real_price: '12,50',
};

it('is by default an active product for everyone with a blue button [PROD-43] [PROD-44] [PROD-45] [PROD-46]', () => {
  expect(newProduct).toMatchObject({
    status: 'Ativo',
    tipo: 'Produto',
    visibility: 'todos',
    button_color: '#0077cc',
  });
});

it('accepts a complete product', () => {
  expect(messages({})).toEqual({});
});

it.each([
  ['name', 'Informe o nome.'],
  ['subtitle', 'Informe o subtítulo.'],
  ['mini_description', 'Informe a mini descrição.'],
  ['description', 'Informe a descrição.'],
  ['sku', 'Informe o SKU.'],
  ['category_id', 'Selecione uma categoria.'],
  ['real_price', 'Informe o preço de venda.'],
] as const)(
  'requires %s [PROD-48] [PROD-49] [PROD-50] [PROD-51] [PROD-52] [PROD-53] [PROD-54]',
  (field, message) => {
    expect(messages({ [field]: '' })).toEqual({ [field]: message });
    if (field !== 'category_id') expect(messages({ [field]: '   ' })).toEqual({ [field]: message });
  },
);

it('accepts 30 characters of subtitle and 65 of mini description [PROD-55] [PROD-58]', () => {
  expect(messages({ subtitle: 'a'.repeat(30), mini_description: 'a'.repeat(65) })).toEqual({});
  expect(
    Object.keys(messages({ subtitle: 'a'.repeat(31), mini_description: 'a'.repeat(66) })),
  ).toEqual(['subtitle', 'mini_description']);
});

describe('prices', () => {
  const notANumber = 'Informe um valor como 1.234,56, com até duas casas decimais.';
  it.each([
    ['1.234,56', undefined],
    ['1234.56', undefined],
    ['0', undefined],
    ['abc', notANumber],
    ['1,234', notANumber],
    ['-1', 'O preço não pode ser negativo.'],
    ['10000000000', 'O preço é alto demais.'],
  ])('%j gets %j [PROD-62] [PROD-67]', (real_price, message) => {
    expect(messages({ real_price })).toEqual(message ? { real_price: message } : {});
    expect(messages({ promo_price: real_price })).toEqual(message ? { promo_price: message } : {});
  });

  it('may have no promotion', () => {
    expect(messages({ promo_price: '' })).toEqual({});
  });

  it('refuses a promotion that ends before it starts, and an invalid time', () => {
    const starts = { promo_starts_at: '2026-11-30T10:00' };
    expect(messages({ ...starts, promo_ends_at: '2026-11-30T10:01' })).toEqual({});
    expect(messages({ ...starts, promo_ends_at: '2026-11-30T10:00' })).toEqual({
      promo_ends_at: 'O fim deve ser depois do início.',
    });
    expect(messages({ ...starts, promo_ends_at: 'incompleto' })).toEqual({
      promo_ends_at: 'Informe dia e hora, como 30/11/2026 18:00.',
    });
  });
});

describe('addresses', () => {
  const message = 'Informe um endereço completo, como https://exemplo.com.br.';
  it.each(['', 'https://exemplo.com.br', 'http://localhost:3000/a?b=c#d', 'HTTPS://EXEMPLO.COM'])(
    'accept %j [PROD-63]',
    (text) => {
      expect(messages({ button_link: text, video_embed: text })).toEqual({});
    },
  );
  it.each([
    'exemplo.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://exemplo.com',
    'https://',
    'https://a b.com',
    'https:exemplo.com',
  ])('refuse %j [PROD-63]', (text) => {
    expect(messages({ button_link: text })).toEqual({ button_link: message });
    expect(messages({ video_embed: text })).toEqual({ video_embed: message });
  });
  it('are extracted from pasted embedding code', () => {
    const code =
      '<iframe width="560" src="https://www.youtube.com/embed/abc" allowfullscreen></iframe>';
    expect(extractVideoUrl(code)).toBe('https://www.youtube.com/embed/abc');
    expect(messages({ video_embed: code })).toEqual({});
    expect(messages({ video_embed: '<iframe src="javascript:alert(1)">' })).toEqual({
      video_embed: message,
    });
    const wrapped =
      '<div style="padding:56% 0 0"><iframe src="https://player.vimeo.com/video/1?h=a&amp;title=0"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>';
    expect(extractVideoUrl(wrapped)).toBe('https://player.vimeo.com/video/1?h=a&title=0');
    expect(extractVideoUrl(' https://exemplo.com.br/?a=1&amp;b ')).toBe(
      'https://exemplo.com.br/?a=1&amp;b',
    );
  });
});

it('refuses an invalid colour', () => {
  expect(Object.keys(messages({ button_color: 'azul' }))).toEqual(['button_color']);
});

describe('the stored values', () => {
  const stored = (change: Partial<ProductValues>) =>
    v.parse(productSchema, { ...complete, ...change });

  it('have every field under its column and no discount [PROD-47] [PROD-72]', () => {
    const change = {
      name: ' Açaí ',
      sku: ' A-1 ',
      real_price: '1.234,56',
      promo_price: '9,9',
      button_link: ' https://a.br ',
    };
    expect(stored(change)).toEqual({
      name: 'Açaí',
      subtitle: 'Com granola',
      mini_description: 'Batido na hora',
      description: 'Uma descrição',
      sku: 'A-1',
      category_id: '11111111-1111-4111-8111-111111111111',
      tipo: 'Produto',
      status: 'Ativo',
      visibility: 'todos',
      real_price: 1234.56,
      promo_price: 9.9,
      promo_starts_at: null,
      promo_ends_at: null,
      discount_percentage: null,
      button_color: '#0077cc',
      button_link: 'https://a.br',
      video_embed: null,
    });
  });

  it.each(['', 'abc', '1,234'])('have 0 for the sale price %j [PROD-66]', (typed) => {
    expect(parseSalePrice(typed)).toBe(0);
  });

  it('have null for an empty promo price [PROD-68]', () => {
    expect(stored({ promo_price: '' }).promo_price).toBeNull();
  });

  it('have a period of the promotion only with its price', () => {
    const typed = { promo_starts_at: '2026-11-20T08:00', promo_ends_at: '' };
    const none = { promo_starts_at: null, promo_ends_at: null };
    expect(stored(typed)).toMatchObject(none);
    expect(stored({ ...typed, promo_price: '9,90' })).toMatchObject({
      ...none,
      promo_starts_at: '2026-11-20T11:00:00.000Z',
    });
  });
});

it('fills the form with a stored product, with prices in Brazilian notation', () => {
  const row = {
    ...v.parse(productSchema, complete),
    id: 'x',
    version: 7,
    real_price: 1234.5,
    promo_price: null,
    product_images: [],
  };
  expect(toFormValues(fields, row)).toMatchObject({
    real_price: '1.234,50',
    promo_price: '',
    button_link: '',
    video_embed: '',
  });
});

const images = [
  { url: 'b', alt: '', is_main: false },
  { url: 'a', alt: 'De frente', is_main: true },
  { url: 'c', alt: 'De lado', is_main: false },
];

it('uses the flagged image as the main one [PROD-71]', () => {
  expect(filterImages(images, 'main')).toEqual([{ url: 'a', alt: 'De frente' }]);
  expect(filterImages([], 'main')).toEqual([]);
  expect(filterImages(images, 'additional').map(({ url }) => url)).toEqual(['b', 'c']);
});

function messages(change: Partial<ProductValues>): Record<string, string> {
  const result = v.safeParse(productSchema, { ...complete, ...change });
  return Object.fromEntries(
    (result.issues ?? []).map((issue) => [v.getDotPath(issue), issue.message]),
  );
}

const price = { kind: 'price', ending: null, promo: 'same' } as const;

it.each<[PriceChange, detail: string]>([
  [{ ...price, by: 'percent', value: 12.5 }, ': +12,5\u00a0%'],
  [{ ...price, by: 'amount', value: -3, ending: 0.9 }, ': −R$\u00a03,00, final ,90'],
  [{ ...price, by: 'to', value: 20, promo: 'none' }, ' para R$\u00a020,00, sem promoções'],
])('describes the bulk change of prices %j in a line', (change, detail) => {
  expect(changeText(change)).toMatchObject({ done: 'reajustou o preço de', detail });
});
