import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '#lib/text.ts';
import { iconButtonClass } from '#ui/button.tsx';
import { getEditPath } from '../area.ts';
import type { Area } from '../area.ts';
import type { ListParams, ParamsOf } from '../list-search.ts';
import type { RowPage, StoredRow } from '../rows.queries.ts';
import { omitViewParams, parseListSearch } from '../list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The direction of the link that opened this form. The form focuses its own link in the same direction. */
    step?: Direction;
    /** Present if the user went past the last row of a page: the neighbours then come from the rows after that row. */
    turn?: Turn;
  }
}

/** `last`: the id of the last row of a page. `back`: the history state of the link back to the form of that row. */
type Turn = { last: string; back: HistoryState };

type Direction = 'previous' | 'next';

/** The link to the previous or next record of the list from which the form was opened. */
export type NeighbourTarget = { to: string; state: HistoryState };

export type Neighbours = {
  previous: NeighbourTarget | undefined;
  next: NeighbourTarget | undefined;
  /** The position in the list: '4 de 13', '4 de mais de 13'; '' for a page that is counted from the end of the list. */
  position: string;
};

type InList<Row> = { neighbours: Neighbours; row: Row | undefined };

export type RowWithId = Pick<StoredRow, 'id'>;

/** A function that returns the query of an area's list with the given parameters. */
export type ListQueryFactory<P, Row extends RowWithId, Key extends readonly unknown[]> = (
  params: P,
) => UseQueryOptions<RowPage<Row>, Error, RowPage<Row>, Key>;

/** Consecutive rows of a list: one page, or the rows that follow the last row of a page. */
type Span<Row> = RowPage<Row> & {
  /** The number of the page at which `followingQuery` starts to look for the rows after this span. */
  pagina: number;
  /** The number of rows of the list before this span; meaningless for a page that is counted from the end. */
  before: number;
  /** Whether the list ends with this span. */
  ends: boolean;
};

/**
 * Returns the neighbours and the row of a record in the list from which its form was opened. Returns undefined if the
 * form was not opened from a list, if the loaded rows do not contain the record, and while the list loads (usually, it
 * is cached).
 */
export function useNeighbours<
  A extends Area,
  Row extends RowWithId,
  Key extends readonly unknown[],
>(
  area: A,
  list: ListQueryFactory<ParamsOf<A>, Row, Key>,
  id: string | undefined,
): InList<Row> | undefined {
  const { fromList: from, turn } = useLocation({ select: ({ state }) => state });
  const params = omitViewParams(
    parseListSearch(area, Object.fromEntries(new URLSearchParams(from))),
  );
  const { pagina } = params;
  const isFromList = from !== undefined && id !== undefined;
  const listed = useQuery({ ...list(params), ...enabledIf(isFromList && !turn) }).data;
  const turned = useQuery({
    ...followingQuery(area, list, params, turn?.last),
    ...enabledIf(isFromList && !!turn),
  }).data;
  const page = turn ? turned : listed && spanOf(listed, params);
  const place = page?.rows.findIndex((row) => String(row.id) === id) ?? -1;
  const isLast = !!page && place === page.rows.length - 1;
  const before = useQuery({
    ...list({ ...params, pagina: pagina - 1 }),
    ...enabledIf(isFromList && !turn && place === 0 && hasPageBefore(page, params)),
  }).data;
  const after = useQuery({
    ...followingQuery(area, list, { ...params, pagina: page?.pagina ?? pagina }, id),
    ...enabledIf(isFromList && isLast && place >= 0 && !page.ends),
  }).data;
  const client = useQueryClient();
  const { table } = area;
  useEffect(
    function forgetFollowing() {
      // Remove the rows of `followingQuery` from the cache on unmount, so that the next form reads the current list.
      return () => client.removeQueries({ queryKey: [table, 'following'] });
    },
    [client, table],
  );
  if (!isFromList || !page || place < 0) return undefined;

  function step(
    row: RowWithId | undefined,
    direction: Direction,
    at: HistoryState,
  ): NeighbourTarget | undefined {
    return row && { to: getEditPath(area, row.id), state: { ...at, step: direction } };
  }
  function onPage(number: number): HistoryState {
    const search = new URLSearchParams(from);
    search.set('pagina', String(number));
    return { fromList: `?${search.toString()}` };
  }
  const here = { fromList: from, turn };
  const beyond = turn
    ? step({ id: turn.last }, 'previous', turn.back)
    : step(before?.rows.at(-1), 'previous', onPage(pagina - 1));
  const total = page.more ? `mais de ${formatCount(page.total)}` : formatCount(page.total);
  const neighbours = {
    previous: place > 0 ? step(page.rows[place - 1], 'previous', here) : beyond,
    next: isLast
      ? step(after?.rows[0], 'next', { ...onPage(page.pagina), turn: { last: id, back: here } })
      : step(page.rows[place + 1], 'next', here),
    position: pagina > 0 ? `${formatCount(page.before + place + 1)} de ${total}` : '',
  };
  return { neighbours, row: page.rows[place] };
}

