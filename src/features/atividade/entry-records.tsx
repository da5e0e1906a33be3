import { useInfiniteQuery } from '@tanstack/react-query';
import { EntryStory } from '#crud/history/entry-story.tsx';
import { batchRecordsQuery } from '#crud/history/history.queries.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { AnonymiseDeleted } from '#features/titular/titular-items.tsx';
import { MoreButton, QueryStatus } from '#ui/query-status.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { findDeletedTitular } from './deleted-titular.ts';
import { EntryRecord } from './entry-record.tsx';

/** Renders the records of a batch, each with its changes. */
export function EntryRecords({ batch }: { batch: number }) {
  const query = useInfiniteQuery(batchRecordsQuery(batch));
  const pages = query.data?.pages ?? [];
  return (
    <div className="mx-4 mb-3 rounded-control bg-sunken px-3 py-1">
      <QueryStatus query={query} loading={<Spinner size="sm" label="Carregando..." />}>
        Falha ao carregar os registros: {query.error?.message}
      </QueryStatus>
      <ul className="divide-y divide-line text-xs">
        {pages.map(({ entries, names }) =>
          entries.map(single).map((entry) => {
            const gone = findDeletedTitular(entry);
            return (
              <li
                key={`${entry.area}/${entry.record_id}`}
                className="flex items-baseline gap-x-4 py-1.5"
              >
                <EntryStory
                  entry={entry}
                  names={names}
                  record={<EntryRecord entry={entry} />}
                  isPart
                />
                {gone && <AnonymiseDeleted {...gone} />}
              </li>
            );
          }),
        )}
      </ul>
      <MoreButton query={query} size="sm" variant="ghost">
        Mostrar mais
      </MoreButton>
    </div>
  );
}

/** Returns an entry as if its batch had changed only this record, as in the history of the record. */
function single(entry: HistoryEntry): HistoryEntry {
  return { ...entry, note: null, records: { count: 1, mixed: false } };
}
