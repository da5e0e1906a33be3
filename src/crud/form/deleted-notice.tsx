import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { recordText, restoredText } from '../area.ts';
import type { Area } from '../area.ts';
import { deletionText } from '../history/record-authors.queries.ts';
import type { Deletion } from '../history/record-authors.queries.ts';
import { undoEntry } from '../history/undo.ts';

export type GoneNoticeProps = {
  area: Pick<Area, 'one' | 'adding' | 'count'>;
  id: string;
  deletion: Deletion;
  /** Called after the record was restored: saves the form over it. */
  onBack: () => void;
  /** Saves the form as a new record. */
  onAnother: () => void;
};

/**
 * The notice over a form whose record was deleted while it was edited: it names the user who deleted the record, and
 * offers ways to save the typed values.
 */
export function DeletedNotice({ area, id, deletion, onBack, onAnother }: GoneNoticeProps) {
  const [busy, setBusy] = useState(false);
  const { the, this: record, another } = recordText(area);
  async function restore() {
    setBusy(true);
    const isBack = await undoEntry(deletion.batch, id, restoredText(area));
    setBusy(false);
    if (isBack) onBack();
  }
  return (
    <div
      role="alert"
      ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}
      className="mb-4 flex max-w-6xl scroll-mt-40 flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-warning-soft px-4 py-3 text-warning"
    >
      <Trash2 className="size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{deletionText(deletion, record)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onAnother}>
          Criar {another} com estes dados
        </Button>
        <Button size="sm" variant="primary" busy={busy} onClick={() => void restore()}>
          Restaurar {the}
        </Button>
      </div>
    </div>
  );
}
