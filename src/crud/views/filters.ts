import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { formatMoney } from '#lib/money.ts';
import { isUuid } from '#lib/uuid.ts';
import { choicePairs } from '#ui/fields/options.tsx';
import type { Choices } from '#ui/fields/options.tsx';
import type { SetListParams } from '../list-search.ts';

/**
 * A filter of a list in words, by the names of its parameters in the address: one of several values, a yes, or a
 * range of prices. Those `inHeader` stand beside the search, the others under 'Filtros'.
 */
export type Filter<Name extends string = string> =
  | (Named<Name> & { options: Choices; inHeader?: boolean })
  /** Values that are read, if they are needed: see `laterChoices`. */
  | (Named<Name> & { later: LaterChoices; inHeader?: boolean })
  /** Its only value: 'sem' of 'Sem imagem'. */
  | (Named<Name> & { only: string })
  | { prices: readonly [from: Name, to: Name]; label: string };

type Named<Name> = { name: Name; label: string };

type LaterChoices = () => UseQueryOptions<unknown, Error, Choices>;

/** The choices of a filter out of what a query reads. */
export function laterChoices<Read, Key extends readonly unknown[]>(
  options: () => UseQueryOptions<Read, Error, Read, Key>,
  choicesOf: (read: Read) => Choices,
): LaterChoices {
  // What is read is nobody's affair but theirs.
  return () => ({ ...options(), select: choicesOf }) as unknown as ReturnType<LaterChoices>;
}

/** What a list is asked, for the filters; see `useList`. */
export type Filtered = {
  params: object;
  setParams: SetListParams;
  offered: readonly Filter[];
};

/** The value of a parameter; empty where it is not set. */
export function valueOf(params: object, name: string): string {
  return String((params as Record<string, string | number | undefined>)[name] ?? '');
}

/** The parameters of a filter. */
export function namesOf(filter: Filter): readonly string[] {
  return 'prices' in filter ? filter.prices : [filter.name];
}

export function isSet(filter: Filter, params: object): boolean {
  return namesOf(filter).some((name) => valueOf(params, name) !== '');
}

/** What it takes to remove a filter. */
export function withoutFilter(filter: Filter): Record<string, string> {
  return Object.fromEntries(namesOf(filter).map((name) => [name, '']));
}

/** The choices of a filter; those that have to be read once they are there. */
export function useChoices(filter: Filter, isNeeded = true): Choices | undefined {
  const isLater = 'later' in filter;
  const { data } = useQuery({
    ...(isLater ? filter.later() : nothingToRead),
    enabled: isLater && isNeeded,
  });
  return 'options' in filter ? filter.options : data;
}

const nothingToRead: ReturnType<LaterChoices> = {
  queryKey: ['no choices'],
  queryFn: skipToken,
};

/** What a filter that is set says: 'Visibilidade: Todos', 'Sem imagem', 'Preço: até R$ 50,00'. */
export function useFilterText(filter: Filter, params: object): string {
  const value = 'name' in filter ? valueOf(params, filter.name) : '';
  // Only a name that is an id has to be asked for.
  const choices = useChoices(filter, isUuid(value));
  if ('only' in filter) return filter.label;
  if ('prices' in filter) {
    const [from, to] = filter.prices.map((name) => valueOf(params, name));
    return `${filter.label}: ${rangeText(from, to)}`;
  }
  return `${filter.label}: ${choiceText(value, choices)}`;
}

/** A value in words, also one that was chosen once and is there no longer: a category that was deleted. */
export function choiceText(value: string, choices: Choices = []): string {
  const [, text] = choicePairs(choices).find(([each]) => each === value) ?? [];
  return text ?? (isUuid(value) ? '(não encontrada)' : value);
}

function rangeText(from = '', to = ''): string {
  const [least, most] = [from, to].map((amount) => amount && formatMoney(Number(amount)));
  if (least && most) return `de ${least} a ${most}`;
  return least ? `a partir de ${least}` : `até ${most}`;
}
