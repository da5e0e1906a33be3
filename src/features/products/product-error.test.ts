import { expect, it } from 'vitest';
import { PlatformError } from '#data/unwrap.ts';
import { UsedSku, productError } from './product-error.ts';

it('passes an unknown error on with its details, hint and code [ERR-44]', () => {
  const error = productError(
    new PlatformError({ code: 'ZZ999', message: 'Sou uma chaleira', details: 'd', hint: 'h' }, 418),
  );
  expect(error).toMatchObject({
    message: 'API Error: Sou uma chaleira',
    code: 'ZZ999',
    details: 'd',
    hint: 'h',
  });
});

it('says a known cause in Portuguese, without the prefix', () => {
  expect(productError(new PlatformError({ code: '42501', message: 'denied' }, 403)).message).toBe(
    'Você não tem permissão para fazer isso.',
  );
  expect(productError(new PlatformError(new TypeError('Failed to fetch'))).message).toContain(
    'Sem conexão com o servidor.',
  );
});

it('has words for an error without any [ERR-34]', () => {
  expect(productError(new PlatformError({ code: 'ZZ999', message: '' }, 418)).message).toBe(
    'Erro desconhecido',
  );
});

it('tells a used SKU from other duplicates', () => {
  const message = 'duplicate key value violates unique constraint "products_sku_key"';
  const used = productError(new PlatformError({ code: '23505', message }, 409), 'A-1');
  expect(used).toBeInstanceOf(UsedSku);
  expect(used.message).toBe('já existe um produto com o SKU A-1.');
  expect(
    productError(new PlatformError({ code: '23505', message: 'other' }, 409)),
  ).not.toBeInstanceOf(UsedSku);
});
