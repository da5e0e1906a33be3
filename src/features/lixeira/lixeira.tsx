import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { allAreas } from '#areas/index.ts';
import { trashGroupsQuery } from '#crud/history/trash.queries.ts';
import type { TrashFilter } from '#crud/history/trash.queries.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { HeaderPortal } from '#ui/header-portal.tsx';
import { HelpLink } from '#crud/list/help-link.tsx';
import { useFocusAfterRowRemoval } from '#ui/focus-after-row-removal.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { LoadMoreButton, QueryStatus } from '#ui/query-status.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { TrashSelectionBar } from './trash-selection-bar.tsx';
import { TrashedGroup } from './trashed-group.tsx';
import { useTrashSelection } from './use-trash-selection.ts';

/**
 * Renders the page /lixeira: the records that were deleted in the last 30 days, grouped by batch, to restore or to
 * delete permanently.
 */
export function LixeiraPage() {
  const filter = useSearch({ from: '/panel/lixeira' });
  const navigate = useNavigate();
  const query = useInfiniteQuery(trashGroupsQuery(filter));
  const groups = query.data?.pages.flat() ?? [];
  // A change of the area adds an entry to the browser history, so that Back undoes the change. A search replaces the
  // entry: Back must not undo single letters.
  const show = (change: Partial<TrashFilter>, replace = false) =>
    void navigate({ to: '/lixeira', search: { ...filter, ...change }, replace });
  const chosen = useTrashSelection(filter);
  const list = useRef<HTMLUListElement>(null);
  useFocusAfterRowRemoval(list, 'li');
  return (
    <div className="max-w-4xl">
      <HeaderPortal>
        <SearchBox
          label="Buscar na Lixeira"
          value={filter.busca}
          onSearch={(busca) => show({ busca }, true)}
        />
      </HeaderPortal>
      <PageTitle
        title="Lixeira"
        detail="O que foi excluído pode ser restaurado por 30 dias."
        actions={<AreaFilter filter={filter} onChange={show} />}
      />
      <QueryStatus query={query}>Falha ao carregar a Lixeira: {query.error?.message}</QueryStatus>
      {query.data && groups.length === 0 && (
        <Empty filter={filter} onClear={() => show({ area: '', busca: '' })} />
      )}
      <ul ref={list} aria-label="Registros excluídos" className="space-y-3">
        {groups.map((group) => (
          <TrashedGroup key={group.batch} group={group} filter={filter} chosen={chosen} />
        ))}
      </ul>
      <LoadMoreButton query={query} className="mt-4">
        Mostrar mais antigos
      </LoadMoreButton>
      <TrashSelectionBar chosen={chosen} />
    </div>
  );
}

type AreaFilterProps = { filter: TrashFilter; onChange: (change: Partial<TrashFilter>) => void };

function AreaFilter({ filter, onChange }: AreaFilterProps) {
  const may = useMay();
  const areas = allAreas.filter(({ table }) => may('delete', table));
  return (
    <FilterSelect label="Área" value={filter.area} onChange={(area) => onChange({ area })}>
      {areas.map(({ table, title }) => (
        <option key={table} value={table}>
          {title}
        </option>
      ))}
    </FilterSelect>
  );
}

function Empty({ filter: { area, busca }, onClear }: { filter: TrashFilter; onClear: () => void }) {
  const isFiltered = !!area || !!busca;
  return (
    <Card className="">
      <EmptyState
        icon={<Trash2 />}
        title={
          busca
            ? 'Nada na Lixeira corresponde a esta busca.'
            : area
              ? 'Nada desta área está na Lixeira.'
              : 'A Lixeira está vazia.'
        }
        action={
          <>
            {isFiltered && <Button onClick={onClear}>Remover filtros</Button>}{' '}
            <HelpLink page="/historico" />
          </>
        }
      />
    </Card>
  );
}
