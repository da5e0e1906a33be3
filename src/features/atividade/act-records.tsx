import { useInfiniteQuery } from '@tanstack/react-query';
import { ActStory } from '#crud/history/act-story.tsx';
import { batchRecords } from '#crud/history/acts.queries.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { ActRecord } from './act-record.tsx';

/** The records of a batch, each with its changes. */
export function ActRecords({ batch }: { batch: number }) {
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
          entries.map(({ note: _note, ...act }) => (
            <li key={`${act.area}/${act.record_id}`} className="py-1.5">
              <ActStory
                // Described like a single record, as in its history.
                act={{ ...act, note: null, records: { count: 1, mixed: false } }}
                names={names}
                record={
                  <ActRecord act={{ ...act, note: null, records: { count: 1, mixed: false } }} />
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
