import { expect, it } from 'vitest';
import { parseInstagramHandle, isInstagramHandle } from './instagram.ts';

it.each([
  ['nativasul', 'nativasul'],
  ['@nativa.sul', 'nativa.sul'],
  [' @ nativa sul ', 'nativasul'],
  ['https://www.instagram.com/nativa_sul/', 'nativa_sul'],
  ['https://instagram.com/nativasul?hl=pt-br', 'nativasul'],
  ['instagram.com/@nativasul', 'nativasul'],
  ['m.instagram.com/nativasul/reels/', 'nativasul'],
  ['HTTPS://INSTAGRAM.COM/NativaSul#', 'NativaSul'],
  ['mercado.com.br', 'mercado.com.br'],
  ['https://instagram.com/reel.da.serra', 'reel.da.serra'],
  ['nativasul/', 'nativasul'],
  ['', ''],
  ['  @ ', ''],
])('parses %j as %j [DIST-42]', (typed, handle) => {
  expect(parseInstagramHandle(typed)).toBe(handle);
});

it.each([
  'facebook.com/mercado',
  'https://nativasul.com.br',
  'www.mercado.com.br',
  'https://www.mercado.com.br/',
  'https://www.instagram.com/reel/Cx1/',
  'instagram.com/stories/nativasul/123',
  'instagram.com/p/Cx1?hl=pt-br',
])('keeps %j, which is no profile, so that it is refused', (typed) => {
  expect(parseInstagramHandle(typed)).toBe(typed);
  expect(isInstagramHandle(typed)).toBe(false);
});

it('recognizes valid profile names', () => {
  expect(isInstagramHandle('nativa.sul_1')).toBe(true);
  expect(isInstagramHandle('nativa-sul')).toBe(false);
  expect(isInstagramHandle('a'.repeat(31))).toBe(false);
});
