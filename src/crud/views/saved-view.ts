import { listAddress } from './list-address.ts';
import type { ListState, SavedView } from './list-address.ts';

/** The address that a view leads to. */
export function searchOf({ id, address }: Pick<SavedView, 'id' | 'address'>): string {
  const search = new URLSearchParams(address);
  search.set('visao', id);
  return search.toString();
}

/** What the list shows now, as a view keeps it: everything but the page. */
export function viewAddress({ params, hidden }: Pick<ListState, 'params' | 'hidden'>): string {
  return written({ ...params, ocultas: [...hidden].join('.') });
}

/** The same of a saved view, read as any address is: what makes no sense any more is not in it. */
export function storedAddress(area: ListState['area'], { address }: SavedView): string {
  const given = Object.fromEntries(new URLSearchParams(address));
  return written(listAddress(area, { ...given, visao: '' }));
}

function written(params: object): string {
  const given = Object.entries(params).filter(
    ([name, value]) => name !== 'pagina' && name !== 'visao' && value !== '',
  );
  given.sort(([a], [b]) => a.localeCompare(b));
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
