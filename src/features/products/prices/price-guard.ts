import { formatMoney } from '#lib/money.ts';
import { formatCount } from '#lib/text.ts';

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

/** The sentences about the doubts in new prices. */
export function doubtSentences(before: Prices, after: Prices, limits: PriceLimits): string[] {
  return doubtTexts(priceDoubts(before, after, limits), before, after);
}

/**
 * One sentence for each doubt: 'Aumento de 900 %: de R$ 74,90 para R$ 749,00.' A rise or a fall names the price that
 * changed most. `doubts` come from `priceDoubts` or from the schema.
 */
export function doubtTexts(
  doubts: readonly string[],
  before: Prices | undefined,
  after: Prices,
): string[] {
  const jumps = [
    { was: before?.real, now: after.real, label: '' },
    { was: before?.promo, now: after.promo, label: 'Preço promocional: ' },
  ].flatMap(({ was, now, label }) =>
    was && typeof now === 'number' ? [{ was, now, label, ratio: now / was }] : [],
  );
  return doubts.flatMap((doubt) => {
    if (doubt === 'promo') return 'O preço promocional não é menor que o preço de venda.';
    if (doubt === 'zero') return zeroText;
    const sign = doubt === 'rise' ? 1 : -1;
    const [jump] = jumps.toSorted((one, other) => sign * (other.ratio - one.ratio));
    if (!jump) return [];
    const text = sizeText(jump.was, jump.now);
    return jump.label ? `${jump.label}${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  });
}

/**
 * The same for the columns of a product, of which those that do not change may be absent, and for 'zeros:00123': a new
 * SKU that exists with zeros before it.
 */
export function columnDoubtTexts(
  doubts: readonly string[],
  before: PriceColumns,
  after: PriceColumns,
): string[] {
  const [others, prices] = [
    doubts.filter((doubt) => doubt.startsWith('zeros:')),
    doubts.filter((doubt) => !doubt.startsWith('zeros:')),
  ];
  return [
    ...doubtTexts(prices, pricesOf(before), pricesOf(after)),
    ...others.map((doubt) => `${zerosText} ${doubt.slice('zeros:'.length)}.`),
  ];
}

type PriceColumns = Readonly<Record<string, unknown>>;

function pricesOf({ real_price: real, promo_price: promo }: PriceColumns): Prices {
  return {
    real: typeof real === 'number' ? real : 0,
    promo: typeof promo === 'number' ? promo : null,
  };
}

/** What is said beside the box of one price: 'Aumento de 900 %: de R$ 74,90 para R$ 749,00.' */
export function jumpText(
  before: number | null | undefined,
  after: number | undefined,
  limits: PriceLimits,
): string | undefined {
  if (after === undefined || after === before) return undefined;
  if (after === 0) return zeroText;
  const was = { real: before ?? 0, promo: null };
  const [doubt] = priceDoubts(was, { real: after, promo: null }, limits);
  return doubt && before ? sizeText(before, after) : undefined;
}

const zeroText = 'O preço fica em zero.';
const zerosText = 'A planilha pode ter tirado zeros do começo: já existe o SKU';

function sizeText(before: number, after: number): string {
  const percent = formatCount(Math.round(Math.abs(after / before - 1) * 100));
  const kind = after > before ? 'Aumento' : 'Redução';
  return `${kind} de ${percent}\u00a0%: de ${formatMoney(before)} para ${formatMoney(after)}.`;
}

function cents(reais: number): number {
  return Math.round(reais * 100);
}
