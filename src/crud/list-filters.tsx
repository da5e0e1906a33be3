import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
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
      <div
        className={`flex min-w-0 flex-1 items-center gap-2 max-sm:gap-x-1.5 ${children ? 'flex-wrap' : ''}`}
      >
        <SearchBox label={search} value={value} onSearch={onSearch} />
        {children}
        {onClear && (
          <Button variant="ghost" className="max-sm:px-2" onClick={onClear}>
            Limpar
          </Button>
        )}
      </div>
    </HeaderSlot>
  );
}
