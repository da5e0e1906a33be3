import { hasManyChoices, LazyCombobox } from '#ui/fields/many-choices.tsx';
import { toChoicePairs } from '#ui/fields/options.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { choiceText, useFilterChoices, readParam } from './filters.ts';
import type { ListFilter, FilterState } from './filters.ts';

/** A filter for which the user chooses one of several values. */
export type ChoiceFilter = Exclude<ListFilter, { only: string } | { money: unknown }>;

export type ChoiceFilterFieldProps = { list: FilterState; filter: ChoiceFilter };

/** Renders a filter as a select, or as a combobox for more than 50 choices. The first option removes the filter. */
export function ChoiceFilterField({ list, filter }: ChoiceFilterFieldProps) {
  const choices = useFilterChoices(filter);
  const value = readParam(list.params, filter.name);
  const isKnown = toChoicePairs(choices ?? []).some(([each]) => each === value);
  const choose = (next: string) => list.setParams({ [filter.name]: next });
  if (hasManyChoices(choices)) {
    const gone = value && !isKnown ? ([[value, choiceText(value)]] as const) : [];
    return (
      <LazyCombobox
        aria-label={filter.label}
        none={filter.label}
        className="w-44 shrink-0"
        options={[...gone, ...toChoicePairs(choices)]}
        value={value}
        onChange={choose}
      />
    );
  }
  return (
    <FilterSelect
      label={filter.label}
      options={choices}
      isFitted={'options' in filter}
      value={value}
      onChange={choose}
    >
      {value && !isKnown && <option value={value}>{choices ? choiceText(value) : '…'}</option>}
    </FilterSelect>
  );
}