/**
 * Returns the option `enabled` of a query: false if the query is not needed, or if a save has invalidated its cached
 * rows. After such a save, the form keeps these rows, so that it still links to records that the save removed from the
 * list. The list refetches when it opens. A query that is needed and has no data is always enabled.
 */
function enabledIf(isNeeded: boolean) {
  return {
    enabled: ({ state }: { state: { isInvalidated: boolean; data?: unknown } }) =>
      isNeeded && (!state.isInvalidated || state.data === undefined),
  };
}

function spanOf<Row>(page: RowPage<Row>, { pagina, por }: ListParams): Span<Row> {
  const ends = pagina === -1 || (pagina > 0 && !page.more && pagina * por >= page.total);
  return { ...page, pagina, before: (pagina - 1) * por, ends };
}

/**
 * Returns whether the list has rows before this page. For a page that is counted from the end of a list without an
 * exact total (`more`), returns true, because the number of pages is unknown.
 */
function hasPageBefore(page: RowPage<unknown> | undefined, { pagina, por }: ListParams): boolean {
  return pagina > 1 || (pagina < 0 && !!page && (!!page.more || -pagina * por < page.total));
}

/**
 * Returns the query for the rows that follow the row with the id `last`, which was the last row of the page
 * `params.pagina` or of the page after it. The query reads these pages again to find the row, because saves can remove
 * rows from the list: then the rows after `last` move to an earlier page.
 */
function followingQuery<
  P extends ListParams,
  Row extends RowWithId,
  Key extends readonly unknown[],
>(
  { table }: Pick<Area, 'table'>,
  list: ListQueryFactory<P, Row, Key>,
  params: P,
  last: string | undefined,
) {
  return queryOptions({
    // Do not use a key under [table, 'list']: the data of those queries is a `RowPage`, and this data is a `Span`.
    queryKey: [table, 'following', params, last],
    async queryFn(context): Promise<Span<Row>> {
      async function read(pagina: number) {
        const at = { ...params, pagina };
        const { queryKey, queryFn } = list(at);
        if (typeof queryFn !== 'function') throw new Error('The list has no request.');
        return spanOf(await queryFn({ ...context, queryKey }), at);
      }
      // Returns the page after `span`, or `span` itself at the end of the list. Page numbers always increase: pages
      // that are counted from the end have negative numbers, and the last page is -1.
      const next = async (span: Span<Row>) => (span.ends ? span : read(span.pagina + 1));
      const isLast = (row: Row) => String(row.id) === last;
      let here = await read(params.pagina);
      let there = await next(here);
      if (there.rows.some(isLast)) [here, there] = [there, await next(there)];
      const rows = here === there ? here.rows : [...here.rows, ...there.rows];
      // If the row `last` has left the list, return all rows of both pages, so that no row after `last` is missing.
      const shown = rows.findIndex(isLast) + 1;
      return {
        ...there,
        rows: rows.slice(shown),
        pagina: here.pagina,
        before: here.before + shown,
      };
    },
  });
}

/** Renders the links to the neighbours: ‹ 4 de 13 › */
export function NeighbourLinks({ previous, next, position }: Neighbours) {
  return (
    <nav aria-label="Outros registros da lista" className="flex items-center gap-1">
      <StepLink step={previous} direction="previous" label="Registro anterior">
        <ChevronLeft />
      </StepLink>
      {position && <span className="text-xs text-muted">{position}</span>}
      <StepLink step={next} direction="next" label="Registro seguinte">
        <ChevronRight />
      </StepLink>
    </nav>
  );
}

type StepLinkProps = {
  step: NeighbourTarget | undefined;
  direction: Direction;
  label: string;
  children: ReactNode;
};

function StepLink({ step, direction, label, children }: StepLinkProps) {
  const ref = useRef<HTMLAnchorElement>(null);
  const cameHere = useLocation({ select: ({ state }) => state.step === direction });
  const exists = !!step;
  useEffect(
    function focusSuccessor() {
      // A link that has no record to open is unmounted, and loses the focus. When the record is known, focus the link.
      if (cameHere && exists && document.activeElement === document.body)
        ref.current?.focus({ preventScroll: true });
    },
    [cameHere, exists],
  );
  if (!step)
    return (
      <span aria-hidden="true" className={`${iconButtonClass()} opacity-45`}>
        {children}
      </span>
    );
  return (
    <Link
      ref={ref}
      {...step}
      // Replace the history entry: Back then opens the list, however many records were visited.
      replace
      aria-label={label}
      title={label}
      className={iconButtonClass()}
    >
      {children}
    </Link>
  );
}
