import { useSyncExternalStore } from 'react';
import type { Undoable } from '#data/query-client.ts';

type Ids = ReadonlyMap<Undoable['id'], Undoable>;

/** A save that no message speaks of is taken back in the row that it left, for as long as the page is open. */
export function offerInRow(undo: Undoable) {
  show(undo.table, (offered) => offered.set(undo.id, undo));
}

export function endOffer({ table, id }: Undoable) {
  show(table, (offered) => offered.delete(id));
}

/** What is offered in the rows of a table, by their ids. */
export function useOffered(table: Undoable['table']): Ids {
  return useSyncExternalStore(subscribe, () => tables.get(table) ?? none);
}

function show(
  table: Undoable['table'],
  change: (offered: Map<Undoable['id'], Undoable>) => unknown,
) {
  const offered = new Map(tables.get(table));
  change(offered);
  tables.set(table, offered);
  for (const listener of listeners) listener();
}

const none: Ids = new Map();
const tables = new Map<string, Ids>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
