import { useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Json } from '#data/database.types.ts';
import { createRandomHex } from '#lib/random-name.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { formatCountInGender } from '../area.ts';
import type { Area } from '../area.ts';
import type { BulkChange, RecordNames, ColumnValue } from '../history/history.queries.ts';
import { undoEntry } from '../history/undo.ts';
import { translateRefusal } from '#data/errors.ts';
import { mayHaveExecuted } from '#data/unwrap.ts';
import {
  deleteStagedBatchInBackground,
  planChange,
  countRemaining,
} from '../many/batch.queries.ts';
import type { BatchRow, BatchPlan, PlanTotals } from '../many/batch.queries.ts';
import { BatchResult } from '../many/batch-result.tsx';
import { BatchReview } from '../many/review.tsx';
import { BatchRowList } from '../many/rows.tsx';
import type { ShownRowsProps } from '../many/rows.tsx';
import { useBatchFlow } from '../many/use-batch.ts';
import type { BatchFlow, EndedBatch } from '../many/use-batch.ts';
import { ProgressPanel } from '../many/progress-panel.tsx';
import { labelOf, noWords, valueText, wordsQuery } from '../words.ts';
import { missingRecordsText, plannedChangesText, writtenChangesText } from './bulk-words.ts';
import type { BulkAction, BulkWords } from './bulk-words.ts';
import { showBulkResult } from './show-bulk-result.ts';

export type BulkActionsProps = {
  area: Area;
  actions: readonly BulkAction[];
  /** The selection, in the format of the database function `plan_change`. */
  selection: Json;
  words?: BulkWords;
  /** Clears the selection. Called when all rows were written, or when the user closes the result of the change. */
  onDone: () => void;
};

/**
 * Renders the bulk changes for the selected rows as buttons and a menu '⋯'. Each of them opens a dialog that shows the
 * planned changes before they are written.
 */
export function BulkActions(props: BulkActionsProps) {
  const { area, actions, selection, words = {}, onDone } = props;
  const [chosen, choose] = useState<BulkAction>();
  const quiet = actions.filter((action) => action.quiet);
  return (
    <>
      {actions.map((action) => {
        if (action.quiet) return null;
        const { label, icon: Icon } = action;
        return (
          <Button key={label} size="sm" icon={<Icon />} onClick={() => choose(action)}>
            {label}
          </Button>
        );
      })}
      {quiet.length > 0 && (
        <Menu
          label="Mais alterações"
          trigger={<Ellipsis />}
          triggerClass={buttonClass('secondary', 'sm')}
        >
          {quiet.map((action) => {
            const { label, icon: Icon } = action;
            return (
              <MenuItem key={label} icon={<Icon />} onSelect={() => choose(action)}>
                {label}
              </MenuItem>
            );
          })}
        </Menu>
      )}
      {chosen && (
        <BulkDialog
          {...{ area, selection, words }}
          action={chosen}
          onClose={() => choose(undefined)}
          onDone={() => {
            // Close the dialog before `onDone` moves the focus: a dialog that closes later would move the focus back.
            flushSync(() => choose(undefined));
            onDone();
          }}
        />
      )}
    </>
  );
}

type BulkDialogProps = Required<Omit<BulkActionsProps, 'actions'>> & {
  action: BulkAction;
  onClose: () => void;
};

/** Renders the dialog of a bulk change: its form, the effect on each record, the progress, the result and the undo. */
function BulkDialog({ area, action, selection, words, onClose, onDone }: BulkDialogProps) {
  const known = 'change' in action ? action.change : undefined;
  const deletes = known?.kind === 'delete';
  const Form = 'form' in action ? action.form : undefined;
  const [wantedChange, setWantedChange] = useState<BulkChange | undefined>(known);
  const flow = useBatchFlow({
    first: known && { step: 'work', what: '' },
    onAllWritten: (ended) => (showBulkResult(area, { plan: ended }, deletes), leave(ended)),
    onEndAfterLeave: (ended) => (
      showBulkResult(area, ended, deletes),
      deleteStagedBatchInBackground(ended.plan.id)
    ),
  });
  const { at } = flow;

  function plan(change: BulkChange) {
    flow.forget();
    setWantedChange(change);
    void review(change);
  }

  async function review(change: BulkChange) {
    const planned = await flow.work('Conferindo a alteração', async (work) => {
      const id = createRandomHex();
      try {
        return await planChange(id, area.table, selection, change, work);
      } catch (error) {
        // Delete the staged batch: the server has perhaps stored it, but nothing will use it. An abort means that the
        // user has changed the form or left the dialog. After a lost response, a retry makes a new staged batch.
        if (work.signal.aborted || mayHaveExecuted(error)) deleteStagedBatchInBackground(id);
        throw error;
      }
    });
    if (planned) flow.review(planned);
  }

  function leave({ id }: BatchPlan) {
    deleteStagedBatchInBackground(id);
    onDone();
  }

  function close() {
    if (at.step === 'apply') flow.stop();
    else if (at.step === 'end') leave(at.plan);
    else {
      flow.forget();
      onClose();
    }
  }

  const planKnown = useEffectEvent(() => {
    if (known) void review(known);
  });
  useEffect(function planWithoutForm() {
    planKnown();
  }, []);

  const view = { area, words, deletes, flow, onClose: close };
  return (
    <Dialog title={action.label} size="lg" onClose={close}>
      {Form && ['ask', 'work', 'review'].includes(at.step) && (
        // Discard the plan at any change of the form, because the plan is then obsolete. Searching in a combobox does
        // not change the form.
        <div onChangeCapture={({ target }) => isSearchText(target) || flow.forget()}>
          <Form onChange={plan} />
        </div>
      )}
      {flow.problem && (
        <ErrorBox onRetry={wantedChange && (() => plan(wantedChange))}>{flow.problem}</ErrorBox>
      )}
      {at.step === 'work' && at.done === undefined && <CenteredSpinner className="min-h-48" />}
      {at.step === 'work' && at.done !== undefined && (
        <ProgressPanel what={at.what} done={at.done} />
      )}
      {at.step === 'review' && <ChangeReview key={at.plan.id} {...view} plan={at.plan} />}
      {at.step === 'apply' && (
        <ProgressPanel
          what={`Alterando ${formatCountWithNoun(at.total, ...area.count)}`}
          done={1 - countRemaining(at.plan) / at.total}
          onStop={at.total > 5000 ? flow.stop : undefined}
        />
      )}
      {at.step === 'end' && <ChangeEnd {...view} ended={at} />}
    </Dialog>
  );
}

