import { useInfiniteQuery } from '@tanstack/react-query';
import { EntryStory } from '#crud/history/entry-story.tsx';
import { batchRecords } from '#crud/history/history.queries.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { EntryRecord } from './entry-record.tsx';

/** The records of a batch, each with its changes. */
export function EntryRecords({ batch }: { batch: number }) {
  const { data, error, refetch, ...more } = useInfiniteQuery(batchRecords(batch));
  const pages = data?.pages ?? [];
  return (
    <div className="mx-4 mb-3 rounded-control bg-sunken px-3 py-1">
      {error && (
        <ErrorBox onRetry={() => void refetch()}>
          {`Falha ao carregar os registros: ${error.message}`}
        </ErrorBox>
      )}
      {!data && !error && <Spinner size="sm" label="Carregando..." />}
      <ul className="divide-y divide-line text-xs">
        {pages.map(({ entries, names }) =>
          entries.map(({ note: _note, ...entry }) => (
            <li key={`${entry.area}/${entry.record_id}`} className="py-1.5">
              <EntryStory
                // The description of a single record, as in its history.
                entry={{ ...entry, note: null, records: { count: 1, mixed: false } }}
                names={names}
                record={
                  <EntryRecord
                    entry={{ ...entry, note: null, records: { count: 1, mixed: false } }}
                  />
                }
                isPart
              />
            </li>
          )),
        )}
      </ul>
      {more.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          busy={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >
          Mostrar mais
        </Button>
      )}
    </div>
  );
}
