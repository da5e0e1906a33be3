import { parseListSearch } from '../list-search.ts';
import type { SavedView } from '../list-search.ts';
import type { ListState } from './filters.ts';

/** Returns the search parameters that open a view. */
export function searchOf({ id, address }: Pick<SavedView, 'id' | 'address'>): string {
  const search = new URLSearchParams(address);
  search.set('visao', id);
  return search.toString();
}

/** Returns the current parameters of the list for storage as a view: all but the page. */
export function viewAddress({ params, hidden }: Pick<ListState, 'params' | 'hidden'>): string {
  return written({ ...params, ocultas: [...hidden].join('.') });
}

/** Returns the parameters of a saved view, parsed like those of any URL: invalid values are removed. */
export function storedAddress(area: ListState['area'], { address }: SavedView): string {
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
