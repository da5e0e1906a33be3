import { toast } from '#ui/toast.ts';
import type { Area } from '../area.ts';
import { undoEntry } from '../history/undo.ts';
import { countRemaining, countWritten } from '../many/batch.queries.ts';
import type { EndedBatch } from '../many/use-batch.ts';
import { remainingRecordsText, writtenChangesText } from './bulk-words.ts';

/**
 * Shows a message with the result of a bulk change, even after the user has left the page of the list. Shows no message
 * if the change was completed without writing a row. The message offers the undo if rows were written. It does not
 * offer to continue an unfinished change, because only the page of the list can do that.
 */
export function showBulkResult(area: Area, { plan, failure }: EndedBatch, deletes: boolean) {
  const { batch } = plan;
  const undoAs = (label: string) =>
    batch === null ? undefined : { label, run: () => void undoEntry(batch) };
  const done = countWritten(plan) > 0 && writtenChangesText(area, plan, deletes);
  const left = countRemaining(plan);
  if (!failure && left === 0) {
    if (done) toast.success(done, { action: undoAs('Desfazer') });
    return;
  }
  // After a lost response, the number of the remaining rows is unknown: the last step has perhaps written some.
  const rest = left > 0 && !failure?.isUnknown && remainingRecordsText(area, left);
  const what = deletes ? 'exclusão' : 'alteração';
  toast.warning(`A ${what} de ${area.count[1]} não terminou.`, {
    detail: [done, rest, failure?.message].filter(Boolean).join(' '),
    action: undoAs('Desfazer o que foi feito'),
  });
}
