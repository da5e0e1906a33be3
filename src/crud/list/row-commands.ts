import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { onRowSaved } from '#data/query-client.ts';
import type { SavedListRow, UndoableRecord } from '#data/query-client.ts';
import { askConfirmation } from '#ui/confirm.tsx';
import { moveFocusToSibling } from '#ui/move-focus.ts';
import { getEditPath } from '../area.ts';
import type { Area } from '../area.ts';
import { deletedIdsQuery } from '../rows.queries.ts';
import type { NamedRow } from '../rows.queries.ts';
import { highlightRow } from './highlighted-row.ts';
import { removeFromSelection } from '../selection/selection.ts';

/** A mutation whose variable is the id of a record; its `meta` has the texts of the confirmation and the result. */
type Command<Done = unknown> = Pick<
  UseMutationOptions<Done, Error, NamedRow['id']>,
  'mutationFn' | 'meta'
>;

/** The commands of a list's rows, except the commands that open a record or edit it in place. */
export type RowCommands<Row extends Pick<NamedRow, 'id'> = Pick<NamedRow, 'id'>> = {
  /** Duplicates a record. Returns the copy as a row of the list. */
  duplicate?: Command<Row>;
  remove?: Command;
  /** Whether the user can neither delete this record nor select it for a bulk change. */
  isProtected?: (id: string | number) => boolean;
  /** Renders the area's own `<MenuItem>`s in `RowMenu`, the menu of a row on touch or narrow screens. */
  more?: (row: NamedRow) => ReactNode;
  /** Whether the user can only read the records. */
  isReadOnly?: boolean;
};

/** A copy that the user has made on this page. */
type Copy<Row> = {
  /** The copy as it was last saved. */
  row: Row;
  /** The id of the original. */
  of: NamedRow['id'];
  /** The saves of the copy after its creation, oldest first: the row before each save, and the version after it. */
  saves: readonly { before: Row; version: number }[];
  /** Whether the list was refetched after the copy was made. */
  listed?: boolean;
};

/** The copies that were made on one page (`made`), and the rows of that page before the first copy (`shown`). */
type Copies<Row> = { paramsKey: string; shown: readonly Row[]; made: readonly Copy<Row>[] };

/** The URL parameters of a list as JSON, its rows, and the undone saves. `stale` rows belong to earlier parameters. */
type Shown<Row> = {
  paramsKey: string;
  rows: readonly Row[];
  stale?: boolean;
  undoneSaves: readonly UndoableRecord[];
};

/**
 * Returns the functions `duplicate` and `remove`, and the rows of the page together with the copies that were made on
 * it, in display order. Each row runs one command at a time, so three quick clicks make one copy.
 */
export function useRowCommands<Row extends Pick<NamedRow, 'id'>>(
  area: Pick<Area, 'edit' | 'path' | 'table'>,
  { duplicate, remove }: RowCommands<Row>,
  { paramsKey, rows, stale, undoneSaves }: Shown<Row>,
) {
  const client = useQueryClient();
  const busy = useRef(new Set<NamedRow['id']>());
  const [copies, setCopies] = useState<Copies<Row>>();
  const gone = useDeletedCopies(area.table, copies, rows);

  async function run<Done>(command: Command<Done>, id: NamedRow['id'], then: (done: Done) => void) {
    if (busy.current.has(id)) return;
    busy.current.add(id);
    const mutation = client.getMutationCache().build(client, command);
    // Ignore the error: the query client shows it with the texts of the command's `meta`.
    await mutation.execute(id).then(then, () => {});
    busy.current.delete(id);
  }

  const changeMade = (change: (made: Copies<Row>['made']) => Copies<Row>['made']) =>
    setCopies((now) => now && { ...now, made: change(now.made) });

  const showSaved = useEffectEvent(({ list, row: saved }: SavedListRow) => {
    if (!duplicate?.meta?.invalidates?.some(([table]) => table === list[0])) return;
    changeMade((made) =>
      made.map((each) => {
        if (each.row.id !== saved.id) return each;
        const saves = [...each.saves, { before: each.row, version: saved.version }];
        return { ...each, row: { ...each.row, ...saved }, saves };
      }),
    );
  });
  useEffect(function followSaves() {
    return onRowSaved(showSaved);
  }, []);

  /** Waits for a refetch of the visible lists that `meta` invalidates. Returns false if `meta` invalidates no lists. */
  async function refetchLists({ meta }: Command): Promise<boolean> {
    const { invalidates = [] } = meta ?? {};
    await Promise.all(
      invalidates.map((queryKey) =>
        client.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false }),
      ),
    );
    // Wait for one more task: the query cache notifies the list in a task that is already queued.
    await new Promise((resolve) => setTimeout(resolve));
    return invalidates.length > 0;
  }

  return {
    rows: useMemo(() => {
      // Hide copies that were made with other URL parameters, unless the rows are stale: stale rows are the result of
      // the previous parameters.
      if (!copies || (!stale && copies.paramsKey !== paramsKey)) return rows;
      const undone = undoneSaves.filter(({ table }) => table === area.table);
      // Only the undo of version 1 removes a copy; the undo of a later save does not.
      const removed = undone.filter(({ version }) => version === 1);
      const made = without([...removed, ...gone], copies.made);
      return withCopiesBelow(
        rows,
        copies.shown,
        made.map((copy) => ({ ...copy, row: rowWithout(undone, copy) })),
      );
    }, [area.table, copies, gone, paramsKey, rows, stale, undoneSaves]),
    duplicate:
      duplicate &&
      (({ id }: NamedRow) =>
        void run(duplicate, id, (copy) => {
          setCopies((now) => {
            const { shown, made } = now?.paramsKey === paramsKey ? now : { shown: rows, made: [] };
            return { paramsKey, shown, made: [...made, { row: copy, of: id, saves: [] }] };
          });
          highlightRow(copy.id, 'copy');
          void refetchLists(duplicate).then((read) =>
            changeMade((made) =>
              made.map((each) => (each.row.id === copy.id ? { ...each, listed: read } : each)),
            ),
          );
        })),
    remove:
      remove &&
      (async ({ id, name }: NamedRow) => {
        if (!(await confirmDeletion(remove, name))) return;
        await run(remove, id, () => {
          // Move the focus before the deleted row unmounts.
          const link = document.querySelector(`tr a[href="${getEditPath(area, id)}"]`);
          const row = link?.closest('tr');
          if (row) moveFocusToSibling(row);
          removeFromSelection(area.path, id);
          changeMade((made) => without([{ id }], made));
        });
      }),
  };
}

