import { useEffect, useEffectEvent } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { formatRowCount } from '#lib/row-count.ts';
import { hasLetterOrDigit, noLetterOrDigitMessage } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { narrowWindowMediaQuery, useMediaQuery } from '#ui/use-media.ts';
import { adaptToGender, getRecordPhrases, getSortLabels } from '../area.ts';
import type { RowPage, StoredRow } from '../rows.queries.ts';
import { ListBar } from '../views/list-bar.tsx';
import { HelpLink } from './help-link.tsx';
import { AddLink } from './add-link.tsx';
import { pageSizes } from '../list-search.ts';
import { Rows } from './rows.tsx';
import type { RowsProps } from './rows.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import type { SelectionCommandProps } from '../selection/selection-bar.tsx';
import { clearOutdatedSelection } from '../selection/selection.ts';
import type { ListController } from './use-list.ts';

export type ListPageProps<Row extends Pick<StoredRow, 'id'>> = Pick<
  RowsProps<Row>,
  'columns' | 'editing'
> & {
  list: ListController<Row>;
  texts: ListTexts<Row>;
  /** The commands of the list; 'Adicionar' by default. */
  actions?: ReactNode;
  /** The commands for selected rows. Absent if the user has no such command; then rows cannot be selected. */
  bulk?: ComponentType<SelectionCommandProps>;
  /** Content under the text of an empty list, for example similar records. */
  similar?: ReactNode;
  /** Whether the user can select all matches, not only loaded rows. */
  matching?: boolean;
};

export type ListTexts<Row> = {
  /** Returns the text of the count, instead of 'Mostrando 3 frutas'. */
  count?: (page: RowPage<Row>) => string;
  /** Returns the text for a failed request, instead of 'Falha ao carregar frutas. Tente novamente.' */
  failure?: (message: string) => string;
  /** The text of an empty list, filtered or not, instead of 'Nenhuma fruta encontrada.' */
  empty?: string;
  /** Shown in an empty list without filters: the purpose of the records, and the link that adds the first record. */
  first?: { about: string; action: string; to?: string };
};

/** Renders title, count, rows and page buttons of a list. Shows the previous rows while the next rows are loading. */
export function ListPage<Row extends Pick<StoredRow, 'id'>>(props: ListPageProps<Row>) {
  const { list, texts, actions, bulk, similar, matching = false, ...table } = props;
  const { area, params, query, commands } = list;
  const { data, failed } = list.page;
  const counted = (page: RowPage<Row>) =>
    texts.count?.(page) ??
    formatRowCount(page.rows.length, page.total, params, area.count, page.more);
  const detail = failed ? undefined : data ? counted(data) : 'Carregando...';
  // On a narrow screen the column headers do not sort: the dialog of the filters offers the orders.
  const onSort = useMediaQuery(narrowWindowMediaQuery)
    ? undefined
    : (ordem: string) => list.setParams({ ordem });
  useEffect(
    function endSelectionOfOtherQuery() {
      clearOutdatedSelection(area.path, params);
    },
    [area.path, params],
  );
  return (
    <>
      <PageTitle
        title={area.title}
        detail={<span role="status">{detail}</span>}
        actions={actions === undefined ? <AddLink to={area.add} /> : actions}
      />
      <ListBar list={list} columns={table.columns} />
      {failed ? (
        <ErrorBox onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {texts.failure?.(failed.message) ??
            `Falha ao carregar ${area.count[1]}. Tente novamente.`}
        </ErrorBox>
      ) : (
        <Rows
          {...table}
          empty={<EmptyList list={list} texts={texts} similar={similar} />}
          area={area}
          commands={commands}
          selects={!!bulk}
          caption={area.title}
          hidden={list.hidden}
          rows={data?.rows}
          paramsKey={JSON.stringify(params)}
          stale={query.isPlaceholderData}
          sorting={{ sort: params.ordem, labels: getSortLabels(area), onSort }}
        />
      )}
      {data && <Pages list={list} page={data} />}
      {data && bulk && (
        <SelectionBar
          list={list}
          isProtected={commands.isProtected}
          page={data}
          matching={matching}
          Actions={bulk}
        />
      )}
    </>
  );
}

type EmptyListProps<Row extends Pick<StoredRow, 'id'>> = Pick<
  ListPageProps<Row>,
  'list' | 'texts' | 'similar'
>;

/**
 * Renders the text of an empty list and a link to its help page. If a filter or the search is set, a button removes
 * all filters and the search. Otherwise, a link opens the form for the first record (`texts.first`).
 */
function EmptyList<Row extends Pick<StoredRow, 'id'>>({
  list,
  texts: { empty, first },
  similar,
}: EmptyListProps<Row>) {
  const { area, isFiltered, clear, params } = list;
  const isWordless = params.busca.trim() !== '' && !hasLetterOrDigit(params.busca);
  const Icon = area.icon;
  return (
    <>
      <div className="rounded-card border border-line bg-surface shadow-raised">
        <EmptyState
          isLow={!!similar}
          icon={<Icon />}
          title={empty ?? `${getRecordPhrases(area).none} ${adaptToGender(area, 'encontrado')}.`}
          action={
            <div className="flex flex-wrap items-center justify-center gap-2">
              {isFiltered ? (
                <Button onClick={clear}>Remover filtros</Button>
              ) : (
                first && <AddLink to={first.to ?? area.add}>{first.action}</AddLink>
              )}
              <HelpLink page={area.path} />
            </div>
          }
        >
          {isWordless ? noLetterOrDigitMessage : !isFiltered && first?.about}
        </EmptyState>
      </div>
      {similar}
    </>
  );
}

function Pages<Row extends Pick<StoredRow, 'id'>>({
  list,
  page,
}: {
  list: ListController<Row>;
  page: RowPage<Row>;
}) {
  const { params, setParams, prefetch, query } = list;
  const { pagina, por } = params;
  const { total, more = false } = page;
  const pages = Math.max(1, Math.ceil(total / por));
  // Convert a page counted from the end into a page number if the total is exact.
  const shown = pagina < 0 && !more ? Math.max(1, pages + pagina + 1) : pagina;
  // Ignore placeholder data: its total belongs to the previous parameters.
  const isBeyond = shown > pages && !more && !query.isPlaceholderData;
  // Replace the history entry: otherwise Back would return to the missing page.
  const leaveFor = useEffectEvent((last: number) => setParams({ pagina: last }, 'replace'));
  useEffect(
    function openLastPage() {
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
        onNear={(next) => prefetch({ pagina: next })}
        onSize={list.setSize}
      />
    </div>
  );
}
