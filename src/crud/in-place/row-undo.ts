import { useSyncExternalStore } from 'react';
import type { Undoable } from '#data/query-client.ts';
import { currentSession, onSignOut } from '#data/session.ts';
import { shared } from '#lib/shared.ts';

type Ids = ReadonlyMap<Undoable['id'], Undoable>;

/**
 * Offers the undo of a save without a message in its row: for the user who saved it, until the sign-out or a reload.
 */
export function offerInRow(undo: Undoable) {
  change(undo.table, (ids) => ids.set(undo.id, undo));
}

/** Ends the undo offer of a save that was undone. */
export function endOffer(undo: Undoable) {
  change(undo.table, (ids) => ids.delete(undo.id));
  undoneSaves.set([...undoneSaves.get(), undo]);
}

/** The undo offers of the rows of a table, by their ids. */
export function useOffered(table: Undoable['table']): Ids {
  return useSyncExternalStore(offered.subscribe, () => offered.get().get(keyOf(table)) ?? none);
}

/** The saves that were undone in their row or message, of all tables. */
export function useUndoneSaves(): readonly Undoable[] {
  return useSyncExternalStore(undoneSaves.subscribe, undoneSaves.get);
}

const none: Ids = new Map();
const offered = shared<ReadonlyMap<string, Ids>>(new Map());
const undoneSaves = shared<readonly Undoable[]>([]);

function change(table: string, make: (ids: Map<Undoable['id'], Undoable>) => unknown) {
  const ids = new Map(offered.get().get(keyOf(table)));
  make(ids);
  offered.set(new Map(offered.get()).set(keyOf(table), ids));
}

/** Offers belong to a user: the next user who signs in on this page does not see them. */
function keyOf(table: string): string {
  const session = currentSession();
  return `${'userId' in session ? session.userId : ''} ${table}`;
}

onSignOut(() => {
  offered.set(new Map());
  undoneSaves.set([]);
});
