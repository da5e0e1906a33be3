import type { HistoryState } from '@tanstack/react-router';
import type { TableName } from '#data/permissions.ts';
import { currentSession, onSignOut } from '#data/session.ts';
import { localStore } from '#lib/local-store.ts';
import { isObject, objectOf } from '#lib/shape.ts';
import { isUuid } from '#lib/uuid.ts';

// Parses the search parameters of a list's URL, and stores the user's views and list settings in this browser.

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
  /** Further values of `ordem`, with their labels. */
  also?: Readonly<Record<string, string>>;
  /** The default of `ordem`; if absent, the first column of `sort`. */
  first?: string;
  /** Whether `pagina` can be negative: -1 is the last page. For lists whose total is not always counted. */
  fromEnd?: boolean;
  /** The filters that the area adds, each with its choices or the kind of its value. */
  filters?: Readonly<Record<string, readonly string[] | keyof typeof kinds>>;
};

type FilterValue<Of> = Of extends readonly (infer Choice)[] ? Choice | '' : string;

type FiltersOf<S extends ListSearch> = S extends { filters: infer F }
  ? { [Name in keyof F]: FilterValue<F[Name]> }
  : unknown;

/** The parameters of an area's list: `ParamsOf<typeof area>`. */
export type ParamsOf<A extends { search: ListSearch }> = ListParams & FiltersOf<A['search']>;

type Addressed = { table: TableName; search: ListSearch };

/**
 * Parses the search parameters of a list's URL. Invalid values count as absent, and the page size defaults to the
 * user's setting. The result also has the open view and the columns that the URL hides.
 */
export function parseListSearch<A extends Addressed>(
  area: A,
  { por = readListSettings()?.settings[area.table]?.size, ...given }: Record<string, unknown>,
): ParamsOf<A> & Shown {
  const { visao, ocultas } = given;
  return {
    ...listParams(area, { ...given, por }),
    visao: typeof visao === 'string' ? visao : '',
    ocultas: typeof ocultas === 'string' ? ocultas : '',
  };
}

/**
 * Parses the query parameters of a list without its presentation: busca, ordem, pagina, por, and the filters of the
 * area.
 */
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
  // The entries are the filters of the area, each with one of its values.
  return { ...params, ...Object.fromEntries(values) } as ParamsOf<A>;
}

/** Returns the parameters of a list without those of `Shown`, which do not change its query. */
export function requestParams<P extends object>({
  visao: _view,
  ocultas: _hidden,
  ...params
}: P & Shown) {
  // `P & Shown` without the parameters of `Shown` is `P`.
  return params as unknown as P;
}

/** The parsers of filters without fixed choices: a text, an amount, or the id of a record. */
const kinds = { text: typedText, amount: amountText, id: uuidText };

/** Returns a search or a filter text without spaces around it; '' if it has more than 100 characters. */
export function typedText(given: unknown): string {
  const text = typeof given === 'string' ? given.trim() : '';
  return text.length > 100 ? '' : text;
}

/** Returns an amount from 0 to below 10^10 in the format '1234.5'; '' for any other value. */
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

/** Parses a page number: from 1, or from -1 (the last page) counted from the end. Any other value is page 1. */
function pageNumber(given: unknown): number {
  const fromEnd = typeof given === 'string' || typeof given === 'number' ? -Number(given) : 0;
  return wholeNumber(given) ?? -(wholeNumber(fromEnd) ?? -1);
}

/**
 * Returns a whole number from 1 to a million; undefined for any other value. Text is converted, because URLs contain
 * text, and links in the panel numbers.
 */
function wholeNumber(given: unknown): number | undefined {
  const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : 0;
  return Number.isInteger(number) && number >= 1 && number <= 1e6 ? number : undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search parameters of the list from which a form was opened: that list is the previous history entry. */
    fromList?: string;
  }
}

/** Returns the history state for a list's links to a form: the list's current search parameters. */
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
  /** The position among the user's own views; for a shared view, among the shared views. */
  position: number;
  /** Whether the view is for all users; otherwise it belongs to this user. */
  shared: boolean;
};

/** The user's list settings and saved views. */
export type ListChoices = {
  /** By table: the names of hidden columns, separated by dots, and the page size. */
  settings: Partial<Record<string, { hidden: string; size: number | null }>>;
  views: readonly SavedView[];
  /** Whether the user may create and change views for all. */
  may_share: boolean;
};

export const isListChoices = objectOf<ListChoices>({ settings: isObject, views: Array.isArray });

/**
 * Returns the views and settings that this browser has stored, for the first paint; undefined if there are none. They
 * are deleted at the sign-out.
 */
export function readListSettings(): ListChoices | undefined {
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
    // `storeChoices` has written this text; any other content is ignored.
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
