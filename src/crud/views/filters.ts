import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { formatMoneyInText } from '#lib/money.ts';
import { isUuid } from '#lib/uuid.ts';
import { toChoicePairs } from '#ui/fields/options.tsx';
import type { Choices } from '#ui/fields/options.tsx';
import type { Area } from '../area.ts';
import type { ListParams, SetListParams, ViewParams } from '../list-search.ts';

/**
 * A filter of a list: a choice of several values, a flag, or a range of amounts. `name` or `money` has the names of its
 * URL parameters. Filters with `inHeader` are beside the search, all others under 'Filtros'.
 */
export type ListFilter<Name extends string = string> =
  | (Named<Name> & { options: Choices; inHeader?: boolean })
  /** A filter whose choices are loaded by a query: see `makeLazyChoices`. */
  | (Named<Name> & { lazy: LazyChoices; inHeader?: boolean })
  /** A flag. If the flag is set, its URL parameter has the value `only`, for example 'sem' for 'Sem imagem'. */
  | (Named<Name> & { only: string })
  | { money: readonly [from: Name, to: Name]; label: string };

type Named<Name> = { name: Name; label: string };

type LazyChoices = () => UseQueryOptions<unknown, Error, Choices>;

/** Returns a function that makes the query of a filter's choices; `choicesOf` converts the data of `options`. */
export function makeLazyChoices<Read, Key extends readonly unknown[]>(
  options: () => UseQueryOptions<Read, Error, Read, Key>,
  choicesOf: (read: Read) => Choices,
): LazyChoices {
  // The cast hides the type of the query's data, which only `choicesOf` reads.
  return () => ({ ...options(), select: choicesOf }) as unknown as ReturnType<LazyChoices>;
}

/** The parameters and the filters of a list, for the components that render filters; see `useList`. */
export type FilterState = {
  params: object;
  setParams: SetListParams;
  offered: readonly ListFilter[];
};

/** The parameters, filters and columns of a list, independent of the type of its rows. */
export type ListState = FilterState & {
  area: Area;
  params: ListParams;
  clear: () => void;
  /**
   * The names of the hidden columns, which are keys of the `columns` of `<ListPage>`. An export of the visible columns
   * leaves out these columns.
   */
  hidden: ReadonlySet<string>;
  setHidden: (names: readonly string[]) => void;
  shown: ViewParams;
  /** Whether a filter or a search is set. */
  isFiltered: boolean;
};

/** Returns the value of a parameter as a text; '' if it is not set. */
export function readParam(params: object, name: string): string {
  return String((params as Record<string, string | number | undefined>)[name] ?? '');
}

/** Returns the names of a filter's parameters. */
export function paramNamesOf(filter: ListFilter): readonly string[] {
  return 'money' in filter ? filter.money : [filter.name];
}

export function isFilterSet(filter: ListFilter, params: object): boolean {
  return paramNamesOf(filter).some((name) => readParam(params, name) !== '');
}

/** Returns the empty parameters of a filter: `setParams` with this value removes the filter. */
export function makeEmptyFilterParams(filter: ListFilter): Record<string, string> {
  return Object.fromEntries(paramNamesOf(filter).map((name) => [name, '']));
}

/**
 * Returns the choices of a filter; undefined while lazy choices are loading, and for a filter without choices. If
 * `isNeeded` is false, does not request lazy choices.
 */
export function useFilterChoices(filter: ListFilter, isNeeded = true): Choices | undefined {
  const isLazy = 'lazy' in filter;
  const { data } = useQuery({
    ...(isLazy ? filter.lazy() : nothingToRead),
    enabled: isLazy && isNeeded,
  });
  return 'options' in filter ? filter.options : data;
}

const nothingToRead: ReturnType<LazyChoices> = {
  queryKey: ['no choices'],
  queryFn: skipToken,
};

/**
 * Returns the text for the chip of a set filter: 'Visibilidade: Todos', 'Sem imagem', 'Preço: até R$ 50,00'. Until the
 * choices for an id have loaded, and after a failed request for them, the text is like 'Categoria: …'.
 */
export function useFilterText(filter: ListFilter, params: object): string {
  const value = 'name' in filter ? readParam(params, filter.name) : '';
  // Load lazy choices only for an id, to show the name of its record. Other values need no request.
  const choices = useFilterChoices(filter, isUuid(value));
  if ('only' in filter) return filter.label;
  if ('money' in filter) {
    const [from, to] = filter.money.map((name) => readParam(params, name));
    return `${filter.label}: ${rangeText(from, to)}`;
  }
  const isUnknown = isUuid(value) && !choices;
  return `${filter.label}: ${isUnknown ? '…' : choiceText(value, choices)}`;
}

/**
 * Returns the label of a value. If the choices do not include the value, returns the value itself, but for an id
 * returns '(não encontrada)': the record was perhaps deleted.
 */
export function choiceText(value: string, choices: Choices = []): string {
  const [, text] = toChoicePairs(choices).find(([each]) => each === value) ?? [];
  return text ?? (isUuid(value) ? '(não encontrada)' : value);
}

function rangeText(from = '', to = ''): string {
  const [least, most] = [from, to].map((amount) => amount && formatMoneyInText(Number(amount)));
  if (least && most) return `de ${least} a ${most}`;
  return least ? `a partir de ${least}` : `até ${most}`;
}
