import * as v from 'valibot';
import { formatCountWithNoun } from '#lib/text.ts';
import { formatDay } from '#lib/date.ts';
import { parseMoney } from '#lib/money.ts';
import { formatNumber, parseNumber, formatNumberInput } from '#lib/number.ts';
import { isIsoDay, toIsoDay } from '#lib/wall-time.ts';
import { money } from './fields.ts';
import type { Field } from './fields.ts';
import { formatByKind } from './kinds.ts';
import type { NumberKind } from './kinds.ts';

// Functions that return the properties of a field (kind, rule and texts), to spread into a `Field`. `amountRule`
// returns only a rule.

/**
 * The limits of a number. `from` and `to` are the smallest and the largest number. `places` is the number of decimal
 * places of the column: the rule rejects more places, because PostgreSQL would round them without an error. `missing`
 * is the message for an empty field; if absent, an empty field is stored as null.
 */
type Limits = { from?: number; to?: number; places?: number; missing?: string };

/** The type of the stored value. A field that is not required (without `missing`) can also store null. */
type Stored<L extends Limits, Value> = L extends { missing: string } ? Value : Value | null;

/** Returns the properties of a field for an integer, for example a count or a position. */
export function integer<const L extends Omit<Limits, 'places'>>(limits: L) {
  // The default limits are the range of an `integer` (PostgreSQL docs, Numeric Types).
  const { from = -2_147_483_648, to = 2_147_483_647 } = limits;
  const isRight = (value: number) => Number.isInteger(value) && value >= from && value <= to;
  return numberField('integer', limits, isRight, 'Informe um número inteiro');
}

/** Returns the properties of a field for a number with decimals, for example a weight or a factor. */
export function decimal<const L extends Limits>(limits: L) {
  return numberField('decimal', limits, isWithin(limits), 'Informe um número como 1.234,5');
}

/** Returns the properties of a field for a percentage. The stored number 12.5 is shown as '12,5%'. */
export function percentage<const L extends Limits>(limits: L) {
  return numberField('percentage', limits, isWithin(limits), 'Informe uma porcentagem como 12,5%');
}

/**
 * Returns the properties of a field for an amount in reais, 0 or more. `one` is the masculine noun in the error
 * messages. `missing` is the message for an empty field, as in `Limits`.
 */
export function amount<const L extends Pick<Limits, 'missing'> & { one?: string }>(limits: L) {
  const { missing, one = 'valor' } = limits;
  return {
    ...money,
    rule: v.pipe(
      v.string(),
      v.check((typed) => typed.trim() !== '' || !missing, missing ?? ''),
      amountRule(one),
      // The cast is safe: the checks accept an empty field only if null can be stored.
      v.transform((typed) => (parseMoney(typed) ?? null) as Stored<L, number>),
    ),
  } satisfies Field;
}

/** Returns the rule for an entered amount in reais that a column `numeric(12, 2)` can store. Accepts an empty text. */
export function amountRule(one: string) {
  return v.pipe(
    v.string(),
    v.check(
      (typed) => typed.trim() === '' || parseMoney(typed) !== undefined,
      'Informe um valor como 1.234,56, com até duas casas decimais.',
    ),
    v.check((typed) => (parseMoney(typed) ?? 0) >= 0, `O ${one} não pode ser negativo.`),
    v.check((typed) => (parseMoney(typed) ?? 0) < 1e10, `O ${one} é alto demais.`),
  );
}

function numberField<L extends Limits>(
  kind: NumberKind,
  limits: L,
  isRight: (value: number) => boolean,
  wrong: string,
) {
  const { missing } = limits;
  const read = (typed: string) =>
    parseNumber(typed.replace(kind === 'percentage' ? /\s*%$/ : '', ''));
  return {
    kind,
    rule: v.pipe(
      // Accept a number too, because the form value from a draft is sometimes the stored number.
      v.union([v.string(), v.number()]),
      v.transform((typed) => String(typed).trim()),
      v.check((typed) => typed !== '' || !missing, missing ?? ''),
      v.check(
        (typed) => typed === '' || isRight(read(typed) ?? NaN),
        `${wrong}${rangeText(limits)}.`,
      ),
      // The cast is safe: the checks accept an empty field only if null can be stored.
      v.transform((typed) => (typed === '' ? null : (read(typed) ?? null)) as Stored<L, number>),
    ),
    text: (stored: number) => formatByKind(kind, stored),
    typed: formatNumberInput,
    typedText: (typed: string) => formatByKind(kind, read(typed) ?? typed),
  } satisfies Field;
}

function isWithin({ from = -Infinity, to = Infinity, places }: Limits) {
  return (value: number) =>
    value >= from &&
    value <= to &&
    (places === undefined || Number(value.toFixed(places)) === value);
}

/** Returns the limits as text for an error message: ', 0 ou maior', ', de 0 a 100', ', com até 3 casas decimais'. */
function rangeText({ from, to, places }: Limits): string {
  const [least, most] = [from, to].map((limit) => limit !== undefined && formatNumber(limit));
  const precise =
    places === undefined
      ? ''
      : `, com até ${formatCountWithNoun(places, 'casa decimal', 'casas decimais')}`;
  if (least && most) return `, de ${least} a ${most}${precise}`;
  if (least) return `, ${least} ou maior${precise}`;
  return most ? `, ${most} ou menor${precise}` : precise;
}

/**
 * Returns the properties of a field for a calendar date without a time, stored as '2026-11-30'. `missing` is the
 * message for an empty field, as in `Limits`.
 */
export function day<const L extends Pick<Limits, 'missing'>>({ missing }: L) {
  return {
    kind: 'day',
    rule: v.pipe(
      v.string(),
      v.transform(toIsoDay),
      v.check((typed) => typed !== '' || !missing, missing ?? ''),
      v.check((typed) => typed === '' || isIsoDay(typed), 'Informe um dia, como 30/11/2026.'),
      // The cast is safe: the checks accept an empty field only if null can be stored.
      v.transform((typed) => (typed || null) as Stored<L, string>),
    ),
    text: formatDay,
    typedText: (typed: string) => formatByKind('day', typed),
    mask: toIsoDay,
  } satisfies Field;
}
