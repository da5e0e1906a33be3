import { countOf, formatCount } from './text.ts';

/**
 * 'Mostrando 3 produtos' when all matches are on one page, 'Mostrando 101–200 de 431 produtos' otherwise;
 * '… de mais de 10.000 produtos' when there are `more` than were counted. Pages below zero count from the end.
 */
export function countText(
  shown: number,
  total: number,
  { pagina, por }: { pagina: number; por: number },
  [one, many]: readonly [one: string, many: string],
  more = false,
): string {
  if (more)
    return `Mostrando ${rangeOf(shown, pagina, por)} de mais de ${formatCount(total)} ${many}`;
  if (total <= por) return `Mostrando ${countOf(shown, one, many)}`;
  return `Mostrando ${rangeOf(shown, pagina, por)} de ${countOf(total, one, many)}`;
}

function rangeOf(shown: number, pagina: number, por: number) {
  if (pagina === -1) return `os últimos ${formatCount(shown)}`;
  const from = (Math.abs(pagina) - 1) * por + 1;
  const range = `${formatCount(from)}–${formatCount(from + shown - 1)}`;
  return pagina > 0 ? range : `${range}, a contar do fim,`;
}
