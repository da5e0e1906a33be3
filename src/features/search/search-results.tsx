import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allAreas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { ResultGroup, resultLink } from '#ui/result-group.tsx';
import { everything } from './search.queries.ts';
import type { Found } from './search.queries.ts';

/** What was found: one group of links for each kind that has results. */
export function SearchResults({ term }: { term: string }) {
  const query = useQuery(everything(term));
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
        allAreas.map((area) => <Group key={area.table} area={area} found={data ?? []} />)}
    </>
  );
}

type GroupProps = { area: (typeof allAreas)[number]; found: Found[] };

function Group({ area, found }: GroupProps) {
  const mine = found.filter(({ kind }) => kind === area.table);
  if (mine.length === 0) return null;
  return (
    <ResultGroup title={area.title}>
      {mine.map((record) => (
        <li key={record.id}>
          <Link to={editAddress(area, record.id)} className={resultLink}>
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

/** Where a found record is edited; undefined for a kind that a newer schema may add. */
export function recordAddress(found: Found | undefined): string | undefined {
  const area = allAreas.find(({ table }) => table === found?.kind);
  return found && area && editAddress(area, found.id);
}
