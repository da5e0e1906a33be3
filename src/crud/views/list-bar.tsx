import X from 'lucide-react/icons/x';
import { formatCountWithNoun } from '#lib/text.ts';
import { buttonClass } from '#ui/button.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { moveFocusToSibling } from '#ui/move-focus.ts';
import { Popover } from '#ui/popover.tsx';
import { useIsHeaderNarrow } from '#ui/sidebar-state.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';
import type { ListFilter, FilterState, ListState } from './filters.ts';
import { isFilterSet, paramNamesOf, useFilterText, makeEmptyFilterParams } from './filters.ts';
import { ViewTabs } from './view-tabs.tsx';

export type ListBarProps = { list: ListState } & Pick<ColumnChoiceProps, 'columns'>;

/**
 * Renders the bar above the rows: the saved views, and the buttons for filters and columns. The chips of the set
 * filters are below.
 */
export function ListBar({ list, columns }: ListBarProps) {
  // In a narrow header, one button opens all filters: see `ListFilters`.
  const inSheet = useIsHeaderNarrow();
  const { offered, params } = list;
  const others = offered.filter((filter) => !('inHeader' in filter && filter.inHeader));
  const set = offered.filter((filter) => isFilterSet(filter, params));
  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <ViewTabs list={list} />
        {!inSheet && others.length > 0 && (
          <MoreFilters list={list} filters={others} active={set.length} />
        )}
        <Popover
          label="Colunas"
          trigger="Colunas"
          triggerClass={buttonClass('secondary', 'sm')}
          className="w-56 p-4"
        >
          <ColumnChoice list={list} columns={columns} />
        </Popover>
      </div>
      {set.length > 0 && (
        <ul aria-label="Filtros ativos" className="-mt-1 mb-3 flex flex-wrap gap-2">
          {set.map((filter) => (
            <FilterChip key={paramNamesOf(filter)[0]} list={list} filter={filter} />
          ))}
        </ul>
      )}
    </>
  );
}

const ColumnChoice = lazyComponent(async () => (await import('./column-choice.tsx')).ColumnChoice);

type MoreFiltersProps = { list: FilterState; filters: readonly ListFilter[]; active: number };

function MoreFilters({ list, filters, active }: MoreFiltersProps) {
  return (
    <Popover
      label={active > 0 ? `Filtros (${formatCountWithNoun(active, 'ativo', 'ativos')})` : 'Filtros'}
      trigger={
        <>
          Filtros
          {/* CSS renders the number: a text would have to be part of the accessible name (WCAG 2.5.3). */}
          {active > 0 && <span aria-hidden="true" data-count={active} className={countClass} />}
        </>
      }
      triggerClass={buttonClass('secondary', 'sm')}
    >
      <div className="grid gap-3 *:w-full! *:max-w-none">
        <LazyFilterFields list={list} filters={filters} />
      </div>
    </Popover>
  );
}

const countClass =
  '-mr-1 min-w-4.5 rounded-full bg-accent px-1 text-center text-xs leading-4.5 text-on-accent after:content-[attr(data-count)]';

/** Renders filters as fields, in the popover 'Filtros' and in the dialog of `ListFilters`. Its code is lazy. */
export const LazyFilterFields = lazyComponent(
  async () => (await import('./filter-fields.tsx')).FilterFields,
);

function FilterChip({ list, filter }: { list: FilterState; filter: ListFilter }) {
  const text = useFilterText(filter, list.params);
  return (
    <li className="flex h-7 max-w-full items-center rounded-control border border-accent bg-accent-soft pl-2.5 text-xs font-medium text-accent">
      <span className="truncate">{text}</span>
      <button
        type="button"
        // Use a title: an aria-label would contain the label of a select, and tests find selects by their labels.
        title={`Remover filtro ${text}`}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-control hover:bg-hover [&_svg]:size-3.5"
        onClick={({ currentTarget }) => {
          const chip = currentTarget.closest('li');
          if (chip) moveFocusToSibling(chip);
          list.setParams(makeEmptyFilterParams(filter));
        }}
      >
        <X aria-hidden="true" />
      </button>
    </li>
  );
}
