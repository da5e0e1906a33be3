import { useSyncExternalStore } from 'react';
import type { Undoable } from '#data/query-client.ts';
import { currentSession, onSignOut } from '#data/session.ts';
import { createStore } from '#lib/create-store.ts';

type Offers = ReadonlyMap<Undoable['id'], Undoable>;

/**
 * Adds an undo offer to a row, after a save of this row that shows no message. Only the user who saved sees the offer,
 * until the sign-out or a reload.
 */
export function offerUndoInRow(undo: Undoable) {
  change(undo.table, (ids) => ids.set(undo.id, undo));
}

/** Removes the undo offer of a save that was undone, and adds the save to the result of `useUndoneSaves`. */
export function recordUndoneSave(undo: Undoable) {
  change(undo.table, (ids) => ids.delete(undo.id));
  undoneSaves.set([...undoneSaves.get(), undo]);
}

/** Returns the undo offers in the rows of a table, keyed by the id of the row. */
export function useUndoOffers(table: Undoable['table']): Offers {
  return useSyncExternalStore(offered.subscribe, () => offered.get().get(keyOf(table)) ?? none);
}

/** Returns the saves of all tables that were undone in a row or with a message. */
export function useUndoneSaves(): readonly Undoable[] {
  return useSyncExternalStore(undoneSaves.subscribe, undoneSaves.get);
}

const none: Offers = new Map();
const offered = createStore<ReadonlyMap<string, Offers>>(new Map());
const undoneSaves = createStore<readonly Undoable[]>([]);

function change(table: string, make: (ids: Map<Undoable['id'], Undoable>) => unknown) {
  const ids = new Map(offered.get().get(keyOf(table)));
  make(ids);
  offered.set(new Map(offered.get()).set(keyOf(table), ids));
}

/** Returns the key of a table's offers. It contains the user's id, so that the next user does not see these offers. */
function keyOf(table: string): string {
  const session = currentSession();
  return `${'userId' in session ? session.userId : ''} ${table}`;
}

onSignOut(() => {
  offered.set(new Map());
  undoneSaves.set([]);
});
