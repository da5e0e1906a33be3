import { useState } from 'react';
import type { ReactNode } from 'react';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { formatCountWithNoun } from '#lib/text.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { useIsHeaderNarrow } from '#ui/sidebar-state.ts';
import { getSortLabels } from '../area.ts';
import { ChoiceFilterField } from '../views/filter-choice.tsx';
import type { ChoiceFilter } from '../views/filter-choice.tsx';
import { isFilterSet } from '../views/filters.ts';
import type { ListFilter, ListState } from '../views/filters.ts';
import { LazyFilterFields } from '../views/list-bar.tsx';
import { HeaderPortal } from '#ui/header-portal.tsx';
import { useStayCount } from '../unsaved-guard.ts';

export type ListFiltersProps = {
  list: ListState;
  /** The placeholder of the search box. */
  search: string;
  /** Whether to show the button 'Limpar', which resets the search and the filters. */
  clearable?: boolean;
};

/**
 * Renders the search of a list, the filters with `inHeader` and the order in the header. In a narrow header, a button
 * beside the search opens a dialog with all filters and the order instead.
 */
export function ListFilters({ list, search, clearable }: ListFiltersProps) {
  const { area, params, setParams, clear, offered } = list;
  const inSheet = useIsHeaderNarrow();
  // The dialog for narrow headers offers all orders. A wide header offers only the orders without a column header.
  const orders = inSheet
    ? { ...directions(getSortLabels(area)), ...area.search.also }
    : { ...area.search.also };
  const inHeader = offered.filter(isInHeader);
  const active = offered.filter((filter) => isFilterSet(filter, params)).length;
  const filters = (
    <>
      {inHeader.map((filter) => (
        <ChoiceFilterField key={filter.name} list={list} filter={filter} />
      ))}
      {Object.keys(orders).length > 0 && (
        <FilterSelect
          label="Ordenar por"
          options={orders}
          value={params.ordem in orders ? params.ordem : ''}
          onChange={(ordem) => setParams({ ordem })}
        />
      )}
    </>
  );
  const clearing = clearable && (
    <Button variant="ghost" onClick={clear}>
      Limpar
    </Button>
  );
  return (
    <HeaderPortal>
      <SearchBox
        label={search}
        value={params.busca}
        refused={useStayCount()}
        onSearch={(busca) => setParams({ busca })}
      />
      {inSheet ? (
        <FilterSheet active={active} clearing={clearing}>
          {filters}
          <LazyFilterFields list={list} filters={offered.filter((filter) => !isInHeader(filter))} />
        </FilterSheet>
      ) : (
        <>
          {filters}
          {clearing}
        </>
      )}
    </HeaderPortal>
  );
}

function isInHeader(filter: ListFilter): filter is ChoiceFilter {
  return 'inHeader' in filter && !!filter.inHeader;
}

type FilterSheetProps = { active: number; clearing: ReactNode; children: ReactNode };

function FilterSheet({ active, clearing, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label={
          active
            ? `Filtros e ordem (${formatCountWithNoun(active, 'ativo', 'ativos')})`
            : 'Filtros e ordem'
        }
        icon={<SlidersHorizontal />}
        data-count={active || undefined}
        className="relative size-10 border border-control data-count:border-accent data-count:text-accent data-count:after:absolute data-count:after:-top-1.5 data-count:after:-right-1.5 data-count:after:min-w-4.5 data-count:after:rounded-full data-count:after:bg-accent data-count:after:text-xs data-count:after:leading-4.5 data-count:after:text-on-accent data-count:after:content-[attr(data-count)]"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Dialog
          title="Filtros e ordem"
          size="sheet"
          onClose={close}
          footer={
            <>
              {clearing}
              <Button variant="primary" onClick={close}>
                Ver resultados
              </Button>
            </>
          }
        >
          <div className="grid gap-3 *:w-full! *:max-w-none">{children}</div>
        </Dialog>
      )}
    </>
  );
}

/** Returns the labels of two orders for each column, ascending and descending, keyed by the value of `ordem`. */
function directions(columns: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, label]) => [
      [column, `${label}, crescente`],
      [`-${column}`, `${label}, decrescente`],
    ]),
  );
}
