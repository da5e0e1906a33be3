import { useState } from 'react';
import { formatMoneyInput, parseMoney } from '#lib/money.ts';
import { LabeledCheckbox } from '#ui/labeled-checkbox.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { useStayCount } from '../unsaved-guard.ts';
import { ChoiceFilterField } from './filter-choice.tsx';
import { isFilterSet, readParam } from './filters.ts';
import type { ListFilter, FilterState } from './filters.ts';

export type FilterFieldsProps = { list: FilterState; filters: readonly ListFilter[] };

/** Renders the filters of a list as a column of fields. A checkbox or a choice changes the URL at once. */
export function FilterFields({ list, filters }: FilterFieldsProps) {
  return filters.map((filter) =>
    'money' in filter ? (
      <MoneyRange key={filter.label} list={list} filter={filter} />
    ) : 'only' in filter ? (
      <LabeledCheckbox
        key={filter.name}
        label={filter.label}
        checked={isFilterSet(filter, list.params)}
        onChange={(on) => list.setParams({ [filter.name]: on ? filter.only : '' })}
      />
    ) : (
      <ChoiceFilterField key={filter.name} list={list} filter={filter} />
    ),
  );
}

type MoneyRangeProps = { list: FilterState; filter: Extract<ListFilter, { money: unknown }> };

/**
 * Renders the two amounts of a range in Brazilian notation. Blur and Enter apply both amounts to the URL. If an amount
 * is invalid, the URL does not change, and the field shows an error message.
 */
function MoneyRange({ list, filter }: MoneyRangeProps) {
  const given = filter.money.map((name) => readParam(list.params, name));
  const [typed, setTyped] = useState(() => given.map(shown));
  // Include `useStayCount`: if the user stays because of unsaved changes, the URL does not change, but the fields must
  // show the amounts of the URL again.
  const source = [...given, useStayCount()].join();
  const [seen, setSeen] = useState(source);
  const [isLeft, setLeft] = useState(false);
  // Show the amounts of the URL, for example after the user removed the filter with its chip or went back.
  if (source !== seen) {
    setSeen(source);
    setTyped(given.map(shown));
  }
  const amounts = typed.map((text) => (text.trim() ? parseMoney(text) : ''));
  const [from, to] = amounts;
  const isReversed = typeof from === 'number' && typeof to === 'number' && from > to;
  const errors = amounts.map((amount, place) => {
    if (amount === undefined || (amount !== '' && (amount < 0 || amount >= 1e10)))
      return 'Informe um valor como 1.234,50.';
    return isReversed && place === 1 ? 'O valor final é menor que o inicial.' : undefined;
  });
  function take() {
    setLeft(true);
    const change = Object.fromEntries(
      filter.money.map((name, place) => [name, String(amounts[place])]),
    );
    const isChanged = filter.money.some((name, place) => change[name] !== given[place]);
    if (isChanged && !errors.some(Boolean)) list.setParams(change);
  }
  return (
    <fieldset className="grid grid-cols-2 items-start gap-2">
      <legend className="sr-only">{filter.label}</legend>
      {['de', 'até'].map((word, place) => (
        <MoneyField
          key={word}
          label={`${filter.label} ${word}`}
          value={typed[place]}
          error={isLeft ? errors[place] : undefined}
          onChange={({ target }) =>
            setTyped((now) => now.map((text, each) => (each === place ? target.value : text)))
          }
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Prevent Enter from also clicking a button of the confirmation that opens for unsaved changes.
            event.preventDefault();
            take();
          }}
        />
      ))}
    </fieldset>
  );
}

function shown(amount: string): string {
  return amount && formatMoneyInput(Number(amount));
}
