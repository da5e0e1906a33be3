import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Json } from '#data/database.types.ts';
import { countOf } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import type { Area } from '../area.ts';
import type { BulkChange } from '../history/acts.ts';
import { undoAct } from '../history/undo.ts';
import { Working } from '../import/working.tsx';
import type { BulkAction, BulkWords } from './bulk-words.ts';
import { applyBulk, dropBulk, planBulk } from './planned-change.ts';
import type { BulkCounts, Made, Plan, Totals } from './planned-change.ts';
import { PlannedRows } from './planned-rows.tsx';
import { ReviewChange } from './review-change.tsx';

export type BulkDialogProps = {
  area: Area;
  action: BulkAction;
  /** As plan_change takes it. */
  selection: Json;
  words: BulkWords;
  onClose: () => void;
  onDone: () => void;
};

/** Where it stands; what it works on is on the server from 'review' on. */
type At =
  | { step: 'ask' }
  | { step: 'plan' }
  | { step: 'failed'; message: string; lost?: { plan: Plan; made: Made } }
  | { step: 'review'; plan: Plan }
  | { step: 'work'; plan: Plan; done: number }
  | { step: 'done'; plan: Plan; made: Made };

/** Changes many records: says what would happen to each, does it, tells what came of it, and takes it back. */
export function BulkDialog({ area, action, selection, words, onClose, onDone }: BulkDialogProps) {
  const known = 'change' in action ? action.change : undefined;
  const deletes = known?.kind === 'delete';
  const [at, setAt] = useState<At>({ step: known ? 'plan' : 'ask' });
  const running = useRef(new AbortController());
  const asked = useRef<BulkChange>(undefined);
  const Form = 'form' in action ? words.forms?.[action.form] : undefined;

  function plan(change: BulkChange) {
    forget();
    setAt({ step: 'plan' });
    void answer(change);
  }

  async function answer(change: BulkChange) {
    asked.current = change;
    const next = await planBulk(area.table, selection, change).then(
      (planned): At => ({ step: 'review', plan: planned }),
      (error: Error): At => ({ step: 'failed', message: error.message }),
    );
    // The form was changed meanwhile: this is no answer to what it says now.
    if (asked.current === change) setAt(next);
    else if (next.step === 'review') dropBulk(next.plan.id);
  }

  /** What was planned is no longer what the form says. */
  function forget() {
    asked.current = undefined;
    if (at.step === 'review') dropBulk(at.plan.id);
    if (at.step !== 'ask') setAt({ step: 'ask' });
  }

  async function apply(planned: Plan, before?: Made) {
    const controller = new AbortController();
    running.current = controller;
    const onProgress = (done: number) => setAt({ step: 'work', plan: planned, done });
    onProgress(0);
    const made = await applyBulk(planned, onProgress, controller.signal, before);
    const { failure } = made;
    if (failure && made.batch === null) {
      // Without a response the step may be done: only the same step of the same plan may follow.
      const lost = failure.isUnknown ? { plan: planned, made } : undefined;
      return setAt({ step: 'failed', message: failure.message, lost });
    }
    if (!isWhole(made)) return setAt({ step: 'done', plan: planned, made });
    dropBulk(planned.id);
    sayDone(changedText(area, made.counts, deletes), made);
    onDone();
  }

  function close() {
    if (at.step === 'work') return running.current.abort();
    if (at.step !== 'done') return (forget(), onClose());
    dropBulk(at.plan.id);
    onDone();
  }

  const planKnown = useEffectEvent(() => {
    if (known) void answer(known);
  });
  useEffect(function planWhatNeedsNoForm() {
    planKnown();
  }, []);

  // After a lost response the change may be applied: it is not planned again from the form.
  const isLost = at.step === 'failed' && at.lost !== undefined;
  const isOpen = at.step !== 'work' && at.step !== 'done' && !isLost;
  return (
    <Dialog title={action.label} size="lg" onClose={close}>
      {Form && isOpen && (
        // Whatever is typed next makes the plan another one.
        <div onChangeCapture={forget}>
          <Form onChange={plan} />
        </div>
      )}
      {at.step === 'plan' && <SpinnerArea className="min-h-48" />}
      {at.step === 'failed' && <ErrorBox onRetry={retry}>{at.message}</ErrorBox>}
      {at.step === 'review' && (
        <ReviewChange
          key={at.plan.id}
          {...{ area, words }}
          plan={at.plan}
          deletes={deletes}
          onTotals={(totals: Totals) => setAt({ step: 'review', plan: { ...at.plan, ...totals } })}
          onApply={() => void apply(at.plan)}
          onClose={close}
        />
      )}
      {at.step === 'work' && (
        <Working
          what={`Alterando ${countOf(at.plan.counts.change ?? 0, ...area.count)}`}
          done={at.done}
          onStop={(at.plan.counts.change ?? 0) > 5000 ? () => running.current.abort() : undefined}
        />
      )}
      {at.step === 'done' && (
        <ChangeDone
          {...{ area, words, deletes, onClose: close }}
          plan={at.plan}
          made={at.made}
          onRetry={() => void apply(at.plan, at.made)}
        />
      )}
    </Dialog>
  );

  function retry() {
    if (at.step === 'failed' && at.lost) return void apply(at.lost.plan, at.lost.made);
    const change = asked.current ?? known;
    if (change) plan(change);
    else setAt({ step: 'ask' });
  }
}

