import { useState } from 'react';
import { allRows } from '#crud/history/trash.queries.ts';
import type { TrashedRecord, TrashFilter, TrashGroup } from '#crud/history/trash.queries.ts';
import { errorText } from '#lib/error-text.ts';
import { sameUser } from '#lib/user-change.ts';
import { toast } from '#ui/toast.ts';

/** A selected record, and whether the user may delete it permanently. */
export type ChosenRow = TrashedRecord & { mayDiscard: boolean };

/** The selection in the trash. A search does not change it; restored and deleted records are removed from it. */
export type ChosenRows = {
  rows: ReadonlyMap<string, ChosenRow>;
  has: (row: TrashedRecord) => boolean;
  countOf: (batch: number) => number;
  toggle: (group: TrashGroup, row: TrashedRecord) => void;
  /** Selects all records of a group, or none. */
  toggleGroup: (group: TrashGroup) => Promise<void>;
  clear: () => void;
};

export function useChosen(filter: TrashFilter): ChosenRows {
  const [rows, setRows] = useState<ReadonlyMap<string, ChosenRow>>(new Map());
  /** Groups that are being selected, while their records are loading. */
  const [awaited, setAwaited] = useState<ReadonlySet<number>>(new Set());
  const countIn = (batch: number) => [...rows.values()].filter((row) => row.batch === batch).length;
  return {
    rows,
    has: (row) => rows.has(keyOf(row)),
    countOf: (batch) => (awaited.has(batch) ? Number.POSITIVE_INFINITY : countIn(batch)),
    toggle({ may_discard: mayDiscard }, row) {
      const next = new Map(rows);
      if (!next.delete(keyOf(row))) next.set(keyOf(row), { ...row, mayDiscard });
      setRows(next);
    },
    async toggleGroup({ batch, records, rows: first, may_discard: mayDiscard }) {
      const isSameUser = sameUser();
      const isWhole = countIn(batch) >= records.count;
      const isKnown = first.length === records.count;
      try {
        // Check the box at once, before the records have loaded.
        if (!isWhole && !isKnown) setAwaited((now) => new Set([...now, batch]));
        const all = isWhole ? [] : isKnown ? first : await allRows(batch, filter);
        setRows((now) => {
          const others = [...now].filter(([, row]) => row.batch !== batch);
          const added = all.map((row) => [keyOf(row), { ...row, mayDiscard }] as const);
          return new Map([...others, ...added]);
        });
      } catch (error) {
        if (isSameUser()) toast.error(`Não foi possível selecionar: ${errorText(error)}`);
      } finally {
        setAwaited((now) => new Set([...now].filter((each) => each !== batch)));
      }
    },
    clear: () => setRows(new Map()),
  };
}

function keyOf({ batch, record_id }: TrashedRecord): string {
  return `${batch}/${record_id}`;
}
