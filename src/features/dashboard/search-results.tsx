import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorBox } from '#ui/error-box.tsx';
import { ResultGroup, resultLink } from '#ui/result-group.tsx';
import { searchGroups } from './search-groups.ts';
import type { Found } from './search.queries.ts';

/** What was found: one group of links for each kind that has results. */
export function SearchResults({ query }: { query: UseQueryResult<Found[]> }) {
  const { data, isError } = query;
  return (
    <>
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
    </>
  );
}

type GroupProps = { group: (typeof searchGroups)[number]; found: Found[] };

function Group({ group, found }: GroupProps) {
  const mine = found.filter(({ kind }) => kind === group.kind);
  if (mine.length === 0) return null;
  return (
    <ResultGroup title={group.label}>
      {mine.map((record) => (
        <li key={record.id}>
          <Link to={group.to} params={{ id: record.id }} className={resultLink}>
            <span className="min-w-0 truncate font-medium">{record.title}</span>
            {record.detail && (
              <span className="min-w-0 flex-1 truncate text-xs text-muted">{record.detail}</span>
            )}
          </Link>
        </li>
      ))}
    </ResultGroup>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Nada encontrado com esse termo.';
  return count === 1 ? '1 resultado' : `${count} resultados`;
}