function isSearchText(target: EventTarget): boolean {
  return target instanceof Element && target.matches('[role=combobox]');
}

type ViewProps = Pick<BulkDialogProps, 'area' | 'words' | 'onClose'> & {
  deletes: boolean;
  flow: BatchFlow;
};

function ChangeReview({ plan, ...view }: ViewProps & { plan: BatchPlan }) {
  const { area, words, deletes, flow, onClose } = view;
  const onTotals = (totals: PlanTotals) => flow.review({ ...plan, ...totals });
  return (
    <BatchReview
      plan={plan}
      words={{
        area,
        apply: deletes ? 'Mover' : 'Alterar',
        tone: deletes ? 'danger' : undefined,
        place: 'dialog',
        back: 'Cancelar',
        doubts: words.doubts,
      }}
      renderRows={(part) => <ChangedRows {...{ area, words, plan, onTotals }} {...part} />}
      onApply={() => void flow.apply(plan)}
      onBack={onClose}
    >
      <Summary {...{ area, words, deletes, plan }} />
    </BatchReview>
  );
}

function ChangeEnd({ ended, ...view }: ViewProps & { ended: EndedBatch }) {
  const { area, words, deletes, flow, onClose } = view;
  const { plan } = ended;
  return (
    <BatchResult
      ended={ended}
      words={{
        area,
        written: <p className="font-medium">{writtenChangesText(area, plan, deletes)}</p>,
        refused: `${formatCountInGender(area, plan.counts.refuse ?? 0, 'recusado', 'recusados')} pelas regras.`,
      }}
      renderRows={(part) => <ChangedRows {...{ area, words, plan }} {...part} />}
      onRetry={() => void flow.apply(plan)}
      onUndo={(batch) => (onClose(), void undoEntry(batch))}
    >
      <Button variant="primary" data-autofocus onClick={onClose}>
        Concluir
      </Button>
    </BatchResult>
  );
}

type ChangedRowsProps = Pick<ViewProps, 'area' | 'words'> & ShownRowsProps;

function ChangedRows({ area, words, ...rows }: ChangedRowsProps) {
  return (
    <BatchRowList
      label={`${area.title} da alteração`}
      area={area}
      {...rows}
      renderChange={(row) => <ChangeOfRow {...{ area, words, row }} />}
    />
  );
}

type ChangeOfRowProps = Pick<ViewProps, 'area' | 'words'> & { row: BatchRow };

/**
 * Renders the old and the new value of each changed column of a row, and the doubts and the refusal of the row. For a
 * row with the outcome `stale`, renders only a text about the later change.
 */
function ChangeOfRow({ area, words, row }: ChangeOfRowProps) {
  const { data: fieldWords = noWords } = useQuery(wordsQuery(area.table));
  const { data: names = noNames } = useQuery({
    queryKey: ['batches', 'names', area.table],
    queryFn: words.names ?? (() => Promise.resolve(noNames)),
  });
  if (row.outcome === 'stale')
    return <p className="text-muted">Houve outra alteração depois da conferência.</p>;
  const { before, after } = row;
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  // Cast: a bulk change sets only columns with scalar values.
  const text = (name: string, value: unknown) =>
    valueText(name, value as ColumnValue, fieldWords, names);
  return (
    <>
      {changed.map((name) => (
        <p key={name}>
          {changed.length > 1 && <b className="font-medium">{labelOf(name, fieldWords)}: </b>}
          <s className="text-muted">{text(name, before[name])}</s>
          <span className="sr-only"> passa a ser</span> {text(name, after[name])}
        </p>
      ))}
      {words.doubts?.texts(row.doubts, before, after).map((doubt) => (
        <p key={doubt} className="text-warning">
          {doubt}
        </p>
      ))}
      {row.refusal?.message && <p className="text-danger">{translateRefusal(row.refusal)}</p>}
    </>
  );
}

const noNames: RecordNames = {};

type SummaryProps = Pick<ViewProps, 'area' | 'words' | 'deletes'> & { plan: BatchPlan };

/**
 * Renders the texts of `plannedChangesText` and `words.effect`. If selected records no longer exist, also renders their
 * number.
 */
function Summary({ area, words, plan, deletes }: SummaryProps) {
  const { missing } = plan;
  const changing = countRemaining(plan);
  const effect = changing > 0 && words.effect?.(plan);
  return (
    <div role="status" className="mb-3">
      <p className="font-medium">
        {plannedChangesText(area, changing, deletes)}
        {effect && ` ${effect}`}
      </p>
      {missing > 0 && <p className="text-muted">{missingRecordsText(area, missing)}</p>}
    </div>
  );
}
