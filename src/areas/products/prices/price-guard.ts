import { formatDateTime } from '#lib/date.ts';
import { formatMoneyInText } from '#lib/money.ts';
import { formatCount } from '#lib/text.ts';

/** The reasons for a doubt about a price, as in private.price_doubts of the schema. */
export type PriceDoubt = 'promo' | 'rise' | 'rise_day' | 'fall' | 'fall_day' | 'zero';

/** The limits of a price increase and of a price decrease, in %. A larger change is doubtful. */
export type PriceLimits = { up_limit: number; down_limit: number };

/** The default limits of public.price_guard, also used until the stored limits have loaded. */
export const defaultPriceLimits: PriceLimits = { up_limit: 70, down_limit: 30 };

/**
 * The reference prices of a product. The price guard compares a new price with its reference price and with the current
 * price. A reference price is the oldest value above zero that a change in the last 24 hours replaced; null if there is
 * none. Changes up to the last confirmed one do not count. See price_references in the schema.
 */
export type PriceReference = { real_price: number | null; promo_price: number | null };

export type Prices = { real_price: number; promo_price: number | null };

/**
 * Returns the price to type again as a confirmation: the new sale price, or the promotional price if the sale price is
 * unchanged.
 */
export function getPriceToConfirm(
  stored: number | undefined,
  { real_price, promo_price }: Prices,
): number {
  return real_price === stored && promo_price !== null ? promo_price : real_price;
}

/** Returns the doubts about new prices; an empty array if no price changes. `before` is undefined for a new product. */
export function findPriceDoubts(
  before: Prices | undefined,
  after: Prices,
  { up_limit, down_limit }: PriceLimits,
  reference?: PriceReference,
): PriceDoubt[] {
  if (before?.real_price === after.real_price && before.promo_price === after.promo_price)
    return [];
  const pairs = names.map((name): Pair => [before?.[name], after[name]]);
  // An unchanged price is not compared with the reference.
  const ofDay = names.map((name): Pair => {
    const isSame = before?.[name] === after[name];
    return [isSame ? null : reference?.[name], after[name]];
  });
  // Compare whole cents: in floating point, 1.1 × 1.7 exceeds 1.87. The schema compares exact decimals.
  const isRise: Judge = (was, now) => was > 0 && cents(now) * 100 > cents(was) * (100 + up_limit);
  const isFall: Judge = (was, now) => now > 0 && cents(now) * 100 < cents(was) * (100 - down_limit);
  const found: [PriceDoubt, boolean][] = [
    ['promo', after.promo_price !== null && after.promo_price >= after.real_price],
    ['rise', isAny(pairs, isRise)],
    ['rise_day', !isAny(pairs, isRise) && isAny(ofDay, isRise)],
    ['fall', isAny(pairs, isFall)],
    ['fall_day', !isAny(pairs, isFall) && isAny(ofDay, isFall)],
    ['zero', pairs.some(([was, now]) => now === 0 && was !== 0)],
  ];
  return found.flatMap(([doubt, is]) => (is ? [doubt] : []));
}

const names = ['real_price', 'promo_price'] as const;

type Pair = readonly [was: number | null | undefined, now: number | null];
type Judge = (was: number, now: number) => boolean;

function isAny(pairs: readonly Pair[], is: Judge): boolean {
  return pairs.some(([was, now]) => typeof was === 'number' && now !== null && is(was, now));
}

/**
 * Returns one sentence for each doubt: 'Aumento de 900 %: de R$ 74,90 para R$ 749,00.' A rise or a fall names the price
 * that changed most. `doubts` are from `findPriceDoubts`, or from the schema. The schema returns no `reference`: a
 * sentence about a change within 24 hours then has no prices.
 */
