import { useNavigate, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';

export const pageSizes = [25, 50, 100, 200] as const;

/**
 * What every list keeps in the address: busca, ordem, pagina, por. An area spreads it into its own
 * schema beside its filters. Whatever is no sensible value in an address counts as absent. `first` is
 * the order of an address without one, by default the first column.
 */
export function listSearch<const Sort extends string>(
  columns: readonly [Sort, ...Sort[]],
  first: Sort | `-${Sort}` = columns[0],
) {
  return {
    busca: v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''), ''),
    /** A column, with a leading '-' from the last to the first. */
    ordem: v.fallback(
      v.optional(v.picklist(columns.flatMap((column) => [column, `-${column}`] as const)), first),
      first,
    ),
    pagina: v.fallback(
      v.optional(
        v.pipe(
          v.union([v.string(), v.number()]),
          v.toNumber(),
          v.integer(),
          v.minValue(1),
          v.maxValue(1e6),
        ),
        1,
      ),
      1,
    ),
    por: v.fallback(
      v.optional(
        v.pipe(v.union([v.string(), v.number()]), v.toNumber(), v.picklist(pageSizes)),
        100,
      ),
      100,
    ),
  };
}

/** The parameters that a list page works with, whatever its own filters are. */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/**
 * Changes some parameters; whatever it is, except a page, leads back to the first page. Loosely typed,
 * since what is no sensible value counts as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace',
) => void;

/** The list's parameters from the address, and a function that changes them there. */
export function useListParams<S extends v.GenericSchema<unknown, ListParams>>(
  schema: S,
): [v.InferOutput<S>, SetListParams<v.InferOutput<S>>] {
  const params = v.parse(schema, useSearch({ strict: false }));
  const navigate = useNavigate();
  const setParams: SetListParams<v.InferOutput<S>> = (change, history) => {
    const next: Record<string, unknown> = { ...params, pagina: 1, ...change };
    const defaults: Record<string, unknown> = v.parse(schema, {});
    const given = Object.entries(next).filter(([key, value]) => value !== defaults[key]);
    // Back undoes a filter or a page, but not the letters of a search one by one.
    const replace = history === 'replace' || 'busca' in change;
    void navigate({ to: '.', search: Object.fromEntries(given), replace });
  };
  return [params, setParams];
}
