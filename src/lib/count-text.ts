import { countOf, formatCount } from './text.ts';

/** 'Mostrando 3 produtos' when all matches are on one page, 'Mostrando 101–200 de 431 produtos' otherwise. */
export function countText(
  shown: number,
  total: number,
  { pagina, por }: { pagina: number; por: number },
  [one, many]: readonly [one: string, many: string],
): string {
  if (total <= por) return `Mostrando ${countOf(shown, one, many)}`;
  const from = (pagina - 1) * por + 1;
  return `Mostrando ${formatCount(from)}–${formatCount(from + shown - 1)} de ${countOf(total, one, many)}`;
}