/**
 * Returns the ids of the copies that were deleted, for example by another user. A request checks only the copies that
 * are not among the refetched rows of the page.
 */
function useDeletedCopies<Row extends Pick<NamedRow, 'id'>>(
  table: Area['table'],
  copies: Copies<Row> | undefined,
  rows: readonly Row[],
): readonly Pick<NamedRow, 'id'>[] {
  const shown = new Set(rows.map(({ id }) => id));
  const elsewhere = (copies?.made ?? []).filter(({ row, listed }) => listed && !shown.has(row.id));
  const { data = none } = useQuery({
    ...deletedIdsQuery(
      table,
      elsewhere.map(({ row }) => row.id),
    ),
    select: asRows,
  });
  return data;
}

const none: never[] = [];
const asRows = (ids: readonly NamedRow['id'][]) => ids.map((id) => ({ id }));

function without<Row extends Pick<NamedRow, 'id'>>(
  gone: readonly Pick<NamedRow, 'id'>[],
  made: readonly Copy<Row>[],
): readonly Copy<Row>[] {
  return made.filter(({ row }) => !gone.some(({ id }) => id === row.id));
}

/** Returns the row of a copy; if its last saves were undone, the row before these saves. */
function rowWithout<Row extends Pick<NamedRow, 'id'>>(
  undone: readonly UndoableRecord[],
  { row, saves }: Copy<Row>,
): Row {
  const isUndone = (made: number) =>
    undone.some(({ id, version }) => id === row.id && version === made);
  const last = saves.findLastIndex(({ version }) => !isUndone(version));
  return saves[last + 1]?.before ?? row;
}

/** Asks the question in the command's `meta`, with the name of the record. Resolves with true if the user confirms. */
export function confirmDeletion({ meta }: Command, name: string): Promise<boolean> {
  return askConfirmation({ message: meta?.question ?? '', detail: name, action: 'Excluir' });
}

/**
 * Returns the rows of a page with their copies, so that no row moves away under the pointer. A copy that sorts before
 * its original, or onto a different page, is shown directly below the original. Rows that the copies displace onto the
 * next page are still shown.
 */
function withCopiesBelow<Row extends Pick<NamedRow, 'id'>>(
  rows: readonly Row[],
  shown: readonly Row[],
  made: readonly Copy<Row>[],
): readonly Row[] {
  const places = new Map(rows.map(({ id }, index) => [id, index]));
  const placeOf = (id: NamedRow['id']) => places.get(id) ?? Infinity;
  const isCopy = ({ id }: Row) => made.some(({ row }) => row.id === id);
  const first = Math.max(
    0,
    rows.findIndex(({ id }) => shown.some((row) => row.id === id)),
  );
  const before = rows.slice(0, first).filter((row) => !isCopy(row));
  const stayed = shown.findLastIndex(({ id }) => places.has(id)) + 1;
  const remaining = before.length > 0 ? [...rows.slice(first), ...shown.slice(stayed)] : rows;
  const isMoved = ({ row, of, listed }: Copy<Row>) =>
    remaining.some(({ id }) => id === of) &&
    (places.has(row.id) ? placeOf(row.id) < placeOf(of) : listed || before.length > 0);
  const moved = made.filter(isMoved);
  return remaining.flatMap((row) => {
    if (moved.some((copy) => copy.row.id === row.id)) return [];
    const below = moved.filter(({ of }) => of === row.id);
    return [row, ...below.map((copy) => rows[placeOf(copy.row.id)] ?? copy.row)];
  });
}
