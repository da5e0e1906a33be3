import type { HistoryState } from '@tanstack/react-router';
import type { TableName } from '#data/permissions.ts';
import { getCurrentSession, onSignOut } from '#data/session.ts';
import { safeLocalStorage } from '#lib/local-store.ts';
import { isObject, objectOf } from '#lib/shape.ts';
import { isUuid } from '#lib/uuid.ts';

// Parses the search parameters of a list's URL, returns the history state of the list's links to a form, and stores the
// user's views and list settings in this browser.

export const pageSizes = [25, 50, 100, 200] as const;
const usualSize: (typeof pageSizes)[number] = 100;

/**
 * The URL parameters of every list: search text, order, page number and page size. `ordem` is a sort column, with a
 * leading '-' for descending order, or a key of `ListParamsDefinition.also`.
 */
export type ListParams = { busca: string; ordem: string; pagina: number; por: number };

/** The URL parameters that do not change the query of a list: the id of the open view, and the hidden columns. */
export type ViewParams = { visao: string; ocultas: string };

/**
 * A function that changes some parameters in the URL. A change without `pagina` also opens the first page. `change`
 * accepts any text or number as a value, because the route treats an invalid value as absent.
 */
export type SetListParams<P = ListParams> = (
  change: { [Name in keyof P]?: P[Name] extends number ? number : string },
  history?: 'replace' | 'push',
) => void;

/** The orders and filters that the URL of an area's list accepts. */
export type ListParamsDefinition = {
  /** The sortable columns. */
  sort: readonly string[];
  /** Additional values of `ordem`, with their labels. */
  also?: Readonly<Record<string, string>>;
  /** The default of `ordem`; if absent, the first column of `sort`, ascending. */
  first?: string;
  /** Whether `pagina` can be negative: -1 opens the last page, even if the total of the list is not exact. */
  fromEnd?: boolean;
  /** The filters of the area: for each URL parameter, its choices or the kind of its value. */
  filters?: Readonly<Record<string, readonly string[] | keyof typeof kinds>>;
};

type FilterValue<Of> = Of extends readonly (infer Choice)[] ? Choice | '' : string;

type FiltersOf<S extends ListParamsDefinition> = S extends { filters: infer F }
  ? { [Name in keyof F]: FilterValue<F[Name]> }
  : unknown;

/** The parameters of the list of an area, filters included: `ParamsOf<typeof area>`. */
export type ParamsOf<A extends { search: ListParamsDefinition }> = ListParams &
  FiltersOf<A['search']>;

type ListedArea = { table: TableName; search: ListParamsDefinition };

/**
 * Parses the search parameters of a list's URL. Invalid values count as absent, and the page size defaults to the
 * user's setting. The result also has the open view and the columns that the URL hides.
 */
export function parseListSearch<A extends ListedArea>(
  area: A,
  {
    por = readStoredViewsAndSettings()?.settings[area.table]?.size,
    ...given
  }: Record<string, unknown>,
): ParamsOf<A> & ViewParams {
  const { visao, ocultas } = given;
  return {
    ...parseListParams(area, { ...given, por }),
    visao: typeof visao === 'string' ? visao : '',
    ocultas: typeof ocultas === 'string' ? ocultas : '',
  };
}

/**
 * Parses the URL parameters that change the query of a list: busca, ordem, pagina, por, and the filters of the area.
 * Invalid values count as absent. Without `given`, returns the defaults.
 */
export function parseListParams<A extends Pick<ListedArea, 'search'>>(
  { search }: A,
  { busca, ordem, pagina, por, ...given }: Record<string, unknown> = {},
): ParamsOf<A> {
  const { first, fromEnd = false, filters = {} } = search;
  const orders = [
    ...search.sort.flatMap((name) => [name, `-${name}`]),
    ...Object.keys(search.also ?? {}),
  ];
  const params: ListParams = {
    busca: parseSearchText(busca),
    ordem: orders.find((name) => name === ordem) ?? first ?? orders[0] ?? '',
    pagina: fromEnd ? pageNumber(pagina) : (wholeNumber(pagina) ?? 1),
    por: pageSizes.find((size) => size === wholeNumber(por)) ?? usualSize,
  };
  const values = Object.entries(filters).map(([name, of]) => [
    name,
    typeof of === 'string' ? kinds[of](given[name]) : oneOf(of, given[name]),
  ]);
  // The cast is safe: `values` has every filter of the area with a valid value.
  return { ...params, ...Object.fromEntries(values) } as ParamsOf<A>;
}

