import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  ['ADMIN_PASSWORD', 'curta', 'pelo menos 8 caracteres'],
  ['ADMIN_PASSWORD', 'á'.repeat(40), 'no máximo 72 bytes'],
  ['DEMO_PASSWORD', 'a'.repeat(73), 'no máximo 72 bytes'],
  ['PORT', '65536', 'um número de porta'],
  ['PUBLIC_URL', 'painel.empresa.com.br:8443', 'um endereço completo, com http:// ou https://'],
  ['CORS_ORIGINS', 'https://a.exemplo, https://b.exemplo/loja', 'origens como'],
  ['CORS_ORIGINS', 'file:///tmp', 'origens como'],
  ['SESSION_MAX_DAYS', '0', 'um número de dias'],
])('an invalid %s stops the start with its name: %s', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^Configuração inválida:\n  ${name}(\\.\\d)?: esperado ${expected}`),
  );
});

it('normalizes an origin to the form that browsers send', () => {
  const { CORS_ORIGINS } = readConfig({ CORS_ORIGINS: 'https://A.exemplo/, http://b.exemplo:80' });
  expect(CORS_ORIGINS).toEqual(['https://a.exemplo', 'http://b.exemplo']);
});

it('lists all invalid variables in one message', () => {
  expect(() => readConfig({ PORT: 'x', MAX_ROWS: 'x', SESSION_IDLE_DAYS: 'x' })).toThrow(
    /PORT: .*\n {2}MAX_ROWS: .*\n {2}SESSION_IDLE_DAYS: /,
  );
});
