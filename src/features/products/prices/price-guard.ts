import { formatMoney } from '#lib/money.ts';

/** What makes a price doubtful, as private.price_doubts of the schema names it. */
export type Doubt = 'promo' | 'rise' | 'fall' | 'zero';

/** How much a price may change at once without a doubt, in %. */
export type PriceLimits = { up_limit: number; down_limit: number };

/** What holds until an Administrador says otherwise: the defaults of public.price_guard. */
export const usualLimits: PriceLimits = { up_limit: 70, down_limit: 30 };

export type Prices = { real: number; promo: number | null };

/** What is doubtful in new prices; nothing where they are as they were. `before` is undefined for a new product. */
export function priceDoubts(
  before: Prices | undefined,
  after: Prices,
  { up_limit, down_limit }: PriceLimits,
): Doubt[] {
  if (before && before.real === after.real && before.promo === after.promo) return [];
  const pairs = [
    [before?.real, after.real],
    [before?.promo, after.promo],
  ] as const;
  const isAny = (is: (was: number, now: number) => boolean) =>
    pairs.some(([was, now]) => typeof was === 'number' && typeof now === 'number' && is(was, now));
  const isNothing = pairs.some(([was, now]) => now === 0 && was !== 0);
  // In cents, as the schema reckons: 1,1 times 1,7 is no more than 1,87.
  const found: [Doubt, boolean][] = [
    ['promo', after.promo !== null && after.promo >= after.real],
    ['rise', isAny((was, now) => was > 0 && cents(now) * 100 > cents(was) * (100 + up_limit))],
    ['fall', isAny((was, now) => now > 0 && cents(now) * 100 < cents(was) * (100 - down_limit))],
    ['zero', isNothing],
  ];
  return found.flatMap(([doubt, is]) => (is ? [doubt] : []));
}

/** One sentence for each doubt about new prices: 'Aumento de 900 %: de R$ 74,90 para R$ 749,00.' */
export function doubtSentences(before: Prices, after: Prices, limits: PriceLimits): string[] {
  const found = priceDoubts(before, after, limits);
  const promo = jumpText(before.promo, after.promo ?? undefined, limits);
  return [
    ...(found.includes('promo') ? [doubtTexts.promo] : []),
    ...[jumpText(before.real, after.real, limits)].filter((text) => text !== undefined),
    ...(promo ? [`Preço promocional: ${promo.charAt(0).toLowerCase()}${promo.slice(1)}`] : []),
  ];
}

/** What is said beside the box of one price: 'Aumento de 900 %: de R$ 74,90 para R$ 749,00.' */
export function jumpText(
  before: number | null | undefined,
  after: number | undefined,
  limits: PriceLimits,
): string | undefined {
  if (after === undefined || after === before) return undefined;
  if (after === 0) return doubtTexts.zero;
  const was = { real: before ?? 0, promo: null };
  const [doubt] = priceDoubts(was, { real: after, promo: null }, limits);
  if (!doubt || !before) return undefined;
  const percent = Math.round(Math.abs(after / before - 1) * 100);
  const kind = doubt === 'rise' ? 'Aumento' : 'Redução';
  return `${kind} de ${percent}\u00a0%: de ${formatMoney(before)} para ${formatMoney(after)}.`;
}

/** What is said of a doubtful price among many. */
export const doubtTexts: Readonly<Record<Doubt, string>> = {
  promo: 'O preço promocional não é menor que o preço de venda.',
  rise: 'Sobe muito de uma vez.',
  fall: 'Cai muito de uma vez.',
  zero: 'O preço fica em zero.',
};

function cents(reais: number): number {
  return Math.round(reais * 100);
}
