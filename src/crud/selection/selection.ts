import { useSyncExternalStore } from 'react';
import { getCurrentSession } from '#data/session.ts';
import { createStore } from '#lib/create-store.ts';
import type { ListParams } from '../list-search.ts';

export type RowId = string | number;

/** The selection in a list: the rows `ids`, or all matches of the list's query except the rows `except`. */
export type Selection =
  | { ids: readonly RowId[] }
  | {
      /** The search parameters of the list. */
      matching: ListParams;
      /** The number of matches. If `more` is true, more than `total` rows match. */
      total: number;
      more?: boolean;
      except: readonly RowId[];
    };

export const emptySelection: Selection = { ids: [] };

/**
 * Returns the selection in the list with the path `list`. The selection is stored in memory: paging, sorting, opening a
 * record and going back do not change it.
 *
 * Rows that were selected one by one stay selected when the search or a filter changes: a user can collect rows from
 * several searches, and the bar shows how many are not visible. A selection of all matches ends when the search or a
 * filter changes, because it must not include records that were not counted.
 */
export function useSelection(list: string): Selection {
  return useSyncExternalStore(selections.subscribe, () => selectionOf(list));
}

export function selectionOf(list: string): Selection {
  return selections.get().get(keyOf(list))?.selection ?? emptySelection;
}

export function setSelection(list: string, selection: Selection) {
  storeSelection(list, { selection, base: selection });
}

/** Selects the rows `ids` if `on` is true; otherwise deselects them. */
export function selectRows(list: string, ids: readonly RowId[], on: boolean) {
  setSelection(list, withRows(selectionOf(list), ids, on));
}

/** Selects or deselects one row. This row becomes the anchor of ranges. */
export function selectRow(list: string, id: RowId, on: boolean) {
  const selection = withRows(selectionOf(list), [id], on);
  storeSelection(list, { selection, base: selection, anchor: { id, on } });
}

/**
 * Selects the rows from the anchor to the row `to`, or deselects them if the user deselected the anchor. First reverts
 * the last range from the same anchor. `order` has the ids in the order of the page. `on` is used only if the page has
 * no anchor: then the row `to` is selected if `on` is true, and otherwise deselected.
 */
export function selectRange(list: string, to: RowId, order: readonly RowId[], on: boolean) {
  const { anchor, base = emptySelection } = selections.get().get(keyOf(list)) ?? {};
  const ends = [order.indexOf(to), anchor ? order.indexOf(anchor.id) : -1];
  // Without an anchor on this page, change only the row `to`, which becomes the anchor.
  if (!anchor || ends.includes(-1)) return selectRow(list, to, on);
  const range = order.slice(Math.min(...ends), Math.max(...ends) + 1);
  storeSelection(list, { selection: withRows(base, range, anchor.on), base, anchor });
}

/**
 * Removes a deleted record from the rows of a selection, or from the exceptions of a selection of all matches. The
 * selection bar reads the new number of matches from the list.
 */
export function removeFromSelection(list: string, id: RowId) {
  selectRows(list, [id], 'matching' in selectionOf(list));
}

/** Clears a selection of all matches if its search or filters differ from those in `params`. */
export function clearOutdatedSelection(list: string, params: ListParams) {
  const selection = selectionOf(list);
  if ('matching' in selection && filterKeyOf(selection.matching) !== filterKeyOf(params))
    setSelection(list, emptySelection);
}

/**
 * Returns the id of the anchor of ranges, which is the row that the user last selected or deselected alone. Returns
 * undefined if there is no anchor.
 */
export function getRangeAnchor(list: string): RowId | undefined {
  return selections.get().get(keyOf(list))?.anchor?.id;
}

export function createSelectionPredicate(selection: Selection): (id: RowId) => boolean {
  const named = new Set('ids' in selection ? selection.ids : selection.except);
  return (id) => named.has(id) === 'ids' in selection;
}

export function countSelected(selection: Selection): number {
  return 'ids' in selection ? selection.ids.length : selection.total - selection.except.length;
}

function withRows(selection: Selection, ids: readonly RowId[], on: boolean): Selection {
  const these = new Set(ids);
  const named = (before: readonly RowId[], add: boolean) =>
    add ? [...new Set([...before, ...ids])] : before.filter((id) => !these.has(id));
  return 'ids' in selection
    ? { ids: named(selection.ids, on) }
    : { ...selection, except: named(selection.except, !on) };
}

/** Returns the search and the filters of a list's query as a text, for comparison. */
function filterKeyOf({ ordem: _order, pagina: _page, por: _size, ...filter }: ListParams): string {
  return JSON.stringify(filter);
}

/** A selection in the store; `base` is the selection before the last range from `anchor`. */
type Stored = { selection: Selection; anchor?: { id: RowId; on: boolean }; base: Selection };

/** Returns the key of a list for the signed-in user: the next user of the same browser must not see this selection. */
function keyOf(list: string): string {
  const session = getCurrentSession();
  return `${'userId' in session ? session.userId : ''} ${list}`;
}

/** The selections, keyed by the result of `keyOf`. */
const selections = createStore<ReadonlyMap<string, Stored>>(new Map());

/** Calls the listener after each change of any selection. Returns the unsubscribe function. */
export const subscribeToSelections = selections.subscribe;

function storeSelection(list: string, next: Stored) {
  selections.set(new Map(selections.get()).set(keyOf(list), next));
}
