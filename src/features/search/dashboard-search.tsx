import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { HeaderPortal } from '#ui/header-portal.tsx';
import { moveFocusByArrows } from '#ui/move-focus.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { getRecordPath, SearchResults } from './search-results.tsx';
import { searchQuery } from './search.queries.ts';

/**
 * Renders the search in all areas. Enter opens the first result, arrows move the focus through the results, Escape
 * closes the results.
 */
export function DashboardSearch() {
  const [term, setTerm] = useState('');
  const [open, setOpen] = useState(true);
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function openFirst(text: string) {
    const found = text ? await queryClient.fetchQuery(searchQuery(text)).catch(() => []) : [];
    const address = getRecordPath(found[0]);
    if (address) await navigate({ to: address });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    if (key === 'Enter' && target instanceof HTMLInputElement) void openFirst(target.value.trim());
    else if (key === 'Escape') close(event);
    else moveFocusByArrows(event);
  }

  function close(event: KeyboardEvent<HTMLElement>) {
    event.currentTarget.querySelector('input')?.focus();
    // Close the results after this focus, because focusing the input opens them.
    setOpen(false);
  }

  return (
    <HeaderPortal>
      <div
        role="presentation"
        className="w-full max-w-xl sm:relative"
        onKeyDown={onKeyDown}
        onInput={() => setOpen(true)}
        onFocus={(event) => event.target instanceof HTMLInputElement && term && setOpen(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Keep the results open while a dialog has the focus: the focus returns to them when the dialog closes.
          const isDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog');
          if (!isDialog && !currentTarget.contains(relatedTarget)) setOpen(false);
        }}
      >
        <SearchBox label="Pesquisar produtos, categorias..." value={term} onSearch={setTerm} />
        {open && term && (
          <div className="absolute inset-x-0 max-sm:mx-2 top-full z-30 mt-1.5 max-h-[min(28rem,70dvh)] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-floating">
            <SearchResults term={term} />
          </div>
        )}
      </div>
    </HeaderPortal>
  );
}
