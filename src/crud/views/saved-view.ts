import { parseListSearch } from '../list-search.ts';
import type { SavedView } from '../list-search.ts';
import type { ListState } from './filters.ts';

/** Returns the search parameters of the URL that opens a view. */
export function viewLinkSearch({ id, address }: Pick<SavedView, 'id' | 'address'>): string {
  const search = new URLSearchParams(address);
  search.set('visao', id);
  return search.toString();
}

/** Returns the search parameters to store as a view: the current parameters and hidden columns, without the page. */
export function serializeView({ params, hidden }: Pick<ListState, 'params' | 'hidden'>): string {
  return written({ ...params, ocultas: [...hidden].join('.') });
}

/**
 * Returns the search parameters of a saved view in the format of `serializeView`; invalid values become the defaults.
 */
export function normalizeStoredView(area: ListState['area'], { address }: SavedView): string {
  const given = Object.fromEntries(new URLSearchParams(address));
  return written(parseListSearch(area, { ...given, visao: '' }));
}

function written(params: object): string {
  const given = Object.entries(params).filter(
    ([name, value]) => name !== 'pagina' && name !== 'visao' && value !== '',
  );
  given.sort(([a], [b]) => a.localeCompare(b));
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
