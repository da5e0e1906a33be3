import type { HistoryState } from '@tanstack/react-router';
import type { TableName } from '#data/permissions.ts';
import { currentSession, onSignOut } from '#data/session.ts';
import { localStore } from '#lib/local-store.ts';
import { isObject, objectOf } from '#lib/shape.ts';
import { isUuid } from '#lib/uuid.ts';

// The meaning of a list's URL.

export const pageSizes = [25, 50, 100, 200] as const;
const usualSize: (typeof pageSizes)[number] = 100;

/** The parameters that every list has in its URL. `ordem` is a column, with a leading '-' for descending order. */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/** The parameters that change how a list is shown, but not its query. */
export type Shown = { visao: string; ocultas: string };

/**
 * Changes some parameters. Any change except that of the page opens the first page. The type is loose, because invalid
 * values count as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace' | 'push',
) => void;

/** The orders and filters that the URL of an area's list accepts. */
export type ListSearch = {
  /** The sortable columns. */
  sort: readonly string[];
  /** Further orders, with their labels. */
  also?: Readonly<Record<string, string>>;
  /** The default order; without it, the first column. */
  first?: string;
  /** Pages may be counted from the end, from -1: for lists whose total is not always counted. */
  fromEnd?: boolean;
  /** The filters that the area adds, each with its choices or the kind of its value. */
  filters?: Readonly<Record<string, readonly string[] | keyof typeof kinds>>;
};

type FilterValue<Of> = Of extends readonly (infer Choice)[] ? Choice | '' : string;

type FiltersOf<S extends ListSearch> = S extends { filters: infer F }
  ? { [Name in keyof F]: FilterValue<F[Name]> }
  : unknown;

/** The parameters of an area's list: `ParamsOf<typeof areas.products>`. */
export type ParamsOf<A extends { search: ListSearch }> = ListParams & FiltersOf<A['search']>;

type Addressed = { table: TableName; search: ListSearch };

/**
 * The list parameters of a URL; invalid values count as absent, and the page size defaults to the user's setting. Also
 * the open view of the URL, and the columns that it hides.
 */
export function listAddress<A extends Addressed>(
  area: A,
  { por = storedChoices()?.settings[area.table]?.size, ...given }: Record<string, unknown>,
): ParamsOf<A> & Shown {
  const { visao, ocultas } = given;
  return {
    ...listParams(area, { ...given, por }),
    visao: typeof visao === 'string' ? visao : '',
    ocultas: typeof ocultas === 'string' ? ocultas : '',
  };
}

/** The query parameters of a list without its presentation: busca, ordem, pagina, por, and the filters of the area. */
export function listParams<A extends Pick<Addressed, 'search'>>(
  { search }: A,
  { busca, ordem, pagina, por, ...given }: Record<string, unknown> = {},
): ParamsOf<A> {
  const { first, fromEnd = false, filters = {} } = search;
  const orders = [
    ...search.sort.flatMap((name) => [name, `-${name}`]),
    ...Object.keys(search.also ?? {}),
  ];
  const params: ListParams = {
    busca: typedText(busca),
    ordem: orders.find((name) => name === ordem) ?? first ?? orders[0] ?? '',
    pagina: fromEnd ? pageNumber(pagina) : (wholeNumber(pagina) ?? 1),
    por: pageSizes.find((size) => size === wholeNumber(por)) ?? usualSize,
  };
  const values = Object.entries(filters).map(([name, of]) => [
    name,
    typeof of === 'string' ? kinds[of](given[name]) : oneOf(of, given[name]),
  ]);
  // The filters of the area, each with one of its values.
  return { ...params, ...Object.fromEntries(values) } as ParamsOf<A>;
}

/** Removes the presentation of a list from its parameters. */
export function requestParams<P extends object>({
  visao: _view,
  ocultas: _hidden,
  ...params
}: P & Shown) {
  // Removing the presentation leaves the list's own parameters.
  return params as unknown as P;
}

/** The kinds of filters whose value is typed: a text, an amount, the id of a record. */
const kinds = { text: typedText, amount: amountText, id: uuidText };

/** User input of a filter, at most 100 characters. */
export function typedText(given: unknown): string {
  const text = typeof given === 'string' ? given.trim() : '';
  return text.length > 100 ? '' : text;
}

/** An amount from 0 to below 10^10 as '1234.5', or the empty string. */
function amountText(given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? text : '';
}

function uuidText(given: unknown): string {
  return isUuid(given) ? given : '';
}

/** One of a filter's values, in any case, or the empty string for no filter. */
function oneOf(values: readonly string[], given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string') return '';
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? '';
}

/** A page number from 1, or from -1, the last page, counted from the end. */
function pageNumber(given: unknown): number {
  const fromEnd = typeof given === 'string' || typeof given === 'number' ? -Number(given) : 0;
  return wholeNumber(given) ?? -(wholeNumber(fromEnd) ?? -1);
}

/** A number from 1 to a million; undefined for any other value. URLs contain text, links in the panel numbers. */
function wholeNumber(given: unknown): number | undefined {
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : 0;
  return Number.isInteger(number) && number >= 1 && number <= 1e6 ? number : undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * A form that was opened from its list, which is the previous history entry: the search parameters of that list.
     */
    fromList?: string;
  }
}

/** The history state of a list's links to a form: the list's current search parameters. */
export function fromList(): HistoryState {
  return { fromList: location.search };
}

/** A saved list with the name that the user gave it. */
export type SavedView = {
  id: string;
  area: string;
  name: string;
  /** The search parameters of the list's URL, without a page. */
  address: string;
  /** Its place among the user's views, or among those of all users. */
  position: number;
  /** Whether it belongs to all users, or to this one. */
  shared: boolean;
};

/** The user's settings of the lists; `settings` by table. */
export type ListChoices = {
  /** The names of hidden columns, separated by dots, and the page size. */
  settings: Partial<Record<string, { hidden: string; size: number | null }>>;
  views: readonly SavedView[];
  /** Whether the user may create and change views for all. */
  may_share: boolean;
};

export const isListChoices = objectOf<ListChoices>({ settings: isObject, views: Array.isArray });

/** The choices that this browser stored on the last visit, for the first paint. Deleted at the sign-out. */
export function storedChoices(): ListChoices | undefined {
  const session = currentSession();
  const text = 'userId' in session ? localStore.get(keyOf(session.userId)) : null;
  if (text !== last.text) last = { text, choices: parsed(text) };
  return last.choices;
}

export function storeChoices(choices: ListChoices) {
  const session = currentSession();
  if ('userId' in session) localStore.set(keyOf(session.userId), JSON.stringify(choices));
}

let last: { text: string | null; choices?: ListChoices } = { text: null };

function parsed(text: string | null): ListChoices | undefined {
  try {
    // Written by the function above; invalid stored data is ignored.
    const stored: unknown = JSON.parse(text ?? '{}');
    return isListChoices(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(userId: string): string {
  return `vitrine:listas:${userId}`;
}

onSignOut((userId) => localStore.remove(keyOf(userId)));
