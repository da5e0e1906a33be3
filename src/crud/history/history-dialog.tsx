import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { ActStory } from './act-story.tsx';
import { recordHistory } from './acts.queries.ts';
import type { Act, Names } from './acts.queries.ts';
import type { ChangedField } from './changed-fields.ts';
import { restoreAct, undoAct } from './undo.ts';

export type HistoryDialogProps = {
  area: string;
  id: string;
  onClose: () => void;
};

/** The history of a record, newest first, with commands to restore a field or the whole record. */
export function HistoryDialog({ area, id, onClose }: HistoryDialogProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    recordHistory(area, id),
  );
  const pages = data?.pages ?? [];
  const empty = pages[0]?.entries.length === 0;
  return (
    <Dialog title="Histórico" size="lg" onClose={onClose}>
      {error && (
        <ErrorBox
          onRetry={() => void refetch()}
        >{`Falha ao carregar o histórico: ${error.message}`}</ErrorBox>
      )}
      {!data && !error && <SpinnerArea />}
      {empty && <p className="text-muted">Este registro ainda não tem alterações.</p>}
      <ol className="divide-y divide-line" aria-label="Alterações">
        {pages.map(({ entries, names }, page) =>
          entries.map((act, index) => (
            <Entry key={act.batch} act={act} names={names} newest={page === 0 && index === 0} />
          )),
        )}
      </ol>
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Mostrar mais antigas
        </Button>
      )}
    </Dialog>
  );
}

type EntryProps = { act: Act; names: Names; newest: boolean };

function Entry({ act, names, newest }: EntryProps) {
  const canUndo = act.kind === 'update' && act.undoable && !act.undone;
  const restoreField = (field: ChangedField) => (
    <Button
      variant="ghost"
      size="sm"
      className="ml-1"
      aria-label={`Restaurar ${field.label}: ${field.from}`}
      onClick={() => void restoreAct(act, field.column)}
    >
      Restaurar
    </Button>
  );
  return (
    <li className="flex items-start gap-x-4 gap-y-2 py-3 max-sm:flex-col">
      <ActStory act={act} names={names} fieldAction={restoreField} />
      <div className="flex shrink-0 gap-2">
        {canUndo && (
          <Button size="sm" onClick={() => void undoAct(act.batch, act.record_id)}>
            Desfazer
          </Button>
        )}
        {!newest && act.kind !== 'delete' && (
          <Button size="sm" onClick={() => void restoreAct(act)}>
            Restaurar esta versão
          </Button>
        )}
      </div>
    </li>
  );
}
