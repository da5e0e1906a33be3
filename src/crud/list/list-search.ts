import { pageNumber, typedText, wholeNumber } from '#lib/address-values.ts';

export const pageSizes = [25, 50, 100, 200] as const;

/** The parameters that every list keeps in its address, whatever its own filters are. */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/**
 * Turns what stands in an address into a list's parameters; what makes no sense there counts as absent.
 * Each area's stands in src/app/areas.ts, and its route asks it, so that nobody else has to check.
 */
export type ListSearch<P extends ListParams = ListParams> = (search: Record<string, unknown>) => P;

/** The parameters of an area's list: `ParamsOf<typeof areas.products>`. */
export type ParamsOf<A extends { search: ListSearch }> = ReturnType<A['search']>;

type Sorted<Sort extends string> = {
  /** The columns that it can be sorted by. */
  sort: readonly [Sort, ...Sort[]];
  /** The order of an address without one; by default the first column. */
  first?: NoInfer<Sort> | `-${NoInfer<Sort>}`;
  /** Pages may be counted from the end, from -1: where there may be more of them than anyone counts. */
  fromEnd?: boolean;
};

/** The filters that an area adds, each with what reads its value. */
type Readers = Record<string, (given: unknown) => string>;

type Sorting<Sort extends string> = ListParams & { ordem: Sort | `-${Sort}` };

/** busca, ordem, pagina, por, and the filters of the area. */
export function listSearch<const Sort extends string>(
  settings: Sorted<Sort>,
): ListSearch<Sorting<Sort>>;
export function listSearch<const Sort extends string, Filters extends Readers>(
  settings: Sorted<Sort> & { filters: Filters },
): ListSearch<Sorting<Sort> & { [Name in keyof Filters]: ReturnType<Filters[Name]> }>;
export function listSearch({
  sort,
  first,
  fromEnd = false,
  filters = {},
}: Sorted<string> & { filters?: Readers }) {
  const orders = sort.flatMap((name) => [name, `-${name}`]);
  return ({ busca, ordem, pagina, por, ...rest }: Record<string, unknown>) => ({
    busca: typedText(busca),
    /** A column, with a leading '-' from the last to the first. */
    ordem: orders.find((name) => name === ordem) ?? first ?? sort[0],
    pagina: fromEnd ? pageNumber(pagina) : (wholeNumber(pagina) ?? 1),
    por: pageSizes.find((size) => size === wholeNumber(por)) ?? 100,
    ...Object.fromEntries(Object.entries(filters).map(([name, read]) => [name, read(rest[name])])),
  });
}
