import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { Mutation, QueryKey } from '@tanstack/react-query';
import { onUserChange } from '#lib/user-change.ts';
import { isTransient } from './errors.ts';
import type { TableName } from './permissions.ts';
import { PlatformError } from './unwrap.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    mutationMeta: MutationConsequences;
  }
}

/** The side effects of a mutation, declared as its `meta`. */
export type MutationConsequences = {
  /** The table of the record that it saves. */
  table?: TableName;
  /** The question before it runs: 'Tem certeza que deseja excluir este produto?' */
  question?: string;
  /** Prefixes of the query keys to invalidate after success, e.g. `[['products']]`. */
  invalidates?: readonly QueryKey[];
  /** The list row in the platform's response: lists show it until they are refetched. */
  listed?: (data: never, variables: never) => ListedRow | undefined;
  /** The message after success; none if empty. */
  success?: string | ((data: never, variables: never) => string | undefined);
  /** The link of that message: a page of the panel. */
  offer?: { label: string; address: (data: never) => string };
  /** The record whose save or deletion can be undone. The message offers the undo; without a message, the row does. */
  undo?: (data: never, variables: never) => Undoable | undefined;
  /**
   * The second line of that message. One message collects successive runs of the same command, and offers to undo all
   * of them. Receives the variables of each run, oldest first.
   */
  together?: (variables: readonly never[]) => string;
  /** The message after a failure; without it the caller shows the error beside its field. */
  failure?: (message: string, error: Error, variables: never) => string | undefined;
};

/**
 * A whole row of the lists under a query key, as the platform returned it; made by `listedRow` of crud/row-mutations.queries.ts.
 */
export type ListedRow = { list: QueryKey; row: { id: string | number; version: number } };

/** A saved or deleted record whose change can be undone; `version` is absent for a deleted one. */
export type Undoable = { table: TableName; id: string | number; version?: number };

/** The offers of a message after success. */
export type Offers = {
  offer?: { label: string; address: string };
  undo?: Undoable;
  together?: MutationConsequences['together'];
  variables: unknown;
};

/** The subject of a message: the command, by its `meta`, and the record. */
export type About = readonly [command: MutationConsequences | undefined, id: unknown];

type Notify = {
  success(text: string, offers: Offers, about: About): void;
  /** The save of a row that shows no message. */
  saved(undo: Undoable): void;
  error(text: string, about: About): void;
  /** A command has succeeded: remove the messages of its earlier failures. */
  succeeded(about: About): void;
};

const listeners = new Set<(saved: ListedRow) => void>();

/** Calls `then` with the row of each later save that lists show. Returns the unsubscribe function. */
export function onListed(then: (saved: ListedRow) => void): () => void {
  listeners.add(then);
  return () => void listeners.delete(then);
}

let notify: Notify = { success() {}, saved() {}, error() {}, succeeded() {} };

/** The application provides the display of messages: this layer renders nothing. */
export function notifyWith(next: Notify) {
  notify = next;
}

/** Repeats a request that failed for a moment: of each query, and of a mutation whose repetition has no effect. */
export const repeated = {
  retry: (failures: number, error: Error) => failures < 2 && isTransient(causeOf(error)),
  retryDelay: (attempt: number) => 400 * 2 ** attempt,
};

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess(...[result, sent, , mutation]) {
      if (!isCached(mutation)) return;
      // the mutation that defines these functions also defines the types of its data and variables
      const [data, variables] = [result, sent] as [never, never];
      const { listed, invalidates = [], success, offer, undo, together } = mutation.meta ?? {};
      const shown = listed?.(data, variables);
      if (shown) showListed(shown);
      const undoable = undo?.(data, variables);
      // The change of a record is an entry in the history.
      refetchChanged(undoable ? [...invalidates, ['history']] : invalidates);
      // Without keys, the command updates its own lists; other tabs read them again.
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
      // the mutation also defines the type of these variables
      const text = mutation.meta?.failure?.(error.message, error, variables as never);
      if (text) notify.error(text, aboutOf(mutation.meta, variables));
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Offline, a request fails with an error. The default would wait for a connection without a message.
      networkMode: 'always',
      // This network mode changes the default to false.
      refetchOnReconnect: true,
      ...repeated,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The other tabs of the panel in this browser. */
let otherTabs: BroadcastChannel | undefined;

/** Refetches what a change has made outdated, here and in the other tabs: the queries under these keys, or all. */
export function refetchChanged(keys: readonly QueryKey[] = [[]]) {
  if (keys.length === 0) return;
  invalidate(keys);
  otherTabs?.postMessage(keys);
}

/** From now on, this tab refetches after the changes of other tabs: a hidden one when it becomes visible. */
export function followOtherTabs() {
  otherTabs = new BroadcastChannel('vitrine');
  otherTabs.addEventListener('message', ({ data }) => {
    // A tab of another version may send something else.
    const keys: readonly unknown[] = Array.isArray(data) ? data : [];
    invalidate(keys.filter(Array.isArray), document.hidden ? 'none' : 'active');
  });
}

function invalidate(keys: readonly QueryKey[], refetchType: 'active' | 'none' = 'active') {
  for (const queryKey of keys)
    void queryClient.invalidateQueries({ queryKey, refetchType, predicate: isAutomatic });
}

/** Whether a query may be repeated without a request of the user: some repetitions would replace typed values. */
function isAutomatic({ observers }: { observers: readonly AnyObserver[] }): boolean {
  return observers.every(({ options }) => options.refetchOnWindowFocus !== false);
}

type AnyObserver = { options: { refetchOnWindowFocus?: unknown } };

// The next user of the same browser must not see the data of this one.
onUserChange(() => queryClient.clear());

/** Whether a mutation belongs to the signed-in user: those of an earlier user were cleared while they were in flight. */
function isCached(mutation: Mutation<unknown, unknown, unknown>): boolean {
  return queryClient.getMutationCache().getAll().includes(mutation);
}

function aboutOf(meta: MutationConsequences | undefined, variables: unknown): About {
  if (typeof variables !== 'object' || variables === null) return [meta, variables];
  type Named = { id?: unknown };
  const { row, stored, id }: { row?: Named; stored?: Named; id?: unknown } = variables;
  return [meta, (row ?? stored)?.id ?? id];
}

function showListed(saved: ListedRow) {
  const { list, row } = saved;
  queryClient.setQueriesData<{ rows: ListedRow['row'][] }>(
    { queryKey: list },
    (page) => page && { ...page, rows: page.rows.map((each) => (each.id === row.id ? row : each)) },
  );
  for (const listener of listeners) listener(saved);
}

function causeOf(error: Error): unknown {
  return error instanceof PlatformError ? error : error.cause;
}
