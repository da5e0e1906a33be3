import { useSyncExternalStore } from 'react';
import type { UndoableRecord } from '#data/query-client.ts';
import { getCurrentSession, onSignOut } from '#data/session.ts';
import { createStore } from '#lib/create-store.ts';

type Offers = ReadonlyMap<UndoableRecord['id'], UndoableRecord>;

/**
 * Adds an undo offer to a row, after a save of this row that shows no message. Only the user who saved sees the offer,
 * until the sign-out or a reload.
 */
export function offerUndoInRow(undo: UndoableRecord) {
  change(undo.table, (ids) => ids.set(undo.id, undo));
}

/** Removes the undo offer of a change that was undone, and adds the change to the result of `useUndoneChanges`. */
export function recordUndoneChange(undo: UndoableRecord) {
  change(undo.table, (ids) => ids.delete(undo.id));
  undoneSaves.set([...undoneSaves.get(), undo]);
}

/** Returns the undo offers in the rows of a table, keyed by the id of the row. */
export function useUndoOffers(table: UndoableRecord['table']): Offers {
  return useSyncExternalStore(offered.subscribe, () => offered.get().get(keyOf(table)) ?? none);
}

/** Returns the saves and deletions of all tables that the user has undone with a button in a row or in a message. */
export function useUndoneChanges(): readonly UndoableRecord[] {
  return useSyncExternalStore(undoneSaves.subscribe, undoneSaves.get);
}

const none: Offers = new Map();
const offered = createStore<ReadonlyMap<string, Offers>>(new Map());
const undoneSaves = createStore<readonly UndoableRecord[]>([]);

function change(table: string, make: (ids: Map<UndoableRecord['id'], UndoableRecord>) => unknown) {
  const ids = new Map(offered.get().get(keyOf(table)));
  make(ids);
  offered.set(new Map(offered.get()).set(keyOf(table), ids));
}

/** Returns the key of a table's offers. It contains the user's id, so that the next user does not see these offers. */
function keyOf(table: string): string {
  const session = getCurrentSession();
  return `${'userId' in session ? session.userId : ''} ${table}`;
}

onSignOut(() => {
  offered.set(new Map());
  undoneSaves.set([]);
});
