import type { HistoryState } from '@tanstack/react-router';
import { currentSession, onSignOut } from '#data/session.ts';
import { localStore } from '#lib/local-store.ts';
import { isObject, objectOf } from '#lib/shape.ts';
import type { Area } from '../area.ts';
import type { ListParams, ListSearch, SetListParams } from '../list-search.ts';
import type { Filter } from './filters.ts';

/** A saved list with the name that the user gave it. */
export type SavedView = {
  id: string;
  area: string;
  name: string;
  /** The search parameters of the list's URL, without a page. */
  address: string;
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

/**
 * The list parameters of a URL; the page size defaults to the user's setting. Also the open view of the URL, and the
 * columns that it hides.
 */
export function listAddress<P extends ListParams>(
  { table, search }: Pick<Area, 'table'> & { search: ListSearch<P> },
  { por = storedChoices()?.settings[table]?.size, ...given }: Record<string, unknown>,
): P & Shown {
  const { visao, ocultas } = given;
  return {
    ...search({ ...given, por }),
    visao: typeof visao === 'string' ? visao : '',
    ocultas: typeof ocultas === 'string' ? ocultas : '',
  };
}

/** The parameters that change how a list is shown, but not its query. */
export type Shown = { visao: string; ocultas: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The history state of a form that was opened from its list, which is the previous history entry: the search
     * parameters of that list.
     */
    fromList?: string;
  }
}

/** The history state of a list's links to a form: the list's current search parameters. */
export function fromList(): HistoryState {
  return { fromList: location.search };
}

/** The query and presentation of a list of any rows. */
export type ListState = {
  area: Area;
  params: ListParams;
  setParams: SetListParams;
  clear: () => void;
  /** The filters that it offers, with labels. */
  offered: readonly Filter[];
  /**
   * The names of the hidden columns, among the `columns` of its `<ListPage>`. Commands for the visible columns leave
   * them out.
   */
  hidden: ReadonlySet<string>;
  setHidden: (names: readonly string[]) => void;
  shown: Shown;
  /** The number of set filters of the area. */
  filters: number;
  /** Whether a filter or a search is set. */
  isFiltered: boolean;
};

/** The query parameters of a list, without its presentation. */
export function requestParams<P extends object>({
  visao: _view,
  ocultas: _hidden,
  ...params
}: P & Shown) {
  // Removing the presentation leaves the list's own parameters.
  return params as unknown as P;
}

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
    // `storeChoices` wrote it; invalid stored data is ignored
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
