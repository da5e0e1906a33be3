import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { countText } from '#lib/count-text.ts';
import { EmptyList } from '#ui/empty-list.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { Table } from '#ui/table.tsx';
import { AddLink } from './add-link.tsx';
import type { Page } from '../rows.ts';
import { pageSizes } from './list-search.ts';
import type { List } from './use-list.ts';

export type ListPageProps<Row> = {
  list: List<Row>;
  /** The specified text of a list that can't be loaded. */
  failure: (message: string) => string;
  /** How its rows are counted, where it is not 'Mostrando 3 produtos'. */
  count?: (page: Page<Row>) => string;
  /** What may be done with the list; 'Adicionar' unless something else is given. */
  actions?: ReactNode;
  /** The specified text of a list without rows, filtered or not. */
  empty: string;
  /** Under that text, for whoever has no record at all yet: `<FirstRecord>`. */
  first?: ReactNode;
  /** `<SortCell>`s and `<HeadCell>`s. */
  head: ReactNode;
  /** A `<Row>` with its key. */
  children: (row: Row) => ReactNode;
};

/** Title, count, rows and pages of a list; its rows stay while the next ones are on their way. */
export function ListPage<Row>({ list, failure, count, actions, ...rows }: ListPageProps<Row>) {
  const { area, params, query } = list;
  const { data, failed } = list.page;
  const counted = (page: Page<Row>) =>
    count?.(page) ?? countText(page.rows.length, page.total, params, area.count, page.more);
  const detail = failed ? undefined : data ? counted(data) : 'Carregando...';
  return (
    <>
      <PageTitle
        title={area.title}
        detail={<span role="status">{detail}</span>}
        actions={actions === undefined ? <AddLink to={area.add} /> : actions}
      />
      {failed ? (
        <ErrorBox onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {failure(failed.message)}
        </ErrorBox>
      ) : data ? (
        <>
          <Rows list={list} page={data} {...rows} />
          <Pages list={list} page={data} />
        </>
      ) : (
        <SpinnerArea className="min-h-[60dvh]" />
      )}
    </>
  );
}

type RowsProps<Row> = Pick<ListPageProps<Row>, 'list' | 'empty' | 'first' | 'head' | 'children'> & {
  page: Page<Row>;
};

function Rows<Row>({ list, page, empty, first, head, children }: RowsProps<Row>) {
  const { area, params, setParams, query, isFiltered } = list;
  if (page.rows.length === 0) return <EmptyList text={empty} first={!isFiltered && first} />;
  const sorting = { sort: params.ordem, onSort: (ordem: string) => setParams({ ordem }) };
  return (
    <Table caption={area.title} head={head} stale={query.isPlaceholderData} sorting={sorting}>
      {page.rows.map(children)}
    </Table>
  );
}

function Pages<Row>({ list, page }: { list: List<Row>; page: Page<Row> }) {
  const { params, setParams, query } = list;
  const { pagina, por } = params;
  const { total, more = false } = page;
  const pages = Math.max(1, Math.ceil(total / por));
  // A page counted from the end, where all are counted, is one of these.
  const shown = pagina < 0 && !more ? Math.max(1, pages + pagina + 1) : pagina;
  // What is shown while this page is on its way is another one's total: it tells nothing about this one.
  const isBeyond = shown > pages && !more && !query.isPlaceholderData;
  // Not a step in the history: Back would lead here again.
  const leaveFor = useEffectEvent((last: number) => setParams({ pagina: last }, 'replace'));
  useEffect(
    function leavePageBeyondTheLast() {
      if (isBeyond) leaveFor(pages);
    },
    [isBeyond, pages],
  );
  return (
    <div className="mt-4 flex justify-end">
      <Pagination
        page={shown}
        pages={pages}
        more={more}
        size={por}
        sizes={pageSizes}
        onPage={(next) => setParams({ pagina: next })}
        onSize={(next) => setParams({ por: next })}
      />
    </div>
  );
}
