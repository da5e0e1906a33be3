import { expect, it } from 'vitest';
import { PlatformError } from '#data/unwrap.ts';
import { toImageRows, isDuplicateSkuError, productSaveFailureText } from './save.queries.ts';

it('rethrows an unknown error with its details, hint and code [ERR-44]', () => {
  const error = new PlatformError(
    { code: 'ZZ999', message: 'Sou uma chaleira', details: 'd', hint: 'h' },
    418,
  );
  expect(productSaveFailureText(error, 'A-1')).toBe('API Error: Sou uma chaleira');
  expect(error).toMatchObject({ code: 'ZZ999', details: 'd', hint: 'h' });
});

it('reports a known cause in Portuguese, without the prefix', () => {
  const denied = new PlatformError({ code: '42501', message: 'denied' }, 403);
  expect(productSaveFailureText(denied, 'A-1')).toBe('Você não tem permissão para fazer isso.');
  const lost = new PlatformError(new TypeError('Failed to fetch'));
  expect(productSaveFailureText(lost, 'A-1')).toContain('Sem conexão com o servidor.');
});

it('has a text for an error without a message [ERR-34]', () => {
  const silent = new PlatformError({ code: 'ZZ999', message: '' }, 418);
  expect(productSaveFailureText(silent, 'A-1')).toBe('Erro desconhecido');
});

it('distinguishes a used SKU from other duplicates', () => {
  const message = 'duplicate key value violates unique constraint "products_sku_key"';
  const used = new PlatformError({ code: '23505', message }, 409);
  expect(isDuplicateSkuError(used)).toBe(true);
  expect(productSaveFailureText(used, 'A-1')).toBe('já existe um produto com o SKU A-1.');
  expect(isDuplicateSkuError(new PlatformError({ code: '23505', message: 'other' }, 409))).toBe(
    false,
  );
});

it('saves the main image and the remaining and new additional ones in their order [PROD-73]', () => {
  const main = [{ url: 'a', alt: 'De frente' }];
  const additional = ['b', 'c'].map((url) => ({ url, alt: '' }));
  expect(toImageRows({ main, additional })).toEqual([
    { url: 'a', alt: 'De frente', is_main: true },
    { url: 'b', alt: '', is_main: false },
    { url: 'c', alt: '', is_main: false },
  ]);
});