/** Returns the parameters of a list without `visao` and `ocultas`, which do not change the query. */
export function omitViewParams<P extends object>({
  visao: _view,
  ocultas: _hidden,
  ...params
}: P & ViewParams) {
  // The cast is safe: `P & ViewParams` without `visao` and `ocultas` is `P`.
  return params as unknown as P;
}

/** The parsers of filters without fixed choices, keyed by the kind of value: a text, an amount, the id of a record. */
const kinds = { text: parseSearchText, amount: amountText, id: uuidText };

/** Returns the text of a search or a filter without surrounding spaces; '' if it has more than 100 characters. */
export function parseSearchText(given: unknown): string {
  const text = typeof given === 'string' ? given.trim() : '';
  return text.length > 100 ? '' : text;
}

/** Returns an amount from 0 to below 10^10 in a format such as '1234.5'; '' for all other values. */
function amountText(given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? text : '';
}

function uuidText(given: unknown): string {
  return isUuid(given) ? given : '';
}

/** Returns the filter value that equals `given`, ignoring case; '' if there is none. */
function oneOf(values: readonly string[], given: unknown): string {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string') return '';
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? '';
}

/**
 * Parses a page number: a positive number counts from the first page, a negative number from the last page (-1).
 * Returns 1 for all other values.
 */
function pageNumber(given: unknown): number {
  const fromEnd = typeof given === 'string' || typeof given === 'number' ? -Number(given) : 0;
  return wholeNumber(given) ?? -(wholeNumber(fromEnd) ?? -1);
}

/**
 * Returns an integer from 1 to a million; undefined for all other values. Accepts text and numbers, because URLs
 * contain text, and links in the panel contain numbers.
 */
function wholeNumber(given: unknown): number | undefined {
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : 0;
  return Number.isInteger(number) && number >= 1 && number <= 1e6 ? number : undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameters of the list from which a form was opened. The list is the previous history entry. */
    fromList?: string;
  }
}

/** Returns the history state for a list's links to a form: the list's current search parameters. */
export function getListHistoryState(): HistoryState {
  return { fromList: location.search };
}

/** A saved list ('visualização'): the search parameters of a list, saved under a name. */
export type SavedView = {
  id: string;
  area: string;
  name: string;
  /** The search parameters of the list's URL, without `pagina` and `visao`. */
  address: string;
  /** The position among the user's own views, or among the shared views. */
  position: number;
  /** Whether the view is for all users; otherwise the view belongs to the signed-in user. */
  shared: boolean;
};

/** The user's list settings, the saved views that the user can open, and the permission to share views. */
export type ViewsAndSettings = {
  /** The names of hidden columns, separated by dots, and the page size, keyed by table. */
  settings: Partial<Record<string, { hidden: string; size: number | null }>>;
  views: readonly SavedView[];
  /** Whether the user can create and change views for all users. */
  may_share: boolean;
};

export const isViewsAndSettings = objectOf<ViewsAndSettings>({
  settings: isObject,
  views: Array.isArray,
});

/**
 * Returns the views and settings that this browser has stored for the signed-in user, for the first paint; undefined if
 * there are none. The sign-out deletes the stored views and settings.
 */
export function readStoredViewsAndSettings(): ViewsAndSettings | undefined {
  const session = getCurrentSession();
  const text = 'userId' in session ? safeLocalStorage.get(keyOf(session.userId)) : null;
  if (text !== last.text) last = { text, choices: parsed(text) };
  return last.choices;
}

export function storeViewsAndSettings(choices: ViewsAndSettings) {
  const session = getCurrentSession();
  if ('userId' in session) safeLocalStorage.set(keyOf(session.userId), JSON.stringify(choices));
}

let last: { text: string | null; choices?: ViewsAndSettings } = { text: null };

function parsed(text: string | null): ViewsAndSettings | undefined {
  try {
    // Usually `storeViewsAndSettings` has written this text. Ignore a text in a different format.
    const stored: unknown = JSON.parse(text ?? '{}');
    return isViewsAndSettings(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(userId: string): string {
  return `vitrine:listas:${userId}`;
}

onSignOut((userId) => safeLocalStorage.remove(keyOf(userId)));
