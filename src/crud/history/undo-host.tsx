import { useEffect } from 'react';
import { finishRestoringFiles } from '#data/trashed-pictures.ts';
import { formatCount } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { UndoConflictDialog } from './undo-conflict-dialog.tsx';
import { useCurrentUndo } from './undo.ts';
import type { UndoRun } from './undo.ts';

/** Renders the first open question of the running undos, or the latest progress. The application mounts it once. */
export function UndoHost() {
  const shown = useCurrentUndo();
  useEffect(function finishInterruptedRestores() {
    void finishRestoringFiles();
  }, []);
  if (!shown) return null;
  if ('records' in shown) return <UndoProgress {...shown} />;
  return <UndoConflictDialog key={shown.conflicts[0]?.key} question={shown} />;
}

function UndoProgress({ records, stop }: UndoRun) {
  return (
    <Dialog title="Desfazendo" size="sm" footer={<Button onClick={stop}>Parar</Button>}>
      <p role="status">{formatCount(records)} registros até agora.</p>
    </Dialog>
  );
}
