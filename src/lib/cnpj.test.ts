import { expect, it } from 'vitest';
import { normalizeCnpj, isCnpj, maskCnpj } from './cnpj.ts';

it.each([
  ['', ''],
  ['19', '19'],
  ['191', '19.1'],
  ['19131243', '19.131.243'],
  ['191312430001', '19.131.243/0001'],
  ['19131243000197', '19.131.243/0001-97'],
  ['19.131.243/0001-97', '19.131.243/0001-97'],
  ['CNPJ: 19.131.243/0001-97', '19.131.243/0001-97'],
  [' cnpj nº 12abc34501de35', '12.ABC.345/01DE-35'],
  ['CNPJ', 'CN.PJ'],
  ['CNPJ12345678', 'CN.PJ1.234/5678'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['19131243000197999', '19.131.243/0001-97'],
])('masks %j as %j', (typed, masked) => {
  expect(maskCnpj(typed)).toBe(masked);
  expect(maskCnpj(masked)).toBe(masked);
});

it('strips the punctuation', () => {
  expect(normalizeCnpj('12.abc.345/01de-35')).toBe('12ABC34501DE35');
});

// The number with letters is the example in the manual of the Receita Federal.
it.each(['19.131.243/0001-97', '00000000000191', '12.ABC.345/01DE-35'])(
  'accepts the check digits of %s',
  (cnpj) => expect(isCnpj(cnpj)).toBe(true),
);

it.each([
  '19.131.243/0001-98',
  '19.131.243/0001-79',
  '12.ABC.345/01DE-36',
  '12ABC34501DE3A',
  '00000000000000',
  '1913124300019',
  '',
])('rejects %j', (cnpj) => {
  expect(isCnpj(cnpj)).toBe(false);
});
