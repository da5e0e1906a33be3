import { formatCountWithNoun, formatCount } from './text.ts';

/**
 * Returns the text for the number of rows on a page of a list. Pages below zero count from the end.
 * - All matches are on one page: 'Mostrando 3 produtos'.
 * - There are several pages: 'Mostrando 101–200 de 431 produtos'.
 * - There are `more` matches than were counted: 'Mostrando 101–200 de mais de 10.000 produtos'.
 */
export function formatRowCount(
  shown: number,
  total: number,
  { pagina, por }: { pagina: number; por: number },
  [one, many]: readonly [one: string, many: string],
  more = false,
): string {
  if (more)
    return `Mostrando ${rangeOf(shown, pagina, por)} de mais de ${formatCount(total)} ${many}`;
  if (total <= por) return `Mostrando ${formatCountWithNoun(shown, one, many)}`;
  return `Mostrando ${rangeOf(shown, pagina, por)} de ${formatCountWithNoun(total, one, many)}`;
}

function rangeOf(shown: number, pagina: number, por: number) {
  if (pagina === -1) return `os últimos ${formatCount(shown)}`;
  const from = (Math.abs(pagina) - 1) * por + 1;
  const range = `${formatCount(from)}–${formatCount(from + shown - 1)}`;
  return pagina > 0 ? range : `${range}, a contar do fim,`;
}
