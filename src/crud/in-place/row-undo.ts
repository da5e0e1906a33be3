import { useSyncExternalStore } from 'react';
import type { Undoable } from '#data/query-client.ts';
import { shared } from '#lib/shared.ts';

type Ids = ReadonlyMap<Undoable['id'], Undoable>;

/** A save that no message speaks of is taken back in the row that it left, for as long as the page is open. */
export function offerInRow(undo: Undoable) {
  change(undo.table, (ids) => ids.set(undo.id, undo));
}

export function endOffer({ table, id }: Undoable) {
  change(table, (ids) => ids.delete(id));
}

/** What is offered in the rows of a table, by their ids. */
export function useOffered(table: Undoable['table']): Ids {
  return useSyncExternalStore(offered.subscribe, () => offered.get().get(table) ?? none);
}

const none: Ids = new Map();
const offered = shared<ReadonlyMap<string, Ids>>(new Map());

function change(table: string, make: (ids: Map<Undoable['id'], Undoable>) => unknown) {
  const ids = new Map(offered.get().get(table));
  make(ids);
  offered.set(new Map(offered.get()).set(table, ids));
}
