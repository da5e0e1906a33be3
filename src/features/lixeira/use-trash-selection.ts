import { useState } from 'react';
import { isExactCount } from '#areas/nouns.ts';
import { fetchTrashRows, trashRowsQuery } from '#crud/history/trash.queries.ts';
import type { TrashedRecord, TrashFilter, TrashGroup } from '#crud/history/trash.queries.ts';
import { queryClient } from '#data/query-client.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import { toast } from '#ui/toast.ts';

type Rows = readonly TrashedRecord[];

/** A selected record, and whether the user may delete it permanently. */
export type SelectedTrashRow = TrashedRecord & { mayDiscard: boolean };

/** The selection in the trash. A search does not change it. */
export type TrashSelection = {
  rows: ReadonlyMap<string, SelectedTrashRow>;
  has: (row: TrashedRecord) => boolean;
  /**
   * Whether all, some or none of a group's records that match the filter are selected. Returns 'all' while
   * `toggleGroup` loads the records.
   */
  ofGroup: (group: TrashGroup) => 'all' | 'some' | 'none';
  toggle: (group: TrashGroup, row: TrashedRecord) => void;
  /** Selects all records of a group that match the filter. If all of them are selected, deselects them. */
  toggleGroup: (group: TrashGroup) => Promise<void>;
  /** Removes records, for example because they were restored or deleted permanently. */
  remove: (rows: Rows) => void;
};

export function useTrashSelection(filter: TrashFilter): TrashSelection {
  const [rows, setRows] = useState<ReadonlyMap<string, SelectedTrashRow>>(new Map());
  /**
   * The records of the groups that the user has selected, keyed by group and filter; undefined while they are loading.
   */
  const [read, setRead] = useState<ReadonlyMap<string, Rows | undefined>>(new Map());
  const has = (row: TrashedRecord) => rows.has(keyOf(row));
  const nameOf = ({ batch }: TrashGroup) => `${batch}/${filter.area}/${filter.busca}`;
  const isAwaited = (group: TrashGroup) => read.has(nameOf(group)) && !read.get(nameOf(group));
  const knownRows = (group: TrashGroup) => shownRows(group, filter) ?? read.get(nameOf(group));
  /**
   * Returns all records of a group that match the filter, if the browser has read all of them and all are selected;
   * otherwise undefined. Check the number of records, because `read` can be incomplete: `remove` also deletes from it
   * the records that a restoration left in the trash.
   */
  function wholeGroup(group: TrashGroup): Rows | undefined {
    const known = knownRows(group);
    return known && known.length >= group.records.count && known.every(has) ? known : undefined;
  }
  function add(added: Rows, { may_discard: mayDiscard }: TrashGroup) {
    const entries = added.map((row) => [keyOf(row), { ...row, mayDiscard }] as const);
    setRows((now) => new Map([...now, ...entries]));
  }
  function drop(gone: Rows) {
    const keys = new Set(gone.map(keyOf));
    setRows((now) => new Map([...now].filter(([key]) => !keys.has(key))));
    return keys;
  }
  return {
    rows,
    has,
    ofGroup(group) {
      if (isAwaited(group) || wholeGroup(group)) return 'all';
      const isOfGroup = ({ batch }: TrashedRecord) => batch === group.batch;
      const isSome = knownRows(group)?.some(has) ?? [...rows.values()].some(isOfGroup);
      return isSome ? 'some' : 'none';
    },
    toggle(group, row) {
      if (has(row)) drop([row]);
      else add([row], group);
    },
    async toggleGroup(group) {
      const whole = wholeGroup(group);
      if (whole) return void drop(whole);
      const isSameUser = createSameUserCheck();
      const name = nameOf(group);
      // Check the box at once, before the records have loaded.
      setRead((now) => new Map(now).set(name, undefined));
      try {
        const all = shownRows(group, filter) ?? (await fetchTrashRows(group.batch, filter));
        setRead((now) => new Map(now).set(name, all));
        add(all, group);
      } catch (error) {
        setRead((now) => new Map([...now].filter(([each]) => each !== name)));
        if (isSameUser()) toast.error(`Não foi possível selecionar: ${getErrorMessage(error)}`);
      }
    },
    remove(gone) {
      const keys = drop(gone);
      const stays = (row: TrashedRecord) => !keys.has(keyOf(row));
      setRead((now) => new Map([...now].map(([name, some]) => [name, some?.filter(stays)])));
    },
  };
}

/** Returns all records of a group that match the filter; undefined unless the page has loaded all of them. */
function shownRows({ batch, records, rows }: TrashGroup, filter: TrashFilter): Rows | undefined {
  if (!isExactCount(records.count)) return undefined;
  const opened = queryClient.getQueryData(trashRowsQuery(batch, filter).queryKey)?.pages.flat();
  return [rows, opened].find((some) => some?.length === records.count);
}

function keyOf({ batch, record_id }: TrashedRecord): string {
  return `${batch}/${record_id}`;
}
