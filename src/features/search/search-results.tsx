import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allAreas, areaOf } from '#areas/index.ts';
import { getEditPath } from '#crud/area.ts';
import { StatusBadge } from '#crud/status-badge.tsx';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import { formatMoney } from '#lib/money.ts';
import { hasLetterOrDigit, noLetterOrDigitMessage } from '#lib/text.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import {
  SearchResultGroup,
  searchResultLinkClass,
  SearchResultIcon,
} from '#ui/search-result-group.tsx';
import { searchQuery } from './search.queries.ts';
import type { SearchResult } from './search.queries.ts';

/** Renders the results of a search: one group of links for each area. */
export function SearchResults({ term }: { term: string }) {
  const query = useQuery(searchQuery(term));
  const found = query.data ?? [];
  return (
    <>
      <SearchStatus query={query} term={term} count={found.length} />
      {groupByArea(query.isError ? [] : found).map(({ area, records }) => (
        <SearchResultGroup key={area.table} title={area.title}>
          {records.map((record) => (
            <li key={record.id}>
              <Link to={getEditPath(area, record.id)} className={searchResultLinkClass}>
                <SearchResultContent area={area} record={record} />
              </Link>
            </li>
          ))}
        </SearchResultGroup>
      ))}
    </>
  );
}

export type SearchStatusProps = {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  term: string;
  /** The number of shown results. */
  count: number;
};

/** Renders the state of the search. If there are results, only screen readers read their number. */
export function SearchStatus({ query, term, count }: SearchStatusProps) {
  const { isError, isPending } = query;
  return (
    <>
      <p role="status" className={count > 0 ? 'sr-only' : 'px-3 py-6 text-center text-muted'}>
        {isError ? '' : isPending ? 'Pesquisando...' : countText(count, term)}
      </p>
      {isError && (
        <ErrorBox onRetry={() => void query.refetch()}>
          Não foi possível pesquisar. Tente novamente.
        </ErrorBox>
      )}
    </>
  );
}

type AnyArea = (typeof allAreas)[number];

/** Groups the results by area, in the order of the sidebar; areas without results are left out. */
export function groupByArea(found: readonly SearchResult[]) {
  return allAreas
    .map((area) => ({ area, records: found.filter(({ kind }) => kind === area.table) }))
    .filter(({ records }) => records.length > 0);
}

/**
 * Renders a found record: picture, name, detail, price and status. Without a picture, shows the icon of the area. Other
 * missing parts are left out.
 */
export function SearchResultContent({ area, record }: { area: AnyArea; record: SearchResult }) {
  const { title, detail, image_url, price, status } = record;
  return (
    <>
      {image_url ? (
        <StoredAvatar name={title} url={image_url} size="sm" square={area.table !== 'profiles'} />
      ) : (
        <SearchResultIcon icon={area.icon} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{title}</span>
        {detail && <span className="block truncate text-xs text-muted">{detail}</span>}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-x-3 sm:flex-row sm:items-center">
        {price !== null && <span>{formatMoney(price)}</span>}
        {status && <StatusBadge>{status}</StatusBadge>}
      </span>
    </>
  );
}

function countText(count: number, term: string): string {
  if (count === 0) {
    const nothing = 'Nada encontrado com esse termo.';
    return hasLetterOrDigit(term) ? nothing : `${nothing} ${noLetterOrDigitMessage}`;
  }
  return count === 1 ? '1 resultado' : `${count} resultados`;
}

/** Returns the path of a found record's form; undefined without a record, or for a kind without an area. */
export function getRecordPath(found: SearchResult | undefined): string | undefined {
  const area = found && areaOf(found.kind);
  return area && getEditPath(area, found.id);
}
