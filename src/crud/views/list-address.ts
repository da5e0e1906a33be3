import type { HistoryState } from '@tanstack/react-router';
import { currentSession, onSignOut } from '#data/session.ts';
import { kept } from '#lib/kept.ts';
import type { Area } from '../area.ts';
import type { ListParams, ListSearch, SetListParams } from '../list-search.ts';
import type { Filter } from './filters.ts';

/** A list as somebody has named it. */
export type SavedView = {
  id: string;
  area: string;
  name: string;
  /** As the list's address says it, without a page. */
  address: string;
  /** It is of all, not only of this person. */
  shared: boolean;
};

/** How this person wants the lists; `settings` by table. */
export type ListChoices = {
  /** Names of columns with a dot between them, and rows a page. */
  settings: Partial<Record<string, { hidden: string; size: number | null }>>;
  views: readonly SavedView[];
  /** This person may make and change views for all. */
  may_share: boolean;
};

/**
 * What an address asks of a list; without a number of rows, as many as this person wants. With what else stands in
 * it: the view that it was opened as, and the columns that this hides.
 */
export function listAddress<P extends ListParams>(
  { table, search }: Pick<Area, 'table'> & { search: ListSearch<P> },
  { por = keptChoices()?.settings[table]?.size, ...given }: Record<string, unknown>,
): P & Shown {
  const { visao, ocultas } = given;
  return {
    ...search({ ...given, por }),
    visao: typeof visao === 'string' ? visao : '',
    ocultas: typeof ocultas === 'string' ? ocultas : '',
  };
}

/** How a list is shown, which asks nothing of the platform. */
export type Shown = { visao: string; ocultas: string };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A form that was opened from its list, which is one step back: the parameters of its address. */
    fromList?: string;
  }
}

/** The mark that a list puts on its links to a form: which list one came from, as it stood. */
export function fromList(): HistoryState {
  return { fromList: location.search };
}

/** What a list is asked and how it is shown, whatever its rows are. */
export type ListState = {
  area: Area;
  params: ListParams;
  setParams: SetListParams;
  clear: () => void;
  /** The filters that it offers, in words. */
  offered: readonly Filter[];
  /**
   * The names of the columns that are not shown: of those in `columns` of its `<ListPage>`. What acts on the columns
   * now shown leaves these out.
   */
  hidden: ReadonlySet<string>;
  setHidden: (names: readonly string[]) => void;
  shown: Shown;
  /** How many of the area's filters are set. */
  filters: number;
  /** There is a filter or a search. */
  isFiltered: boolean;
};

/** What a list is asked, without how it is shown. */
export function askedOf<P extends object>({
  visao: _view,
  ocultas: _hidden,
  ...params
}: P & Shown) {
  // What is left of a list's parameters are these.
  return params as unknown as P;
}

/** What this browser remembers of them since the last visit, for the first paint. It ends with the sign-out. */
export function keptChoices(): ListChoices | undefined {
  const session = currentSession();
  const text = 'userId' in session ? kept.get(keyOf(session.userId)) : null;
  if (text !== last.text) last = { text, choices: parsed(text) };
  return last.choices;
}

export function keepChoices(choices: ListChoices) {
  const session = currentSession();
  if ('userId' in session) kept.set(keyOf(session.userId), JSON.stringify(choices));
}

let last: { text: string | null; choices?: ListChoices } = { text: null };

function parsed(text: string | null): ListChoices | undefined {
  try {
    // Written above; what a damaged storage holds instead counts as nothing.
    const stored = JSON.parse(text ?? '{}') as Partial<ListChoices>;
    return stored.settings && Array.isArray(stored.views) ? (stored as ListChoices) : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(userId: string): string {
  return `vitrine:listas:${userId}`;
}

onSignOut((userId) => kept.remove(keyOf(userId)));
