import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { isTransient } from './errors.ts';
import type { TableName } from './permissions.ts';
import { PlatformError } from './unwrap.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    mutationMeta: MutationConsequences;
  }
}

/** What a mutation causes beside its own answer, declared as its `meta`. */
export type MutationConsequences = {
  /** What is asked before it is done: 'Tem certeza que deseja excluir este produto?' */
  question?: string;
  /** Beginnings of the query keys to read again after success, e.g. `[['products']]`. */
  invalidates?: readonly QueryKey[];
  /** The row of a list as the platform has returned it: lists show it until they have been read again. */
  listed?: (data: never, variables: never) => ListedRow | undefined;
  /** The message after success; an empty one says nothing. */
  success?: string | ((data: never, variables: never) => string | undefined);
  /** What that message offers: a page of the panel. */
  offer?: { label: string; address: (data: never) => string };
  /** What was saved or deleted, so that it can be taken back: by the message, or without one in its row. */
  undo?: (data: never, variables: never) => Undoable | undefined;
  /**
   * The second line of that message: one message stands for everything that the same command does one after the other,
   * and offers to undo all of it. Receives the variables of each, oldest first.
   */
  together?: (variables: readonly never[]) => string;
  /** The message after a failure; without it the caller shows the error where it belongs. */
  failure?: (message: string, error: Error, variables: never) => string | undefined;
};

/** A whole row of the lists under a query key, as the platform returned it; made by `listedRow` of crud/rows.ts. */
export type ListedRow = { list: QueryKey; row: { id: string | number } };

/** A record as it was left: at this version, or deleted. */
export type Undoable = { table: TableName; id: string | number; version?: number };

/** What a message after success offers. */
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
  /** Saved without a word. */
  saved(undo: Undoable): void;
  error(text: string, about: About): void;
  /** A command succeeded: its earlier failures do not hold any more. */
  succeeded(about: About): void;
};

let notify: Notify = { success() {}, saved() {}, error() {}, succeeded() {} };

/** The application says where messages appear; this layer knows no screen. */
export function notifyWith(next: Notify) {
  notify = next;
}

export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess(data, variables, _result, mutation) {
      const { listed, invalidates = [], success, offer, undo, together } = mutation.meta ?? {};
      const shown = listed?.(data as never, variables as never);
      if (shown) showListed(shown);
      for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
      // The mutation that wrote the function also fixed the types of its own data and variables.
      const text =
        typeof success === 'function' ? success(data as never, variables as never) : success;
      const offered = offer && { ...offer, address: offer.address(data as never) };
      const undoable = undo?.(data as never, variables as never);
      const about = aboutOf(mutation.meta, variables);
      notify.succeeded(about);
      if (text)
        notify.success(text, { offer: offered, undo: undoable, together, variables }, about);
      else if (undoable) notify.saved(undoable);
    },
    onError(error, variables, _result, mutation) {
      const text = mutation.meta?.failure?.(error.message, error, variables as never);
      if (text) notify.error(text, aboutOf(mutation.meta, variables));
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Offline, a request fails and says so; the default would wait silently for a connection.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isTransient(causeOf(error)),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});

function aboutOf(meta: MutationConsequences | undefined, variables: unknown): About {
  if (typeof variables !== 'object' || variables === null) return [meta, variables];
  type Named = { id?: unknown };
  const { row, stored, id }: { row?: Named; stored?: Named; id?: unknown } = variables;
  return [meta, (row ?? stored)?.id ?? id];
}

function showListed({ list, row }: ListedRow) {
  queryClient.setQueriesData<{ rows: ListedRow['row'][] }>(
    { queryKey: list },
    (page) => page && { ...page, rows: page.rows.map((each) => (each.id === row.id ? row : each)) },
  );
}

function causeOf(error: Error): unknown {
  return error instanceof PlatformError ? error : error.cause;
}
