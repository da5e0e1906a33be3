import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatCountWithNoun } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { undoEntry } from '../history/undo.ts';
import { adaptToGender } from '../area.ts';
import type { Area } from '../area.ts';
import { countRemaining, countWritten } from './batch.queries.ts';
import type { PlanPart } from './review.tsx';
import type { EndedBatch } from './use-batch.ts';

export type BatchResultProps = {
  ended: EndedBatch;
  words: BatchResultWords;
  /** Renders the rows that the server did not write (`stale` and `refuse`). */
  renderRows?: (part: PlanPart) => ReactNode;
  /** Continues with the same plan. After a lost response, repeats the same step. */
  onRetry: () => void;
  /** Called with the batch to undo. If absent, this component undoes the batch. */
  onUndo?: (batch: number) => void;
  /** The links and buttons below the result. */
  children: ReactNode;
};

export type BatchResultWords = {
  area: Pick<Area, 'count' | 'adding'>;
  /** Sentences about the records that were written. */
  written: ReactNode;
  /** The sentence about refused rows: 'Recusadas: 3 linhas'. */
  refused: string;
};

/**
 * Renders the result of a batch: its numbers, and a button that undoes the batch if rows were written. Also renders a
 * retry button if rows remain or a step failed, unless the remaining rows can never be applied. After a lost response,
 * if no written row is known, renders only the error and the retry button.
 */
export function BatchResult({
  ended,
  words,
  renderRows,
  onRetry,
  onUndo,
  children,
}: BatchResultProps) {
  const { area } = words;
  const { plan, failure } = ended;
  const { stale = 0, refuse = 0 } = plan.counts;
  const [isUndone, setUndone] = useState(false);
  // A response was lost, so perhaps the server has written rows. Offer only to repeat the same step of the same plan.
  if (failure?.isUnknown && countWritten(plan) === 0)
    return <ErrorBox onRetry={onRetry}>{failure.message}</ErrorBox>;
  const left = countRemaining(plan);
  const leftOut: PlanPart = { request: { outcomes: ['stale', 'refuse'] }, total: stale + refuse };
  // Ignore refused rows: the result is complete if all other rows were written.
  const isPartial = left + stale > 0 || failure;
  async function undo(batch: number) {
    if (onUndo) onUndo(batch);
    else if (await undoEntry(batch)) setUndone(true);
  }
  return (
    <>
      <div role="status" className="space-y-1">
        {words.written}
        {left > 0 && (
          <p>
            {left === 1 ? 'Falta' : 'Faltam'} {formatCountWithNoun(left, ...area.count)}. O que já
            foi feito não se perdeu.
          </p>
        )}
        {failure && <p className="text-danger">{failure.message}</p>}
        {stale > 0 && (
          <p>
            {formatCountWithNoun(stale, ...area.count)}{' '}
            {adaptToGender(area, stale === 1 ? 'não foi alterado' : 'não foram alterados')}: houve
            alterações depois da conferência.
          </p>
        )}
        {refuse > 0 && <p className="text-danger">{words.refused}</p>}
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        {children}
        {(left > 0 || failure) && !failure?.isFinal && !isUndone && (
          <Button onClick={onRetry}>{failure ? 'Tentar novamente' : 'Continuar'}</Button>
        )}
        {plan.batch !== null && countWritten(plan) > 0 && (
          // Keep the button after the undo, because it has the focus.
          <Button
            aria-disabled={isUndone || undefined}
            onClick={() => !isUndone && plan.batch !== null && void undo(plan.batch)}
          >
            {isUndone ? 'Desfeito' : isPartial ? 'Desfazer o que foi feito' : 'Desfazer'}
          </Button>
        )}
      </div>
      {/* The rows are below the buttons, so that they do not move the buttons when they arrive. */}
      {leftOut.total > 0 && renderRows && <div className="mt-5">{renderRows(leftOut)}</div>}
    </>
  );
}
