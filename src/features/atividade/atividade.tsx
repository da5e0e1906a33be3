import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { allAreas } from '#app/areas.ts';
import { activity, actKinds } from '#crud/history/acts.ts';
import type { Act, Names } from '#crud/history/acts.ts';
import { ActStory } from '#crud/history/act-story.tsx';
import { undoAct } from '#crud/history/undo.ts';
import { AnonymiseGone } from '#crud/titular/anonymise-gone.tsx';
import { nameless, titulares } from '#crud/titular/titular.ts';
import type { Titular } from '#crud/titular/titular.ts';
import { staffNames } from '#features/usuarios/usuarios.queries.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { controlClass } from '#ui/fields/control-class.ts';
import { FilterSelect } from '#ui/filter-select.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { ActRecord, countedRecords } from './act-record.tsx';
import { filtersOf } from './filters.ts';
import type { AtividadeSearch } from './filters.ts';

/** /atividade: all that everybody did, by person, area, kind and period. */
export function AtividadePage() {
  const search = useSearch({ from: '/panel/atividade' });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activity(filtersOf(search)),
  );
  const pages = data?.pages ?? [];
  const navigate = useNavigate();
  return (
    <div className="max-w-5xl">
      <PageTitle
        title="Atividade"
        detail="Alterações, entradas, recusas e exportações, das mais recentes para as mais antigas."
      />
      <Filters search={search} />
      {error && (
        <ErrorBox onRetry={() => void refetch()}>
          {`Falha ao carregar a atividade: ${error.message}`}
        </ErrorBox>
      )}
      {!data && !error && <SpinnerArea />}
      {pages[0]?.entries.length === 0 && (
        <Card className="">
          <EmptyState
            icon={<History />}
            title="Nenhuma atividade corresponde a estes filtros."
            action={
              <Button onClick={() => void navigate({ to: '/atividade' })}>Remover filtros</Button>
            }
          />
        </Card>
      )}
      {!!pages[0]?.entries.length && (
        <Card className="">
          <ol aria-label="Atividade" className="divide-y divide-line">
            {pages.map(({ entries, names }) =>
              entries.map((act) => <Line key={act.batch} act={act} names={names} />),
            )}
          </ol>
        </Card>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Mostrar mais antigas
        </Button>
      )}
    </div>
  );
}

function Line({ act, names }: { act: Act; names: Names }) {
  const canUndo = act.undoable && !act.undone;
  const gone = goneTitular(act);
  return (
    <li className="flex items-start gap-x-4 gap-y-2 px-4 py-3 max-sm:flex-col">
      <ActStory act={act} names={names} record={<ActRecord act={act} />} />
      {(canUndo || gone) && (
        <div className="flex shrink-0 gap-2">
          {gone && <AnonymiseGone {...gone} />}
          {canUndo && (
            <Button
              size="sm"
              aria-label={`Desfazer: ${act.title ?? 'registro'}`}
              onClick={() => void undo(act)}
            >
              Desfazer
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** A person who was deleted, and whom nothing but the history knows: the trash forgets them after 30 days. */
function goneTitular({ kind, area, record_id, title, records, undone }: Act): Titular | undefined {
  const found = allAreas.find(({ table }) => table === area);
  const isPerson = titulares.tables.some((table) => table === area);
  const isGone = (kind === 'delete' || kind === 'discard') && !undone;
  if (!found || !isPerson || !isGone || records.count !== 1 || !title || title === nameless)
    return undefined;
  return { area: found, id: record_id, name: title };
}

/** Much at once is not taken back by a slip. */
async function undo({ area, batch, records }: Act) {
  const count = allAreas.find(({ table }) => table === area)?.count;
  const message = `Desfazer esta alteração em ${countedRecords(records, count)}?`;
  if (records.count === 1 || (await confirm({ message, action: 'Desfazer', tone: 'primary' })))
    await undoAct(batch);
}

function Filters({ search }: { search: AtividadeSearch }) {
  const navigate = useNavigate();
  const people = useQuery(staffNames()).data ?? [];
  const choose = (chosen: Partial<AtividadeSearch>) =>
    void navigate({ to: '/atividade', search: { ...search, ...chosen }, replace: true });
  return (
    <div
      role="search"
      aria-label="Filtros"
      className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-end gap-2 max-sm:*:w-full! max-sm:*:max-w-full! max-sm:*:nth-3:col-span-full sm:flex sm:flex-wrap"
    >
      <FilterSelect label="Pessoa" value={search.pessoa} onChange={(pessoa) => choose({ pessoa })}>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="sistema">O sistema</option>
      </FilterSelect>
      <FilterSelect label="Área" value={search.area} onChange={(area) => choose({ area })}>
        {allAreas.map(({ table, title }) => (
          <option key={table} value={table}>
            {title}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Tipo"
        value={search.tipo}
        onChange={(tipo) => choose({ tipo })}
        options={actKinds}
      />
      <Day label="De" value={search.de} onChange={(de) => choose({ de })} />
      <Day label="Até" value={search.ate} onChange={(ate) => choose({ ate })} />
    </div>
  );
}

type DayProps = { label: string; value: string; onChange: (day: string) => void };

function Day({ label, value, onChange }: DayProps) {
  return (
    <label className="text-muted max-sm:text-xs sm:flex sm:items-center sm:gap-2">
      {label}
      <input
        type="date"
        value={value}
        className={`${controlClass} sm:w-auto!`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
