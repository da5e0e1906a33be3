import { useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NamedRow, Saving } from '../rows.queries.ts';

type Rows<Row> = readonly Row[] | undefined;

/**
 * The rows of a list with the values of the saves that are in flight: mutations with the key `[table, 'edit']`. The
 * response then replaces the row; after a failure it shows the stored values again.
 */
export function useEditedRows<Row extends Pick<NamedRow, 'id'>>(
  table: string,
  rows: Rows<Row>,
): Rows<Row> {
  const edits = useMutationState({
    filters: { mutationKey: [table, 'edit'], status: 'pending' },
    // The variables of these mutations, by their key.
    select: ({ state }) => state.variables as Pick<Saving<Partial<Row>>, 'stored' | 'values'>,
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
