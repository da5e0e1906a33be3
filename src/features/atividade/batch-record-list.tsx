import { useInfiniteQuery } from '@tanstack/react-query';
import { EntryDescription } from '#crud/history/entry-description.tsx';
import { batchRecordsQuery } from '#crud/history/history.queries.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { AnonymiseDeletedButton } from '#features/titular/titular-items.tsx';
import { LoadMoreButton, QueryStatus } from '#ui/query-status.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { findDeletedTitular } from './deleted-titular.ts';
import { EntrySubject } from './entry-subject.tsx';

/** Renders the records of a batch, each with its changes. */
export function BatchRecordList({ batch }: { batch: number }) {
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
                <EntryDescription
                  entry={entry}
                  names={names}
                  record={<EntrySubject entry={entry} />}
                  isPart
                />
                {gone && <AnonymiseDeletedButton {...gone} />}
              </li>
            );
          }),
        )}
      </ul>
      <LoadMoreButton query={query} size="sm" variant="ghost">
        Mostrar mais
      </LoadMoreButton>
    </div>
  );
}

/** Returns an entry as if its batch had changed only this record, as in the history of the record. */
function single(entry: HistoryEntry): HistoryEntry {
  return { ...entry, note: null, records: { count: 1, mixed: false } };
}
