import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { HeaderSlot } from '#crud/header-slot.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { recordAddress } from './search-groups.ts';
import { SearchResults } from './search-results.tsx';
import { everything } from './search.queries.ts';

/** Looks through everything; Enter opens the first result, arrows move, Escape closes. */
export function DashboardSearch() {
  const [term, setTerm] = useState('');
  const [open, setOpen] = useState(true);
  const query = useQuery(everything(term));
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function openFirst(text: string) {
    const found = text ? await queryClient.fetchQuery(everything(text)).catch(() => []) : [];
    const address = recordAddress(found[0]);
    if (address) await navigate(address);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    if (key === 'Enter' && target instanceof HTMLInputElement) void openFirst(target.value.trim());
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      moveFocus(event, key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Escape') close(event);
  }

  function close(event: KeyboardEvent<HTMLElement>) {
    event.currentTarget.querySelector('input')?.focus();
    // After the focus, which opens.
    setOpen(false);
  }

  return (
    <HeaderSlot>
      <div
        role="presentation"
        className="relative w-full max-w-xl"
        onKeyDown={onKeyDown}
        onInput={() => setOpen(true)}
        onFocus={(event) => event.target instanceof HTMLInputElement && term && setOpen(true)}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      >
        <SearchBox label="Pesquisar produtos, categorias..." value={term} onSearch={setTerm} />
        {open && term && <SearchResults query={query} />}
      </div>
    </HeaderSlot>
  );
}

// From the box down into the links and back; the box counts as the place before the first.
function moveFocus(event: KeyboardEvent<HTMLElement>, step: 1 | -1) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  // Focus lies on one of them, or on the clear button beside the box; then -1 counts as the box.
  const now = Math.max(stops.indexOf(document.activeElement as HTMLElement), 0);
  event.preventDefault();
  stops[Math.min(Math.max(now + step, 0), stops.length - 1)]?.focus();
}
