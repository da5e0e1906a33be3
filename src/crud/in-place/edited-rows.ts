import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '#data/query-client.ts';
import { PlatformError } from '#data/unwrap.ts';
import type { SaveVariables } from '../row-mutations.queries.ts';
import type { NamedRow } from '../rows.queries.ts';

type Rows<Row> = readonly Row[] | undefined;

/**
 * Returns the rows of a list with the values of the saves that are waiting or in flight: the pending mutations with the
 * key `[table, 'edit']`. After the response, a row has the returned values; after a failure, it has the stored values
 * again.
 */
export function useRowsWithPendingEdits<Row extends Pick<NamedRow, 'id'>>(
  table: string,
  rows: Rows<Row>,
): Rows<Row> {
  const edits = useMutationState({
    filters: { mutationKey: [table, 'edit'], status: 'pending' },
    // Cast: the mutations with this key have these variables.
    select: ({ state }) =>
      state.variables as Pick<SaveVariables<Partial<Row>>, 'stored' | 'values'>,
  });
  return useMemo(
    () =>
      edits.length === 0
        ? rows
        : rows?.map((row) =>
            edits
              .filter(({ stored }) => stored?.id === row.id)
              .reduce((shown, { values }) => ({ ...shown, ...values }), row),
          ),
    [rows, edits],
  );
}

/** The failed save of a row: the row before the edit, the entered values, and the error. */
export type FailedEdit<Row> = { row: Row; values: Partial<Row>; error: Error };

/**
 * Returns the failed saves of the rows, keyed by the id of the row, until the save is repeated or removed by
 * `removeFailedEdits`. A row that has the entered values is left out: it was saved, and only the response was lost.
 */
export function useFailedEdits(
  table: string,
  rows: readonly Pick<NamedRow, 'id'>[],
): ReadonlyMap<NamedRow['id'], FailedEdit<unknown>> {
  const edits = useMutationState({
    filters: { mutationKey: [table, 'edit'] },
    select: ({ state }) => ({ variables: state.variables as Edit, error: state.error }),
  });
  return useMemo(() => {
    const latest = new Map(edits.map((edit) => [edit.variables.stored.id, edit]));
    const failed = new Map<NamedRow['id'], FailedEdit<unknown>>();
    for (const shown of rows) {
      const { error, variables } = latest.get(shown.id) ?? {};
      if (!error || !variables) continue;
      const { stored: row, values } = variables;
      const isStored = Object.entries(values).every(
        ([name, value]) => Reflect.get(shown, name) === value,
      );
      if (!isStored) failed.set(shown.id, { row, values, error });
    }
    return failed;
  }, [edits, rows]);
}

/** Whether the server or the connection failed (status 0 or 5xx). Otherwise the platform refused the change. */
export function isServerFailure(error: Error): boolean {
  return error instanceof PlatformError && (error.status === 0 || error.status >= 500);
}

/** Removes the failed saves of one row, or of all rows of a table, from the mutation cache. */
export function removeFailedEdits(table: string, id?: NamedRow['id']) {
  const cache = queryClient.getMutationCache();
  for (const mutation of cache.findAll({ mutationKey: [table, 'edit'], status: 'error' })) {
    const { stored } = mutation.state.variables as Edit;
    if (id === undefined || stored.id === id) cache.remove(mutation);
  }
}

/** The variables of a mutation with the key `[table, 'edit']`. */
type Edit = { stored: Pick<NamedRow, 'id'>; values: Record<string, unknown> };
