import { expect, it } from 'vitest';
import { isCep, maskCep } from './cep.ts';

it.each([
  ['', ''],
  ['0100', '0100'],
  ['01001', '01001'],
  ['010010', '01001-0'],
  ['01001000', '01001-000'],
  ['01001-000', '01001-000'],
  [' 01.001-000 ', '01001-000'],
  ['CEP 01001-00099', '01001-000'],
])('masks %j as %j: digits only, at most 9 characters [CEP-02]', (typed, masked) => {
  expect(maskCep(typed)).toBe(masked);
  expect(maskCep(masked)).toBe(masked);
});

it('recognizes a complete CEP', () => {
  expect(isCep('01001-000')).toBe(true);
  expect(isCep('01001-00')).toBe(false);
  expect(isCep('01001000')).toBe(false);
});
