import { expect, it } from 'vitest';
import { formatRowCount } from './row-count.ts';

const products = ['produto', 'produtos'] as const;

it('counts the rows when all are on one page [PROD-19]', () => {
  expect(formatRowCount(0, 0, { pagina: 1, por: 100 }, products)).toBe('Mostrando 0 produtos');
  expect(formatRowCount(1, 1, { pagina: 1, por: 100 }, products)).toBe('Mostrando 1 produto');
  expect(formatRowCount(100, 100, { pagina: 1, por: 100 }, products)).toBe(
    'Mostrando 100 produtos',
  );
});

it('shows the range of this page and the total [CONST-04]', () => {
  expect(formatRowCount(25, 60, { pagina: 1, por: 25 }, products)).toBe(
    'Mostrando 1–25 de 60 produtos',
  );
  expect(formatRowCount(10, 2060, { pagina: 83, por: 25 }, products)).toBe(
    'Mostrando 2.051–2.060 de 2.060 produtos',
  );
});

it('shows that there are more than were counted, from either end', () => {
  const text = (pagina: number) =>
    formatRowCount(100, 10_000, { pagina, por: 100 }, products, true);
  expect(text(1)).toBe('Mostrando 1–100 de mais de 10.000 produtos');
  expect(text(7)).toBe('Mostrando 601–700 de mais de 10.000 produtos');
  expect(text(-1)).toBe('Mostrando os últimos 100 de mais de 10.000 produtos');
  expect(text(-3)).toBe('Mostrando 201–300, a contar do fim, de mais de 10.000 produtos');
});
