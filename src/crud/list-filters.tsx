import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/fields/control-class.ts';
import { Options } from '#ui/fields/options.tsx';
import type { Choices } from '#ui/fields/options.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { HeaderSlot } from './header-slot.tsx';

export type ListFiltersProps = {
  /** The placeholder of the search box. */
  search: string;
  value: string;
  onSearch: (text: string) => void;
  /** Shows 'Limpar', which forgets the search and the filters. */
  onClear?: () => void;
  /** `<FilterSelect>`s. */
  children?: ReactNode;
};

export function ListFilters({ search, value, onSearch, onClear, children }: ListFiltersProps) {
  return (
    <HeaderSlot>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <SearchBox label={search} value={value} onSearch={onSearch} />
        {children}
        {onClear && (
          <Button variant="ghost" onClick={onClear}>
            Limpar
          </Button>
        )}
      </div>
    </HeaderSlot>
  );
}

export type FilterSelectProps = {
  /** Its name and its first option, which removes the filter. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options?: Choices;
  /** `<option>`s, where `options` are not enough. */
  children?: ReactNode;
};

export function FilterSelect({
  label,
  value,
  onChange,
  options = [],
  children,
}: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className={`${controlClass} w-auto! max-w-44 flex-1 basis-20 sm:flex-none ${value ? 'border-accent font-medium' : ''}`}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      <Options of={options} />
      {children}
    </select>
  );
}
