import { describe, expect, it } from 'vitest';
import { newProduct } from './product.ts';
import { imageRows, productPayload } from './product-payload.ts';
import { additionalImageUrls, mainImageUrl, productValues } from './product-values.ts';

describe('productPayload', () => {
  it('carries every field under its column and no discount [PROD-47] [PROD-72]', () => {
    const payload = productPayload({
      ...newProduct,
      name: ' Açaí ',
      sku: ' A-1 ',
      real_price: '1.234,56',
      promo_price: '9,9',
      button_link: ' https://a.br ',
      version: 3,
    });
    expect(payload).toEqual({
      name: 'Açaí',
      subtitle: '',
      mini_description: '',
      description: '',
      sku: 'A-1',
      category_id: '',
      tipo: 'Produto',
      status: 'Ativo',
      visibility: 'todos',
      real_price: 1234.56,
      promo_price: 9.9,
      discount_percentage: null,
      button_color: '#0077cc',
      button_link: 'https://a.br',
      video_embed: null,
    });
  });

  it('has an id only for a stored product', () => {
    expect(productPayload(newProduct, 'x')).toHaveProperty('id', 'x');
    expect(productPayload(newProduct)).not.toHaveProperty('id');
  });

  it.each(['', 'abc', '1,234'])('makes 0 of the sale price %j [PROD-66]', (real_price) => {
    expect(productPayload({ ...newProduct, real_price }).real_price).toBe(0);
  });

  it('makes null of an empty promo price [PROD-68]', () => {
    expect(productPayload({ ...newProduct, promo_price: '' }).promo_price).toBeNull();
  });
});

it('fills the form with a stored product, prices as people write them', () => {
  const row = {
    ...productPayload(newProduct),
    id: 'x',
    version: 7,
    real_price: 1234.5,
    promo_price: null,
    product_images: [],
  };
  expect(productValues(row)).toMatchObject({
    real_price: '1.234,50',
    promo_price: '',
    button_link: '',
    video_embed: '',
    version: 7,
  });
});

const images = [
  { url: 'b', is_main: false },
  { url: 'a', is_main: true },
  { url: 'c', is_main: false },
];

it('takes the flagged image for the main one [PROD-71]', () => {
  expect(mainImageUrl(images)).toBe('a');
  expect(mainImageUrl([])).toBeUndefined();
  expect(additionalImageUrls(images)).toEqual(['b', 'c']);
});

it('saves the main image and the kept and new additional ones in their order [PROD-73]', () => {
  expect(imageRows(['a'], ['b', 'c'])).toEqual([
    { url: 'a', is_main: true },
    { url: 'b', is_main: false },
    { url: 'c', is_main: false },
  ]);
});
