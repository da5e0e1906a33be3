import ShieldAlert from 'lucide-react/icons/shield-alert';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { getRecordPhrases, restoredMessage } from '../area.ts';
import type { Area } from '../area.ts';
import { anonymisationText, deletionText } from '../history/record-authors.queries.ts';
import type { Anonymisation, Deletion } from '../history/record-authors.queries.ts';
import { undoEntry } from '../history/undo.ts';

type NoticeProps = { area: Pick<Area, 'one' | 'adding' | 'count'> };

export type DeletedNoticeProps = NoticeProps & {
  id: string;
  deletion: Deletion;
  /** Called after the record was restored: saves the form values over the restored record. */
  onBack: () => void;
  /** Saves the form values as a new record; absent if the form cannot create records. */
  onAnother?: () => void;
};

/**
 * Renders the notice above a form whose record was deleted while it was edited. The notice names the user who deleted
 * the record, and offers to restore the record. With `onAnother`, it also offers a new record with the form values.
 */
export function DeletedNotice({ area, id, deletion, onBack, onAnother }: DeletedNoticeProps) {
  const [busy, setBusy] = useState(false);
  const { the, this: record, another } = getRecordPhrases(area);
  async function restore() {
    setBusy(true);
    const isBack = await undoEntry(deletion.batch, id, restoredMessage(area));
    setBusy(false);
    if (isBack) onBack();
  }
  return (
    <Notice icon={<Trash2 />} text={deletionText(deletion, record)}>
      <div className="flex flex-wrap gap-2">
        {onAnother && (
          <Button size="sm" onClick={onAnother}>
            Criar {another} com estes dados
          </Button>
        )}
        <Button size="sm" variant="primary" busy={busy} onClick={() => void restore()}>
          Restaurar {the}
        </Button>
      </div>
    </Notice>
  );
}

export type AnonymisedNoticeProps = NoticeProps & {
  /** The author and time of the anonymisation; absent if they are unknown. */
  by?: Anonymisation;
};

/** Renders the notice above a form whose record was anonymised while it was edited. */
export function AnonymisedNotice({ area, by }: AnonymisedNoticeProps) {
  const text = anonymisationText(by, getRecordPhrases(area).this);
  return (
    <Notice
      icon={<ShieldAlert />}
      text={`${text} O formulário mostra o registro como está agora. O que estava digitado foi descartado e não foi salvo.`}
    />
  );
}

function Notice({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      ref={(notice) => notice?.scrollIntoView({ block: 'nearest' })}
      className="mb-4 flex max-w-6xl scroll-mt-40 flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-warning-soft px-4 py-3 text-warning [&>svg]:size-4.5 [&>svg]:shrink-0"
    >
      {icon}
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  );
}
