import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import type { List } from './use-list.ts';

export type ListFiltersProps = {
  list: Pick<List<unknown>, 'params' | 'setParams' | 'clear'>;
  /** The placeholder of the search box. */
  search: string;
  /** Offers 'Limpar', which forgets the search and the filters. */
  clearable?: boolean;
  /** `<FilterSelect>`s. */
  children?: ReactNode;
};

/** The search of a list and its filters, in the header. */
export function ListFilters({ list, search, clearable, children }: ListFiltersProps) {
  return (
    <HeaderSlot>
      <div
        className={`flex min-w-0 flex-1 items-center gap-2 max-sm:gap-x-1.5 ${children ? 'flex-wrap' : ''}`}
      >
        <SearchBox
          label={search}
          value={list.params.busca}
          onSearch={(busca) => list.setParams({ busca })}
        />
        {children}
        {clearable && (
          <Button variant="ghost" className="max-sm:px-2" onClick={list.clear}>
            Limpar
          </Button>
        )}
      </div>
    </HeaderSlot>
  );
}

/** Puts a page's search and filters into the header, which belongs to the shell (#header-slot). */
export function HeaderSlot({ children }: { children: ReactNode }) {
  // Shell and page may appear in one go: React looks a second time once both are in the document.
  const slot = useSyncExternalStore(neverChanges, () => document.getElementById('header-slot'));
  return slot && createPortal(children, slot);
}

function neverChanges() {
  return () => {};
}
