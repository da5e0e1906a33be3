import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Trash2 from 'lucide-react/icons/trash-2';
import { allAreas } from '#app/areas.ts';
import { discardRecord, trash } from '#crud/history/acts.ts';
import type { Gone } from '#crud/history/acts.ts';
import { restoreDeleted, undoAct } from '#crud/history/undo.ts';
import { AnonymiseGone } from '#crud/titular/anonymise-gone.tsx';
import { titulares } from '#crud/titular/titular.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { tellInstant } from '#lib/date.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';

/** /lixeira: what was deleted in the last 30 days, to be restored or deleted for good. */
export function LixeiraPage() {
  const { area } = useSearch({ from: '/panel/lixeira' });
  const navigate = useNavigate();
  const may = useMay();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    trash(area),
  );
  const rows = data?.pages.flat() ?? [];
  const show = (table: string) => void navigate({ to: '/lixeira', search: { area: table } });
  const areas = allAreas.filter(({ table }) => may('delete', table));
  return (
    <div className="max-w-4xl">
      <PageTitle
        title="Lixeira"
        detail="O que foi excluído fica aqui por 30 dias e pode ser restaurado."
        actions={
          <FilterSelect label="Área" value={area} onChange={show}>
            {areas.map(({ table, title }) => (
              <option key={table} value={table}>
                {title}
              </option>
            ))}
          </FilterSelect>
        }
      />
      {error && (
        <ErrorBox onRetry={() => void refetch()}>
          {`Falha ao carregar a lixeira: ${error.message}`}
        </ErrorBox>
      )}
      {!data && !error && <SpinnerArea />}
      {data && rows.length === 0 && (
        <Card className="">
          <EmptyState
            icon={<Trash2 />}
            title={area ? 'Nada desta área está na lixeira.' : 'A lixeira está vazia.'}
            action={area && <Button onClick={() => show('')}>Remover filtros</Button>}
          />
        </Card>
      )}
      {rows.length > 0 && (
        <Card className="">
          <ul aria-label="Registros excluídos" className="divide-y divide-line">
            {rows.map((row) => (
              <GoneRow key={row.id} {...row} />
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Mostrar mais antigos
        </Button>
      )}
    </div>
  );
}

function GoneRow(row: Gone) {
  const { batch, record_id, area, title, detail, actor, at } = row;
  const found = allAreas.find(({ table }) => table === area);
  const kind = found?.one;
  const may = useMay();
  const isPerson = titulares.tables.some((table) => table === area) && may(...titulares.needs);
  const name = title ?? 'registro';
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      {/* Its picture lies in a closed bucket as long as it is gone. */}
      <Avatar name={name} letters={2} square />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted wrap-anywhere">
          {[kind, detail].filter(Boolean).join(' · ')}
        </p>
        <p className="text-xs text-muted">
          {actor ?? 'O sistema'} excluiu <time dateTime={at}>{tellInstant(at)}</time>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Restaurar ${name}`}
          onClick={() =>
            void (found ? restoreDeleted(found, batch, record_id) : undoAct(batch, record_id))
          }
        >
          Restaurar
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Excluir definitivamente: ${name}`}
          onClick={() => void discard(row, name)}
        >
          Excluir definitivamente
        </Button>
        {found && isPerson && <AnonymiseGone area={found} id={record_id} name={name} />}
      </div>
    </li>
  );
}

async function discard(row: Gone, name: string) {
  const message = 'Tem certeza que deseja excluir definitivamente? Não há como voltar atrás.';
  if (!(await confirm({ message, detail: name, action: 'Excluir' }))) return;
  await discardRecord(row).then(
    () => toast.success('Excluído definitivamente.'),
    (error: Error) => toast.error(`Falha ao excluir definitivamente: ${error.message}`),
  );
}
