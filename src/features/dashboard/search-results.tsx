import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorBox } from '#ui/error-box.tsx';
import { searchGroups } from './search-groups.ts';
import type { Found } from './search.queries.ts';

/** The panel under the box of the dashboard: one group of links for each kind that has results. */
export function SearchResults({ query }: { query: UseQueryResult<Found[]> }) {
  const { data, isError } = query;
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[min(28rem,70dvh)] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating">
      <p role="status" className={data?.length ? 'sr-only' : 'px-3 py-6 text-center text-muted'}>
        {isError ? '' : !data ? 'Pesquisando...' : countText(data.length)}
      </p>
      {isError && (
        <ErrorBox onRetry={() => void query.refetch()}>
          Não foi possível pesquisar. Tente novamente.
        </ErrorBox>
      )}
      {!isError &&
        searchGroups.map((group) => <Group key={group.kind} group={group} found={data ?? []} />)}
    </div>
  );
}

type GroupProps = { group: (typeof searchGroups)[number]; found: Found[] };

function Group({ group, found }: GroupProps) {
  const mine = found.filter(({ kind }) => kind === group.kind);
  if (mine.length === 0) return null;
  return (
    <section aria-label={group.label} className="pb-1">
      <h2 className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{group.label}</h2>
      <ul>
        {mine.map((record) => (
          <li key={record.id}>
            <Link
              to={group.to}
              params={{ id: record.id }}
              className="flex min-h-8 items-baseline gap-3 rounded-control px-2.5 py-1.5 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 truncate font-medium">{record.title}</span>
              {record.detail && (
                <span className="min-w-0 flex-1 truncate text-xs text-muted">{record.detail}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nada encontrado com esse termo.';
  return count === 1 ? '1 resultado' : `${count} resultados`;
}
