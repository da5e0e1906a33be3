import { pageNumber, typedText, wholeNumber } from '#lib/address-values.ts';

export const pageSizes = [25, 50, 100, 200] as const;
const usualSize: (typeof pageSizes)[number] = 100;

/**
 * The parameters that every list keeps in its address, whatever its own filters are. `ordem` is a column,
 * with a leading '-' from the last to the first.
 */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/**
 * Changes some parameters; whatever it is, except a page, leads back to the first page. Loosely typed,
 * since what is no sensible value counts as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace' | 'push',
) => void;

/**
 * Turns what stands in an address into a list's parameters; what makes no sense there counts as absent.
 * Each area's stands in src/app/areas.ts, and its route asks it, so that nobody else has to check.
 */
export type ListSearch<P extends ListParams = ListParams> = {
  (search: Record<string, unknown>): P;
  sort: Record<string, string>;
  also: Record<string, string>;
};

/** The parameters of an area's list: `ParamsOf<typeof areas.products>`. */
export type ParamsOf<A extends { search: ListSearch }> = ReturnType<A['search']>;

/** The filters that an area adds, each with what reads its value. */
type Readers = Record<string, (given: unknown) => string>;

type Settings = {
  /** The columns that it can be sorted by, as their headers are called. */
  sort: Record<string, string>;
  /** Orders that no header offers, with what they are called. */
  also?: Record<string, string>;
  /** The order of an address without one; by default the first column. */
  first?: string;
  /** Pages may be counted from the end, from -1: where there may be more of them than anyone counts. */
  fromEnd?: boolean;
};

/** busca, ordem, pagina, por, and the filters of the area. */
export function listSearch(settings: Settings): ListSearch;
export function listSearch<Filters extends Readers>(
  settings: Settings & { filters: Filters },
): ListSearch<ListParams & { [Name in keyof Filters]: ReturnType<Filters[Name]> }>;
export function listSearch({
  sort,
  also = {},
  first,
  fromEnd = false,
  filters = {},
}: Settings & { filters?: Readers }) {
  const orders = [...Object.keys(sort).flatMap((name) => [name, `-${name}`]), ...Object.keys(also)];
  const read = ({ busca, ordem, pagina, por, ...rest }: Record<string, unknown>) => ({
    busca: typedText(busca),
    ordem: orders.find((name) => name === ordem) ?? first ?? orders[0] ?? '',
    pagina: fromEnd ? pageNumber(pagina) : (wholeNumber(pagina) ?? 1),
    por: pageSizes.find((size) => size === wholeNumber(por)) ?? usualSize,
    ...Object.fromEntries(Object.entries(filters).map(([name, of]) => [name, of(rest[name])])),
  });
  return Object.assign(read, { sort, also });
}
