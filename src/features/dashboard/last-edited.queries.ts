import { queryOptions } from '@tanstack/react-query';
import { areaOf } from '#areas/index.ts';
import { lastEntriesQuery } from '#crud/history/history.queries.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { deletedIdsQuery } from '#crud/rows.queries.ts';

/**
 * The query for the last edited records, newest first: the records of the last 20 history entries, each with its newest
 * entry. Deleted records, records without a name and records whose area has no pages are left out.
 */
export const lastEditedRecordsQuery = queryOptions({
  queryKey: ['history', 'edited'],
  async queryFn({ client }) {
    const { entries } = await client.fetchQuery(lastEntriesQuery(20));
    const edited = newestOfEach(entries);
    // The entry of a batch of several records names only one of them. If the batch deleted its records, earlier entries
    // can name the other deleted records: check which records still exist.
    if (!entries.some(({ records }) => records.count > 1)) return edited;
    const kept = await Promise.all(
      [...new Set(edited.map(({ area }) => area))].map(async (area) => {
        const ofArea = edited.filter((each) => each.area === area);
        const ids = ofArea.map(({ entry }) => entry.record_id);
        const deleted = await client.fetchQuery(deletedIdsQuery(area.table, ids));
        return ofArea.filter(({ entry }) => !deleted.includes(entry.record_id));
      }),
    );
    return edited.filter((each) => kept.flat().includes(each));
  },
});

function newestOfEach(entries: readonly HistoryEntry[]) {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const area = areaOf(entry.area);
    const key = `${entry.area}/${entry.record_id}`;
    if (!area || !entry.title || seen.has(key)) return [];
    seen.add(key);
    const isGone = entry.kind === 'delete' || entry.kind === 'discard';
    return isGone ? [] : [{ entry, area }];
  });
}
