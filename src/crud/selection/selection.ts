import { useSyncExternalStore } from 'react';
import { currentSession } from '#data/session.ts';
import { shared } from '#lib/shared.ts';
import type { ListParams } from '../list-search.ts';

export type RowId = string | number;

/** What is selected in a list: these rows, or all that the list's question finds but some. */
export type Selection =
  | { ids: readonly RowId[] }
  | {
      /** The parameters of the list's address. */
      matching: ListParams;
      /** How many are found; with `more` a number that they exceed. */
      total: number;
      more?: boolean;
      except: readonly RowId[];
    };

export const nothing: Selection = { ids: [] };

/**
 * What is selected in a list, which `list` names by its path. It is kept in memory for the visit: paging, sorting,
 * opening a record and coming back change nothing.
 *
 * Rows that were ticked one by one stay selected when the search or a filter changes: who searches for this, then
 * for that, gathers what no one search finds, and the bar says how many are out of sight. 'All that match' is about
 * one question, and ends with it: it must never come to mean other records than those that were counted.
 */
export function useSelection(list: string): Selection {
  return useSyncExternalStore(kept.subscribe, () => selectionOf(list));
}

export function selectionOf(list: string): Selection {
  return kept.get().get(keyOf(list))?.selection ?? nothing;
}

export function select(list: string, selection: Selection) {
  keep(list, { selection, base: selection });
}

/** Adds rows to a selection, or takes them out of it. */
export function selectRows(list: string, ids: readonly RowId[], on: boolean) {
  select(list, withRows(selectionOf(list), ids, on));
}

/** Selects one row, or lets go of it; ranges begin there. */
export function selectRow(list: string, id: RowId, on: boolean) {
  const selection = withRows(selectionOf(list), [id], on);
  keep(list, { selection, base: selection, anchor: { id, on } });
}

/**
 * Makes all rows from the one that was last pressed to this one as that one is; whatever an earlier range from
 * there reached becomes again what it was. `order` is what the page shows.
 */
export function selectRange(list: string, to: RowId, order: readonly RowId[], on: boolean) {
  const { anchor, base = nothing } = kept.get().get(keyOf(list)) ?? {};
  const ends = [order.indexOf(to), anchor ? order.indexOf(anchor.id) : -1];
  // The first end is on another page: this one is the first of the next range.
  if (!anchor || ends.includes(-1)) return selectRow(list, to, on);
  const range = order.slice(Math.min(...ends), Math.max(...ends) + 1);
  keep(list, { selection: withRows(base, range, anchor.on), base, anchor });
}

/** A record that is gone counts no longer. Of all that match, the list says how many are left. */
export function forgetRow(list: string, id: RowId) {
  if ('ids' in selectionOf(list)) selectRows(list, [id], false);
}

/** Lets go of all that match another question than this one. */
export function keepSelectionFor(list: string, params: ListParams) {
  const selection = selectionOf(list);
  if ('matching' in selection && questionOf(selection.matching) !== questionOf(params))
    select(list, nothing);
}

/** The row that ranges begin at: the one that was last pressed. */
export function anchorOf(list: string): RowId | undefined {
  return kept.get().get(keyOf(list))?.anchor?.id;
}

export function isSelected(selection: Selection): (id: RowId) => boolean {
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

/** What a list asks for, in whatever order and pages. */
function questionOf({ ordem: _order, pagina: _page, por: _size, ...question }: ListParams): string {
  return JSON.stringify(question);
}

type Kept = { selection: Selection; anchor?: { id: RowId; on: boolean }; base: Selection };

/** What one person has selected is nothing to the next one on the same computer. */
function keyOf(list: string): string {
  const session = currentSession();
  return `${'userId' in session ? session.userId : ''} ${list}`;
}

/** By `keyOf`. */
const kept = shared<ReadonlyMap<string, Kept>>(new Map());

/** Calls at every change of any selection. */
export const subscribeToSelections = kept.subscribe;

function keep(list: string, next: Kept) {
  kept.set(new Map(kept.get()).set(keyOf(list), next));
}
