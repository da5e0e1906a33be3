import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadMoreButton, QueryStatus } from '#ui/query-status.tsx';
import { EntryDescription } from './entry-description.tsx';
import { recordHistoryQuery } from './history.queries.ts';
import type { HistoryEntry, RecordNames } from './history.queries.ts';
import type { ChangedField } from './changed-fields.ts';
import { restoreEntry, undoEntry } from './undo.ts';

export type HistoryDialogProps = {
  area: string;
  id: string;
  onClose: () => void;
};

/** Renders the history of a record, newest first, with commands to undo a batch or restore a field or a version. */
export function HistoryDialog({ area, id, onClose }: HistoryDialogProps) {
  const query = useInfiniteQuery(recordHistoryQuery(area, id));
  const pages = query.data?.pages ?? [];
  const empty = pages[0]?.entries.length === 0;
  const [isRunning, setRunning] = useState(false);
  async function run(command: () => Promise<boolean>) {
    setRunning(true);
    // Wait for the refetch that a successful command has started.
    if (await command()) await query.refetch({ cancelRefetch: false });
    setRunning(false);
  }
  return (
    <Dialog title="Histórico" size="lg" onClose={onClose}>
      <QueryStatus query={query}>Falha ao carregar o histórico: {query.error?.message}</QueryStatus>
      {empty && <p className="text-muted">Este registro ainda não tem alterações.</p>}
      <ol
        aria-label="Alterações"
        // Ignore clicks until the new entry has moved the others: a click could hit the command of another entry.
        className={`divide-y divide-line ${isRunning ? 'pointer-events-none' : ''}`}
      >
        {pages.map(({ entries, names }, page) =>
          entries.map((entry, index) => (
            <Entry
              key={entry.batch}
              entry={entry}
              names={names}
              newest={page === 0 && index === 0}
              run={(command) => void run(command)}
            />
          )),
        )}
      </ol>
      <LoadMoreButton query={query} className="mt-3">
        Mostrar mais antigas
      </LoadMoreButton>
    </Dialog>
  );
}

type EntryProps = {
  entry: HistoryEntry;
  names: RecordNames;
  newest: boolean;
  run: (command: () => Promise<boolean>) => void;
};

function Entry({ entry, names, newest, run }: EntryProps) {
  const canUndo = entry.kind === 'update' && entry.undoable && !entry.undone;
  const restoreField = (field: ChangedField) => (
    <Button
      variant="ghost"
      size="sm"
      className="ml-1"
      aria-label={`Restaurar ${field.label}: ${field.from}`}
      onClick={() => run(() => restoreEntry(entry, field.column))}
    >
      Restaurar
    </Button>
  );
  return (
    <li className="flex items-start gap-x-4 gap-y-2 py-3 max-sm:flex-col">
      <EntryDescription entry={entry} names={names} fieldAction={restoreField} />
      <div className="flex shrink-0 gap-2">
        {canUndo && (
          <Button size="sm" onClick={() => run(() => undoEntry(entry.batch, entry.record_id))}>
            Desfazer
          </Button>
        )}
        {!newest && entry.kind !== 'delete' && (
          <Button size="sm" onClick={() => run(() => restoreEntry(entry))}>
            Restaurar esta versão
          </Button>
        )}
      </div>
    </li>
  );
}
