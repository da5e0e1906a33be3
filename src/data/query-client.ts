import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { Mutation, Query, QueryKey } from '@tanstack/react-query';
import { onUserChange } from '#lib/user-change.ts';
import { isTransient } from './errors.ts';
import type { TableName } from './permissions.ts';
import { PlatformError } from './unwrap.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    mutationMeta: MutationEffects;
  }
}

/** The side effects of a mutation, declared as its `meta`. */
export type MutationEffects = {
  /** The table of the record that the mutation saves. */
  table?: TableName;
  /** The text of the confirmation before the mutation: 'Tem certeza que deseja excluir este produto?' */
  question?: string;
  /** Prefixes of the query keys to invalidate after success, e.g. `[['products']]`. */
  invalidates?: readonly QueryKey[];
  /** Returns the row in the platform's response, if there is one. Lists show this row until they are refetched. */
  listed?: (data: never, variables: never) => SavedListRow | undefined;
  /** The message after success. If it is empty or undefined, no message is shown. */
  success?: string | ((data: never, variables: never) => string | undefined);
  /** The link in the message after success. It opens a page of the panel. */
  offer?: { label: string; address: (data: never) => string };
  /**
   * Returns the record whose change can be undone, if there is one. The message after success offers the undo. If there
   * is no message, the row of the record offers the undo.
   */
  undo?: (data: never, variables: never) => UndoableRecord | undefined;
  /**
   * Returns the second line of a message after success that offers an undo. If a mutation defines `together`, its
   * successive runs share one message, which offers to undo all runs. The parameter contains the variables of each run,
   * oldest first.
   */
  together?: (variables: readonly never[]) => string;
  /** Returns the message after a failure. Without a message, a component shows the error, for example at a field. */
  failure?: (message: string, error: Error, variables: never) => string | undefined;
};

/**
 * A row that the platform returned, with all columns that the lists under the query key `list` read. `toListedRow`
 * (crud/row-mutations.queries.ts) creates this object.
 */
export type SavedListRow = { list: QueryKey; row: { id: string | number; version: number } };

/** A saved or deleted record whose change can be undone; `version` is absent for a deleted record. */
export type UndoableRecord = { table: TableName; id: string | number; version?: number };

/**
 * The link and the undo that a message after success offers. If the message has an undo, `together` makes its second
 * line from the `variables` of all runs that share the message.
 */
export type MessageActions = {
  offer?: { label: string; address: string };
  undo?: UndoableRecord;
  together?: MutationEffects['together'];
  variables: unknown;
};

/** The subject of a message: the `meta` of the command, and the id of the record. */
export type MessageSubject = readonly [command: MutationEffects | undefined, id: unknown];

type Notify = {
  success(text: string, offers: MessageActions, about: MessageSubject): void;
  /** Called instead of `success` after a change that can be undone and has no message. */
  saved(undo: UndoableRecord): void;
  error(text: string, about: MessageSubject): void;
  /** Called after every success: removes the messages of earlier failures of the same command and record. */
  succeeded(about: MessageSubject): void;
};

const listeners = new Set<(saved: SavedListRow) => void>();

/** Calls `then` with each row that `listed` of a mutation returns. Returns the unsubscribe function. */
export function onRowSaved(then: (saved: SavedListRow) => void): () => void {
  listeners.add(then);
  return () => void listeners.delete(then);
}

let notify: Notify = { success() {}, saved() {}, error() {}, succeeded() {} };

/** Sets the functions that show messages. The application provides them, because this layer renders nothing. */
export function setMessageHandlers(next: Notify) {
  notify = next;
}

/**
 * The default retry options of queries. Idempotent mutations can use these options too. A request that failed
 * temporarily (`isTransient`) is repeated at most twice.
 */
