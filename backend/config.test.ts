import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  ['ADMIN_PASSWORD', 'curta', 'pelo menos 8 caracteres'],
  ['ADMIN_PASSWORD', 'á'.repeat(40), 'no máximo 72 bytes'],
  ['DEMO_PASSWORD', 'a'.repeat(73), 'no máximo 72 bytes'],
  ['PORT', '65536', 'um número de porta'],
  ['CORS_ORIGINS', 'https://a.exemplo, https://b.exemplo/loja', 'origens como'],
  ['CORS_ORIGINS', 'file:///tmp', 'origens como'],
  ['SESSION_MAX_DAYS', '0', 'um número de dias'],
])('a wrong %s stops the start with its name: %s', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^Configuração inválida:\n  ${name}(\\.\\d)?: esperado ${expected}`),
  );
});

it('takes an origin however it is written, as browsers send it', () => {
  const { CORS_ORIGINS } = readConfig({ CORS_ORIGINS: 'https://A.exemplo/, http://b.exemplo:80' });
  expect(CORS_ORIGINS).toEqual(['https://a.exemplo', 'http://b.exemplo']);
});

it('names every variable that is wrong, at once', () => {
  expect(() => readConfig({ PORT: 'x', MAX_ROWS: 'x', SESSION_IDLE_DAYS: 'x' })).toThrow(
    /PORT: .*\n {2}MAX_ROWS: .*\n {2}SESSION_IDLE_DAYS: /,
  );
});
