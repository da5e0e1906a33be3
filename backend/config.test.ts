import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  ['ADMIN_PASSWORD', 'curta', 'pelo menos 8 caracteres'],
  ['ADMIN_PASSWORD', 'á'.repeat(40), 'no máximo 72 bytes'],
  ['DEMO_PASSWORD', 'a'.repeat(73), 'no máximo 72 bytes'],
  ['PORT', '65536', 'um número de porta'],
  ['SESSION_MAX_DAYS', '0', 'um número de dias'],
])('a wrong %s stops the start with its name: %s', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^Configuração inválida:\n  ${name}: esperado ${expected}`),
  );
});