/** Nothing was left out, by whomever. */
function isWhole({ counts, failure }: Made): boolean {
  const { change = 0, stale = 0, refuse = 0 } = counts;
  return !failure && change + stale + refuse === 0;
}

function sayDone(text: string, { batch }: Made) {
  const action = batch ? { label: 'Desfazer', run: () => void undoAct(batch) } : undefined;
  toast.success(text, { action });
}

function changedText({ count }: Area, { changed = 0 }: BulkCounts, deletes: boolean): string {
  const [one, many] = deletes
    ? ['foi para a Lixeira', 'foram para a Lixeira']
    : ['mudou', 'mudaram'];
  return `${countOf(changed, ...count)} ${changed === 1 ? one : many}.`;
}

type ChangeDoneProps = {
  area: Area;
  words: BulkWords;
  plan: Plan;
  made: Made;
  deletes: boolean;
  onClose: () => void;
  /** Goes on where it ended. */
  onRetry: () => void;
};

/** What came of it, where something was left out: stopped, refused by a rule, or changed by somebody else. */
function ChangeDone({ area, words, plan, made, deletes, onClose, onRetry }: ChangeDoneProps) {
  const { batch, counts, failure } = made;
  const { changed = 0, change = 0, stale = 0, refuse = 0 } = counts;
  return (
    <>
      <div role="status" className="space-y-1">
        <p className="font-medium">{changedText(area, counts, deletes)}</p>
        {change > 0 && (
          <p>
            {countOf(change, ...area.count)} {change === 1 ? 'ficou' : 'ficaram'} por mudar.
          </p>
        )}
        {failure && <p className="text-danger">{failure.message}</p>}
        {stale > 0 && (
          <p>
            {countOf(stale, ...area.count)}{' '}
            {stale === 1 ? 'não mudou: alguém o alterou' : 'não mudaram: alguém os alterou'} depois
            da conferência.
          </p>
        )}
        {refuse > 0 && <p>{countOf(refuse, 'recusado', 'recusados')} pelas regras.</p>}
      </div>
      {stale + refuse > 0 && (
        <div className="mt-3">
          <PlannedRows
            {...{ area, words }}
            bulk={plan.id}
            asked={{ outcomes: ['stale', 'refuse'], doubtful: false }}
          />
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {failure && <Button onClick={onRetry}>Tentar novamente</Button>}
        {batch !== null && changed > 0 && (
          <Button onClick={() => (onClose(), void undoAct(batch))}>Desfazer o que foi feito</Button>
        )}
        <Button variant="primary" data-autofocus onClick={onClose}>
          Concluir
        </Button>
      </div>
    </>
  );
}
