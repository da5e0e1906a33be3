import { expect, it } from 'vitest';
import { instagramHandle, isInstagramHandle } from './instagram.ts';

it.each([
  ['nativasul', 'nativasul'],
  ['@nativa.sul', 'nativa.sul'],
  [' @ nativa sul ', 'nativasul'],
  ['https://www.instagram.com/nativa_sul/', 'nativa_sul'],
  ['https://instagram.com/nativasul?hl=pt-br', 'nativasul'],
  ['instagram.com/@nativasul', 'nativasul'],
  ['m.instagram.com/nativasul/reels/', 'nativasul'],
  ['HTTPS://INSTAGRAM.COM/NativaSul#', 'NativaSul'],
  ['', ''],
  ['  @ ', ''],
])('parses %j as %j [DIST-42]', (typed, handle) => {
  expect(instagramHandle(typed)).toBe(handle);
});

it('recognizes valid profile names', () => {
  expect(isInstagramHandle('nativa.sul_1')).toBe(true);
  expect(isInstagramHandle('nativa-sul')).toBe(false);
  expect(isInstagramHandle('a'.repeat(31))).toBe(false);
});
