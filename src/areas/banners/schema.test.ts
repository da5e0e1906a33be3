import { describe, expect, it } from 'vitest';
import { parse, safeParse } from 'valibot';
import { toFormValues } from '#crud/fields.ts';
import { bannerSchema, fields } from './schema.ts';

const typed = { ...toFormValues(fields), titulo: 'Verão' };

it('stores null for an empty text', () => {
  expect(parse(bannerSchema, { ...typed, descricao: '  ' })).toMatchObject({
    descricao: null,
    cta_texto: null,
    cta_link: null,
  });
});

it.each(['https://exemplo.com.br/verao', 'HTTP://exemplo.com.br'])('accepts %s', (cta_link) => {
  expect(parse(bannerSchema, { ...typed, cta_link }).cta_link).toBe(cta_link);
});

it.each(['javascript:alert(1)', 'exemplo.com.br', 'https://com espaço', 'data:text/html,x'])(
  'refuses %s as the address of the button',
  (cta_link) => expect(safeParse(bannerSchema, { ...typed, cta_link }).success).toBe(false),
);

it('stores a period as instants, in the time of São Paulo', () => {
  const period = { starts_at: '2026-11-20T08:00', ends_at: '' };
  expect(parse(bannerSchema, { ...typed, ...period })).toMatchObject({
    starts_at: '2026-11-20T11:00:00.000Z',
    ends_at: null,
  });
});

it('refuses an end that is not after the beginning', () => {
  const period = { starts_at: '2026-11-20T08:00', ends_at: '2026-11-20T08:00' };
  expect(safeParse(bannerSchema, { ...typed, ...period }).success).toBe(false);
});

describe('the order', () => {
  it.each([
    ['0', 0],
    [' 12 ', 12],
    [7, 7],
  ])('%s is stored as %s [BANN-19]', (ordem, stored) => {
    expect(parse(bannerSchema, { ...typed, ordem }).ordem).toBe(stored);
  });

  it.each(['-1', '1.5', '1e3', '', 'dois', -1])('%s is refused [BANN-19] [BANN-26]', (ordem) => {
    expect(safeParse(bannerSchema, { ...typed, ordem }).success).toBe(false);
  });
});

it.each([
  ['status', '[BANN-23]'],
  ['posicao', '[BANN-24]'],
  ['tipo', '[BANN-25]'],
])('%s is required %s', (field) => {
  expect(safeParse(bannerSchema, { ...typed, [field]: '' }).success).toBe(false);
});

it('accepts a stored home [BANN-17]', () => {
  expect(parse(bannerSchema, { ...typed, posicao: 'home' }).posicao).toBe('home');
});