export function priceDoubtTexts(
  doubts: readonly string[],
  before: Prices | undefined,
  after: Prices,
  reference?: PriceReference,
): string[] {
  return doubts.flatMap((doubt) => {
    if (doubt === 'promo') return 'O preço promocional não é menor que o preço de venda.';
    if (doubt === 'zero') return zeroText;
    const isDay = doubt.endsWith('_day');
    const jumps = names.flatMap((name) => {
      const [stored, now] = [before?.[name], after[name]];
      const was = isDay ? (stored === now ? null : reference?.[name]) : stored;
      return was && now !== null ? [{ name, stored, was, now, ratio: now / was }] : [];
    });
    const sign = doubt.startsWith('rise') ? 1 : -1;
    const [jump] = jumps.toSorted((one, other) => sign * (other.ratio - one.ratio));
    if (!jump) return isDay ? [dayTexts[doubt] ?? ''] : [];
    const text = sizeText(jump.was, jump.now, isDay ? { stored: jump.stored } : undefined);
    if (jump.name === 'real_price') return text;
    return `Preço promocional: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  });
}

/**
 * Returns the texts of the doubts about a change of a product. `before` and `after` can lack unchanged columns. Besides
 * the doubts of `PriceDoubt`, the database returns:
 * - 'zeros:00123': the new SKU is 123, and a product with the SKU 00123 exists
 * - 'ended:2026-11-30T20:00:00Z': the promotion with the new price has ended
 */
export function productDoubtTexts(
  doubts: readonly string[],
  before: PriceColumns,
  after: PriceColumns,
): string[] {
  const others = doubts.flatMap((doubt) => otherDoubtText(doubt) ?? []);
  const prices = doubts.filter((doubt) => otherDoubtText(doubt) === undefined);
  return [...priceDoubtTexts(prices, pricesOf(before), pricesOf(after)), ...others];
}

/** Returns the text of a doubt that is not about the price itself; undefined for the doubts of `PriceDoubt`. */
function otherDoubtText(doubt: string): string | undefined {
  const [, kind, value = ''] = /^(zeros|ended):(.*)$/.exec(doubt) ?? [];
  if (kind === 'zeros')
    return `A planilha pode ter removido zeros à esquerda: já existe o SKU ${value}.`;
  if (kind === 'ended')
    return `A promoção terminou em ${formatDateTime(value)}: informe também o fim da nova.`;
  return undefined;
}

/** The texts for doubtful prices in a bulk change of products. */
export const priceDoubtWords = {
  label: 'Confirme os preços fora do padrão',
  text: 'com preço fora do padrão',
  texts: productDoubtTexts,
};

type PriceColumns = Readonly<Record<string, unknown>>;

function pricesOf({ real_price: real, promo_price: promo }: PriceColumns): Prices {
  return {
    real_price: typeof real === 'number' ? real : 0,
    promo_price: typeof promo === 'number' ? promo : null,
  };
}

/**
 * Returns the warning beside the field of one price: 'Aumento de 900 %: de R$ 74,90 para R$ 749,00.' Returns undefined
 * if the price is not doubtful.
 */
export function priceWarningText(
  before: number | null | undefined,
  after: number | undefined,
  limits: PriceLimits,
  reference?: number | null,
): string | undefined {
  if (after === undefined || after === before) return undefined;
  if (after === 0) return zeroText;
  const was = { real_price: before ?? 0, promo_price: null };
  const ofDay = { real_price: reference ?? null, promo_price: null };
  const [doubt] = findPriceDoubts(was, { real_price: after, promo_price: null }, limits, ofDay);
  if (doubt?.endsWith('_day') && reference) return sizeText(reference, after, { stored: before });
  return doubt && before ? sizeText(before, after) : undefined;
}

const dayTexts: Readonly<Record<string, string>> = {
  rise_day: 'Aumento maior que o limite em 24 horas.',
  fall_day: 'Redução maior que o limite em 24 horas.',
};
const zeroText = 'O preço será zero.';

/**
 * Returns the sentence about the size of a price change: 'Redução de 50 %: de R$ 10,00 para R$ 5,00.' With `ofDay`,
 * `before` is a price of `PriceReference`, and `stored` is the current price.
 */
function sizeText(
  before: number,
  after: number,
  ofDay?: { stored: number | null | undefined },
): string {
  const percent = formatCount(Math.round(Math.abs(after / before - 1) * 100));
  const kind = `${after > before ? 'Aumento' : 'Redução'} de ${percent}\u00a0%${ofDay ? ' em 24 horas' : ''}`;
  const now = ofDay?.stored ? ` (agora ${formatMoneyInText(ofDay.stored)})` : '';
  return `${kind}: de ${formatMoneyInText(before)}${now} para ${formatMoneyInText(after)}.`;
}

function cents(reais: number): number {
  return Math.round(reais * 100);
}
