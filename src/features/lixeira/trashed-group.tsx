import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { areaOf } from '#areas/index.ts';
import { isExactCount, recordCountText, nounsOf } from '#areas/nouns.ts';
import { adaptToGender, restoredMessage } from '#crud/area.ts';
import { trashRowsQuery } from '#crud/history/trash.queries.ts';
import type { TrashedRecord, TrashFilter, TrashGroup } from '#crud/history/trash.queries.ts';
import { undoEntry } from '#crud/history/undo.ts';
import { AnonymiseDeletedButton } from '#features/titular/titular-items.tsx';
import { titularRules } from '#features/titular/titular.queries.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { LoadMoreButton } from '#ui/query-status.tsx';
import { moveFocusToSibling } from '#ui/move-focus.ts';
import { discardRecords, readGroupRecords, restoreRecords } from './trash-actions.ts';
import type { TrashSelection } from './use-trash-selection.ts';

type GroupProps = { group: TrashGroup; filter: TrashFilter; chosen: TrashSelection };

/**
 * Renders a deletion: a title, for example 'Ana excluiu 600 produtos, ontem às 14:32', and the records below it. For a
 * single record, renders only its line, without a title.
 */
export function TrashedGroup({ group, filter, chosen }: GroupProps) {
  const { records, rows } = group;
  const [only] = rows;
  return (
    <li className="rounded-card border border-line bg-surface shadow-raised">
      {records.count === 1 && only ? (
        <TrashedRow row={only} group={group} chosen={chosen} isAlone />
      ) : (
        <ManyRows group={group} filter={filter} chosen={chosen} />
      )}
    </li>
  );
}

function ManyRows({ group, filter, chosen }: GroupProps) {
  const { batch, actor, at, records, may_discard, rows } = group;
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const selected = chosen.ofGroup(group);
  const isCounted = isExactCount(records.count);
  const counted = recordCountText(records);
  const agreed = (word: string) => adaptToGender(nounsOf(records), word);
  const title = `${actor ?? 'O sistema'} excluiu ${counted}`;
  async function run(work: typeof restoreRecords) {
    const all = await readGroupRecords(batch, filter, () => void run(work));
    if (all) await runFor(all, work);
  }
  // A retry sends the same records again: after a lost response, the trash perhaps does not list them any more.
  async function runFor(all: readonly TrashedRecord[], work: typeof restoreRecords) {
    if (await work(all, () => void runFor(all, work))) chosen.remove(all);
  }
  return (
    <section aria-labelledby={titleId}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5">
        <Tick
          label={`Selecionar ${counted}`}
          isOn={selected === 'all'}
          isPartly={selected === 'some'}
          onChange={() => void chosen.toggleGroup(group)}
        />
        <h2 id={titleId} className="min-w-0 flex-1 basis-52 font-medium wrap-anywhere">
          {title}, <RelativeTime at={at} />
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void run(restoreRecords)}>
            Restaurar {counted}
          </Button>
          {may_discard && (
            <Button size="sm" variant="ghost" onClick={() => void run(discardRecords)}>
              Apagar de vez {counted}
            </Button>
          )}
        </div>
      </header>
      {isOpen ? (
        <OpenRows group={group} filter={filter} chosen={chosen} />
      ) : (
        <Rows rows={rows} group={group} chosen={chosen} />
      )}
      {records.count > rows.length && (
        <div className="border-t border-line px-4 py-1.5">
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen
              ? `Mostrar só ${agreed('os')} três ${agreed('primeiros')}`
              : `Mostrar ${agreed('todos')}${isCounted ? ` (${records.count})` : ''}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function OpenRows({ group, filter, chosen }: GroupProps) {
  const query = useInfiniteQuery(trashRowsQuery(group.batch, filter));
  const rows = query.data?.pages.flat() ?? group.rows;
  return (
    <>
      <Rows rows={rows} group={group} chosen={chosen} />
      {query.hasNextPage && (
        <div className="border-t border-line px-4 py-1.5">
          <LoadMoreButton query={query} size="sm" variant="ghost">
            Mostrar mais
          </LoadMoreButton>
        </div>
      )}
    </>
  );
}

type RowsProps = { rows: readonly TrashedRecord[]; group: TrashGroup; chosen: TrashSelection };

function Rows({ rows, group, chosen }: RowsProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id}>
          <TrashedRow row={row} group={group} chosen={chosen} />
        </li>
      ))}
    </ul>
  );
}

type RowProps = {
  row: TrashedRecord;
  group: TrashGroup;
  chosen: TrashSelection;
  /** Whether there is no group around the row: then the row itself shows the actor and the time. */
  isAlone?: boolean;
};

function TrashedRow({ row, group, chosen, isAlone }: RowProps) {
  const { batch, record_id, area, title, detail, actor, at } = row;
  const found = areaOf(area);
  const may = useMay();
  const isPerson = titularRules.tables.includes(area) && may(...titularRules.needs);
  const name = title ?? 'registro';
  async function run(work: (again: () => void) => Promise<boolean>, item: Element | null) {
    if (!(await work(() => void run(work, item)))) return;
    chosen.remove([row]);
    if (item) moveFocusToSibling(item);
  }
  const restore = () => undoEntry(batch, record_id, found && restoredMessage(found));
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <Tick
        label={`Selecionar ${name}`}
        isOn={chosen.has(row)}
        onChange={() => chosen.toggle(group, row)}
      />
      {/* Only initials: the picture of a deleted record is in a closed bucket. */}
      <Avatar name={name} letters={2} square />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted wrap-anywhere">
          {[found?.one, detail].filter(Boolean).join(' · ')}
        </p>
        {isAlone && (
          <p className="text-xs text-muted">
            {actor ?? 'O sistema'} excluiu <RelativeTime at={at} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Restaurar ${name}`}
          onClick={({ currentTarget }) => void run(restore, currentTarget.closest('li'))}
        >
          Restaurar
        </Button>
        {group.may_discard && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Apagar de vez: ${name}`}
            onClick={({ currentTarget }) =>
              void run((again) => discardRecords([row], again), currentTarget.closest('li'))
            }
          >
            Apagar de vez
          </Button>
        )}
        {found && isPerson && (
          <AnonymiseDeletedButton
            area={found}
            id={record_id}
            name={name}
            onDone={() => chosen.remove([row])}
          />
        )}
      </div>
    </div>
  );
}

type TickProps = { label: string; isOn: boolean; isPartly?: boolean; onChange: () => void };

/** Renders a checkbox with the size of a touch target. */
function Tick({ label, isOn, isPartly = false, onChange }: TickProps) {
  return (
    <label className="-m-2 flex size-8 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        className="size-4 accent-accent max-sm:size-5"
        checked={isOn}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={onChange}
      />
    </label>
  );
}
