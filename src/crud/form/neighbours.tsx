import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { HistoryState } from '@tanstack/react-router';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '#lib/text.ts';
import { iconButtonClass } from '#ui/button.tsx';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import type { ParamsOf } from '../list-search.ts';
import type { Page, StoredRow } from '../rows.queries.ts';
import { requestParams, listAddress } from '../list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The direction of the last step: after the step, the same link is focused again. */
    step?: Direction;
  }
}

type Direction = 'previous' | 'next';

/** The link to the previous or next record of the list from which the form was opened. */
export type Step = { to: string; state: HistoryState };

export type Neighbours = {
  previous: Step | undefined;
  next: Step | undefined;
  /** '4 de 13'; empty if the total is not counted. */
  position: string;
};

type InList<Row> = { neighbours: Neighbours; row: Row | undefined };

export type Listed = Pick<StoredRow, 'id'>;

/** The query of an area's list. */
export type ListQuery<P, Row extends Listed, Key extends readonly unknown[]> = (
  params: P,
) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;

/**
 * The neighbours and the row of a record in the list from which its form was opened. Undefined if the form was not
 * opened from a list, or if the record is no longer on that page. The list is usually still cached.
 */
export function useNeighbours<A extends Area, Row extends Listed, Key extends readonly unknown[]>(
  area: A,
  list: ListQuery<ParamsOf<A>, Row, Key>,
  id: string | undefined,
): InList<Row> | undefined {
  const from = useLocation({ select: ({ state }) => state.fromList });
  const params = requestParams(listAddress(area, Object.fromEntries(new URLSearchParams(from))));
  const isFromList = from !== undefined && id !== undefined;
  const page = useQuery({ ...list(params), ...enabledIf(isFromList) }).data;
  const { pagina, por } = params;
  const place = page?.rows.findIndex((row) => String(row.id) === id) ?? -1;
  const isLast = !!page && place === page.rows.length - 1;
  const ends = page && !page.more && pagina > 0 && pagina * por >= page.total;
  // Pages counted from the end are negative: there, too, the next page has the greater number.
  const before = useQuery({
    ...list({ ...params, pagina: pagina - 1 }),
    ...enabledIf(isFromList && place === 0 && pagina > 1),
  }).data;
  const after = useQuery({
    ...list({ ...params, pagina: pagina + 1 }),
    ...enabledIf(isFromList && isLast && !ends && pagina !== -1),
  }).data;
  if (!isFromList || !page || place < 0) return undefined;

  function step(row: Row | undefined, direction: Direction, onPage: number): Step | undefined {
    if (!row) return undefined;
    const search = new URLSearchParams(from);
    search.set('pagina', String(onPage));
    return {
      to: editAddress(area, row.id),
      state: { fromList: `?${search.toString()}`, step: direction },
    };
  }
  const total = page.more ? `mais de ${formatCount(page.total)}` : formatCount(page.total);
  const neighbours = {
    previous:
      place > 0
        ? step(page.rows[place - 1], 'previous', pagina)
        : step(before?.rows.at(-1), 'previous', pagina - 1),
    next: isLast
      ? step(after?.rows[0], 'next', pagina + 1)
      : step(page.rows[place + 1], 'next', pagina),
    position: pagina > 0 ? `${formatCount((pagina - 1) * por + place + 1)} de ${total}` : '',
  };
  return { neighbours, row: page.rows[place] };
}

/** A save invalidates the cached list. The form does not refetch it: the list does so when it opens. */
function enabledIf(isNeeded: boolean) {
  return {
    enabled: ({ state }: { state: { isInvalidated: boolean } }) => isNeeded && !state.isInvalidated,
  };
}

/** The links to the neighbours: ‹ 4 de 13 › */
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
  step: Step | undefined;
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
      // The followed link was unmounted with the previous form: focus its successor.
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