export const retryOptions = {
  retry: (failures: number, error: Error) => failures < 2 && isTransient(causeOf(error)),
  retryDelay: (attempt: number) => 400 * 2 ** attempt,
};

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess(...[result, sent, , mutation]) {
      if (!isCached(mutation)) return;
      // The cast is safe: the mutation that defines these functions also defines the types of data and variables.
      const [data, variables] = [result, sent] as [never, never];
      const { listed, invalidates = [], success, offer, undo, together } = mutation.meta ?? {};
      const shown = listed?.(data, variables);
      if (shown) showListed(shown);
      const undoable = undo?.(data, variables);
      // A change that can be undone is also in the history: refetch the history.
      invalidateInAllTabs(undoable ? [...invalidates, ['history']] : invalidates);
      // Make the other tabs refetch the table: a command without `invalidates` updates only the lists of this tab.
      if (undoable && invalidates.length === 0) otherTabs?.postMessage([[undoable.table]]);
      const text = typeof success === 'function' ? success(data, variables) : success;
      const offered = offer && { ...offer, address: offer.address(data) };
      const about = aboutOf(mutation.meta, variables);
      notify.succeeded(about);
      if (text)
        notify.success(text, { offer: offered, undo: undoable, together, variables }, about);
      else if (undoable) notify.saved(undoable);
    },
    onError(error, variables, _result, mutation) {
      if (!isCached(mutation)) return;
      // The cast is safe: the mutation also defines the type of these variables.
      const text = mutation.meta?.failure?.(error.message, error, variables as never);
      if (text) notify.error(text, aboutOf(mutation.meta, variables));
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Send requests offline too: they fail, and the page shows the error. By default, they would wait for a
      // connection without any message.
      networkMode: 'always',
      // Refetch when the browser is online again. `networkMode: 'always'` changes the default of this option to false.
      refetchOnReconnect: true,
      ...retryOptions,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The channel to the other tabs of the panel in this browser. */
let otherTabs: BroadcastChannel | undefined;

/**
 * Invalidates the queries under these keys, by default all queries, in this tab and in the other tabs. Leaves out
 * queries for which `isAutomatic` returns false.
 */
export function invalidateInAllTabs(keys: readonly QueryKey[] = [[]]) {
  if (keys.length === 0) return;
  invalidate(keys);
  otherTabs?.postMessage(keys);
}

/** Makes this tab refetch after changes in other tabs. A hidden tab waits until it becomes visible. */
export function listenToOtherTabs() {
  otherTabs = new BroadcastChannel('vitrine');
  otherTabs.addEventListener('message', ({ data }) => {
    // Check the data: a tab with another version of the panel can send something else.
    const keys: readonly unknown[] = Array.isArray(data) ? data : [];
    invalidate(keys.filter(Array.isArray), document.hidden ? 'none' : 'active');
  });
}

function invalidate(keys: readonly QueryKey[], refetchType: 'active' | 'none' = 'active') {
  for (const queryKey of keys) {
    const filters = { queryKey, predicate: isAutomatic };
    const fetching = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    for (const query of fetching)
      if (query.state.data === undefined) void invalidateAfterFetch(query, refetchType);
    void queryClient.invalidateQueries({ ...filters, refetchType });
  }
}

/**
 * Invalidates a query when its first fetch ends: `invalidateQueries` restarts any other fetch, but not the first one,
 * whose response can be older than the change.
 */
async function invalidateAfterFetch(query: Query, refetchType: 'active' | 'none') {
  // While the query is being fetched, `fetch` returns the promise of that fetch.
  await query.fetch().catch(() => {});
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
}

/**
 * Whether a query can be refetched without an action of the user. Queries with `refetchOnWindowFocus: false` cannot:
 * for example, a new result of `cepLookupQuery` would replace the entered address.
 */
function isAutomatic({ observers }: { observers: readonly AnyObserver[] }): boolean {
  return observers.every(({ options }) => options.refetchOnWindowFocus !== false);
}

type AnyObserver = { options: { refetchOnWindowFocus?: unknown } };

// Clear the cache when the user changes: the next user must not see the data of the previous user.
onUserChange(() => queryClient.clear());

/** Whether the signed-in user started the mutation: a change of user removes all mutations from the cache. */
function isCached(mutation: Mutation<unknown, unknown, unknown>): boolean {
  return queryClient.getMutationCache().getAll().includes(mutation);
}

function aboutOf(meta: MutationEffects | undefined, variables: unknown): MessageSubject {
  if (typeof variables !== 'object' || variables === null) return [meta, variables];
  type Named = { id?: unknown };
  const { row, stored, id }: { row?: Named; stored?: Named; id?: unknown } = variables;
  return [meta, (row ?? stored)?.id ?? id];
}

function showListed(saved: SavedListRow) {
  const { list, row } = saved;
  queryClient.setQueriesData<{ rows: SavedListRow['row'][] }>(
    { queryKey: list },
    (page) => page && { ...page, rows: page.rows.map((each) => (each.id === row.id ? row : each)) },
  );
  for (const listener of listeners) listener(saved);
}

function causeOf(error: Error): unknown {
  return error instanceof PlatformError ? error : error.cause;
}
