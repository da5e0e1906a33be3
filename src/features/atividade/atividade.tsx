import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { allAreas } from '#areas/index.ts';
import { recordCountText } from '#areas/nouns.ts';
import { activityQuery, entryKindLabels } from '#crud/history/history.queries.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { EntryDescription } from '#crud/history/entry-description.tsx';
import { undoEntry } from '#crud/history/undo.ts';
import { AnonymiseDeletedButton } from '#features/titular/titular-items.tsx';
import { staffNamesQuery } from '#areas/usuarios/queries.ts';
import { dayNumber } from '#lib/date.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LabeledCheckbox } from '#ui/labeled-checkbox.tsx';
import { askConfirmation } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { controlClass } from '#ui/fields/control-class.ts';
import { FilterSelect } from '#ui/filter-select.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { LoadMoreButton, QueryStatus } from '#ui/query-status.tsx';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { EntrySubject } from './entry-subject.tsx';
import { BatchRecordList } from './batch-record-list.tsx';
import { groupByDay } from './days.ts';
import type { EntryWithNames } from './days.ts';
import { findDeletedTitular } from './deleted-titular.ts';
import { toActivityFilters } from './filters.ts';
import type { AtividadeSearch } from './filters.ts';

/** Renders the page /atividade: the batches of all users, filtered by user, area, kind and period. */
export function AtividadePage() {
  const search = useSearch({ from: '/panel/atividade' });
  const query = useInfiniteQuery(activityQuery(toActivityFilters(search)));
  const pages = query.data?.pages ?? [];
  const namedEntries = pages.flatMap(({ entries, names }) =>
    entries.map((entry) => ({ entry, names })),
  );
  const navigate = useNavigate();
  // Render again at midnight: the headings and the times distinguish today from yesterday.
  useTimeDependentValue(() => dayNumber(new Date()));
  return (
    <div className="max-w-5xl">
      <PageTitle title="Atividade" detail="O que cada pessoa fez; o mais novo primeiro." />
      <Filters search={search} />
      <QueryStatus query={query}>Falha ao carregar a atividade: {query.error?.message}</QueryStatus>
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
      {namedEntries.length > 0 && (
        <Card className="overflow-hidden">
          <ol aria-label="Atividade" className="divide-y divide-line">
            {groupByDay(namedEntries).flatMap(({ title, namedEntries: ofDay }) =>
              ofDay.map(({ entry, names }, place) => (
                <Line
                  key={entry.batch}
                  entry={entry}
                  names={names}
                  day={place === 0 ? title : undefined}
                />
              )),
            )}
          </ol>
        </Card>
      )}
      <LoadMoreButton query={query} className="mt-4">
        Mostrar mais antigas
      </LoadMoreButton>
    </div>
  );
}

type LineProps = EntryWithNames & { day: string | undefined };

/** Renders a batch. `day` is the heading above the first batch of a day. */
function Line({ entry, names, day }: LineProps) {
  const canUndo = entry.undoable && !entry.undone;
  const gone = findDeletedTitular(entry);
  const [isOpen, setOpen] = useState(false);
  const { area, records } = entry;
  const counted = records.count > 1 && recordCountText({ area, ...records });
  return (
    <li>
      {day && (
        <h2 className="border-b border-line bg-sunken px-4 py-1.5 text-xs font-semibold">{day}</h2>
      )}
      <div className="group flex items-start gap-x-4 gap-y-2 px-4 py-2.5 max-sm:flex-col">
        <EntryDescription entry={entry} names={names} record={<EntrySubject entry={entry} />} />
        <div className="flex shrink-0 gap-2">
          {counted && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Ocultar' : 'Mostrar'} ${counted}: ${entry.title ?? 'registro'}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Ocultar' : 'Mostrar'} {counted}
            </Button>
          )}
          {gone && (
            <span className={onHover}>
              <AnonymiseDeletedButton {...gone} />
            </span>
          )}
          {canUndo && (
            <Button
              size="sm"
              className={onHover}
              aria-label={`Desfazer: ${entry.title ?? 'registro'}`}
              onClick={() => void undo(entry)}
            >
              Desfazer
            </Button>
          )}
        </div>
      </div>
      {isOpen && <BatchRecordList batch={entry.batch} />}
    </li>
  );
}

/** The classes of a button that, with a mouse, is visible only in the hovered or focused line. */
const onHover =
  'pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100';

/** Undoes a batch. For several records, asks for a confirmation first, because a click can be accidental. */
async function undo({ area, batch, records }: HistoryEntry) {
  const message = `Desfazer esta alteração em ${recordCountText({ area, ...records })}?`;
  if (
    records.count === 1 ||
    (await askConfirmation({ message, action: 'Desfazer', tone: 'primary' }))
  )
    await undoEntry(batch);
}

function Filters({ search }: { search: AtividadeSearch }) {
  const navigate = useNavigate();
  const people = useQuery(staffNamesQuery()).data ?? [];
  const choose = (chosen: Partial<AtividadeSearch>) =>
    void navigate({ to: '/atividade', search: { ...search, ...chosen } });
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
        options={entryKindLabels}
      />
      <DayField label="De" value={search.de} onChange={(de) => choose({ de })} />
      <DayField label="Até" value={search.ate} onChange={(ate) => choose({ ate })} />
      <LabeledCheckbox
        label="Entradas e saídas"
        checked={search.entradas === 'sim'}
        onChange={(on) => choose({ entradas: on ? 'sim' : '' })}
      />
    </div>
  );
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void };

/**
 * Renders a date filter, which shows the entered day at once. A year before 1900 does not change the filter, because
 * the browser reports an incomplete year too: after the first digit of 2026, the year is 0002.
 */
function DayField({ label, value, onChange }: DayFieldProps) {
  const [box, setBox] = useState({ typed: value, seen: value });
  if (value !== box.seen) setBox({ typed: value, seen: value });
  function type(typed: string) {
    setBox({ ...box, typed });
    if (!typed || typed >= '1900') onChange(typed);
  }
  return (
    <label className="text-muted max-sm:text-xs sm:flex sm:items-center sm:gap-2">
      {label}
      <input
        type="date"
        value={box.typed}
        className={`${controlClass} sm:w-auto!`}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    </label>
  );
}
