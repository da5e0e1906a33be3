import { useNavigate, useSearch } from '@tanstack/react-router';
import { typedText, wholeNumber } from '#lib/address-values.ts';

export const pageSizes = [25, 50, 100, 200] as const;

/** The parameters that a list page works with, whatever its own filters are. */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/** Turns what stands in an address into a list's parameters; what makes no sense there counts as absent. */
export type ListSearch<P extends ListParams = ListParams> = (search: Record<string, unknown>) => P;

/**
 * What every list keeps in the address: busca, ordem, pagina, por. An area with filters spreads the
 * answer into its own. `first` is the order of an address without one, by default the first column.
 */
export function listSearch<const Sort extends string>(
  columns: readonly [Sort, ...Sort[]],
  first: Sort | `-${Sort}` = columns[0],
) {
  return ({ busca, ordem, pagina, por }: Record<string, unknown>) => ({
    busca: typedText(busca),
    /** A column, with a leading '-' from the last to the first. */
    ordem:
      columns.flatMap((name) => [name, `-${name}`] as const).find((name) => name === ordem) ??
      first,
    pagina: wholeNumber(pagina) ?? 1,
    por: pageSizes.find((size) => size === wholeNumber(por)) ?? 100,
  });
}

/**
 * Changes some parameters; whatever it is, except a page, leads back to the first page. Loosely typed,
 * since what is no sensible value counts as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace',
) => void;

/** The list's parameters from the address, and a function that changes them there. */
export function useListParams<P extends ListParams>(read: ListSearch<P>): [P, SetListParams<P>] {
  const params = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setParams: SetListParams<P> = (change, history) => {
    const next: Record<string, unknown> = { ...params, pagina: 1, ...change };
    const defaults: Record<string, unknown> = read({});
    const given = Object.entries(next).filter(([key, value]) => value !== defaults[key]);
    // Back undoes a filter or a page, but not the letters of a search one by one.
    const replace = history === 'replace' || 'busca' in change;
    void navigate({ to: '.', search: Object.fromEntries(given), replace });
  };
  return [params, setParams];
}
