import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { countText } from '#lib/count-text.ts';
import type { Page } from '#data/fetch-page.ts';
import { pageSizes } from './list-params.ts';
import type { ListParams, SetListParams } from './list-params.ts';

export type ListPageProps<Row> = {
  title: string;
  /** What may be done with the list: 'Adicionar'. */
  actions: ReactNode;
  query: UseQueryResult<Page<Row>>;
  params: ListParams;
  setParams: SetListParams;
  /** The specified text of a list that can't be loaded. */
  failure: (message: string) => string;
  /** What is counted: 'distribuidor', 'distribuidores'; or how. */
  count: readonly [one: string, many: string] | ((page: Page<Row>) => string);
  /** What stands in place of no rows; without it, the children say it. */
  empty?: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** Title, count, rows and pages of a list; its rows stay while the next ones are on their way. */
export function ListPage<Row>({
  title,
  actions,
  query,
  failure,
  count,
  empty,
  children,
  ...paging
}: ListPageProps<Row>) {
  const { data, error } = query;
  const counted = (page: Page<Row>) =>
    typeof count === 'function'
      ? count(page)
      : countText(page.rows.length, page.total, paging.params, count);
  const detail = error ? undefined : data ? counted(data) : 'Carregando...';
  return (
    <>
      <PageTitle title={title} detail={<span role="status">{detail}</span>} actions={actions} />
      {error ? (
        <ErrorBox onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {failure(error.message)}
        </ErrorBox>
      ) : data ? (
        <Rows page={data} {...paging}>
          {data.rows.length === 0 && empty ? empty : children(data.rows)}
        </Rows>
      ) : (
        <SpinnerArea className="min-h-[60dvh]" />
      )}
    </>
  );
}

type RowsProps = Pick<ListPageProps<unknown>, 'params' | 'setParams'> & {
  page: Page<unknown>;
  children: ReactNode;
};

function Rows({ page, params, setParams, children }: RowsProps) {
  const { pagina, por } = params;
  const pages = Math.max(1, Math.ceil(page.total / por));
  // Not a step in the history: Back would lead here again.
  const leaveFor = useEffectEvent((last: number) => setParams({ pagina: last }, 'replace'));
  useEffect(
    function leavePageBeyondTheLast() {
      if (pagina > pages) leaveFor(pages);
    },
    [pages, pagina],
  );
  return (
    <>
      {children}
      <div className="mt-4 flex justify-end">
        <Pagination
          page={pagina}
          pages={pages}
          size={por}
          sizes={pageSizes}
          onPage={(next) => setParams({ pagina: next })}
          onSize={(next) => setParams({ por: next })}
        />
      </div>
    </>
  );
}
