import { oneOf, pageNumber, typedText, wholeNumber } from '#lib/address-values.ts';

export const pageSizes = [25, 50, 100, 200] as const;
const usualSize: (typeof pageSizes)[number] = 100;

/** The parameters that every list has in its URL. `ordem` is a column, with a leading '-' for descending order. */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/**
 * Changes some parameters. Any change except that of the page opens the first page. The type is loose, because invalid
 * values count as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace' | 'push',
) => void;

/**
 * Parses the search parameters of a URL into the parameters of a list. Invalid values count as absent. Each area
 * defines its parser in area.ts. The route calls it, so no other code has to validate the parameters.
 */
export type ListSearch<P extends ListParams = ListParams> = {
  (search: Record<string, unknown>): P;
  sort: Record<string, string>;
  also: Record<string, string>;
};

/** The parameters of an area's list: `ParamsOf<typeof areas.products>`. */
export type ParamsOf<A extends { search: ListSearch }> = ReturnType<A['search']>;

/** The filters that an area adds, each with its choices or the parser of its value. */
type Filters = Record<string, readonly string[] | ((given: unknown) => string)>;

type FilterValue<Of> = Of extends (given: unknown) => infer Value
  ? Value
  : Of extends readonly (infer Choice)[]
    ? Choice | ''
    : never;

type Settings = {
  /** The sortable columns, with the labels of their headers. */
  sort: Record<string, string>;
  /** Further orders, with their labels. */
  also?: Record<string, string>;
  /** The default order; without it, the first column. */
  first?: string;
  /** Pages may be counted from the end, from -1: for lists whose total is not always counted. */
  fromEnd?: boolean;
};

/** busca, ordem, pagina, por, and the filters of the area. */
export function listSearch(settings: Settings): ListSearch;
export function listSearch<const F extends Filters>(
  settings: Settings & { filters: F },
): ListSearch<ListParams & { [Name in keyof F]: FilterValue<F[Name]> }>;
export function listSearch({
  sort,
  also = {},
  first,
  fromEnd = false,
  filters = {},
}: Settings & { filters?: Filters }) {
  const orders = [...Object.keys(sort).flatMap((name) => [name, `-${name}`]), ...Object.keys(also)];
  const read = ({ busca, ordem, pagina, por, ...rest }: Record<string, unknown>) => ({
    busca: typedText(busca),
    ordem: orders.find((name) => name === ordem) ?? first ?? orders[0] ?? '',
    pagina: fromEnd ? pageNumber(pagina) : (wholeNumber(pagina) ?? 1),
    por: pageSizes.find((size) => size === wholeNumber(por)) ?? usualSize,
    ...Object.fromEntries(
      Object.entries(filters).map(([name, of]) => [
        name,
        typeof of === 'function' ? of(rest[name]) : oneOf(of, rest[name]),
      ]),
    ),
  });
  return Object.assign(read, { sort, also });
}
