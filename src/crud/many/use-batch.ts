import { useEffect, useRef, useState } from 'react';
import { invalidateInAllTabs } from '#data/query-client.ts';
import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';
import { mayHaveExecuted, PlatformError } from '#data/unwrap.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import {
  applyStep,
  deleteStagedBatchInBackground,
  MissingBatchError,
  countRemaining,
} from './batch.queries.ts';
import type { BatchPlan, StepRequest, TaskOptions } from './batch.queries.ts';

/** The reason why a batch ended before all rows were written. */
export type BatchFailure = {
  message: string;
  /** Whether the response was lost: the step was perhaps applied, so only the same step can be sent next. */
  isUnknown: boolean;
  /** Whether the remaining rows can never be applied, because the batch is missing or was undone. */
  isFinal: boolean;
};
export type EndedBatch = { plan: BatchPlan; failure?: BatchFailure };

/** The state of the flow. In the steps 'review', 'apply' and 'end', the server has stored the staged batch. */
export type BatchState =
  | { step: 'ask' }
  /** Without `done`, the progress is unknown. */
  | { step: 'work'; what: string; done?: number }
  | { step: 'review'; plan: BatchPlan }
  | { step: 'apply'; plan: BatchPlan; total: number }
  | ({ step: 'end' } & EndedBatch);

export type BatchFlowOptions = {
  /** The first state of the flow; 'ask' by default. */
  first?: BatchState;
  /** Runs one step; by default, only calls `send`. The import of pictures uploads the pictures before `send`. */
  step?: (plan: BatchPlan, send: SendStep, signal: AbortSignal) => Promise<BatchPlan>;
  /** Called when all rows of a batch were written. Then the flow does not continue to the step 'end'. */
  onAllWritten?: (plan: BatchPlan) => void;
  /** Called when a batch has ended after the user left its page, while the same user is still signed in. */
  onEndAfterLeave?: (ended: EndedBatch) => void;
};

/** A function that requests the next step from the server. */
export type SendStep = (pictures?: StepRequest['pictures']) => Promise<BatchPlan>;

/**
 * Returns the state and the commands of a bulk change or an import: ask → work → review → apply → end. The component
 * that calls this hook renders the step 'ask', for example a form, and plans the batch with `work`.
 */
export function useBatchFlow(source: BatchFlowOptions = {}) {
  const [at, setAt] = useState<BatchState>(source.first ?? { step: 'ask' });
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(function stopOnUnmount() {
    return () => running.current?.abort(pageLeft);
  }, []);
  const isApplying = at.step === 'apply';
  useEffect(
    function askBeforeUnload() {
      if (!isApplying) return undefined;
      // Ask before the tab closes, because this page sends the steps: the remaining rows would not be written.
      const askFirst = (event: Event) => event.preventDefault();
      addEventListener('beforeunload', askFirst);
      return () => removeEventListener('beforeunload', askFirst);
    },
    [isApplying],
  );

  /** Aborts the running task, and returns the abort signal for the next task. */
  function begin(): AbortSignal {
    running.current?.abort();
    running.current = new AbortController();
    setProblem(undefined);
    return running.current.signal;
  }

  function ask(message?: string) {
    setProblem(message);
    setAt({ step: 'ask' });
  }

  /**
   * Runs a task and shows its progress. Returns undefined if the task was aborted or failed. After a failure, opens the
   * step 'ask' with the error message.
   */
  async function work<Result>(
    what: string,
    task: (work: TaskOptions) => Promise<Result>,
  ): Promise<Result | undefined> {
    const signal = begin();
    setAt({ step: 'work', what });
    const onProgress = (done: number) => !signal.aborted && setAt({ step: 'work', what, done });
    try {
      const result = await task({ onProgress, signal });
      return signal.aborted ? undefined : result;
    } catch (error) {
      if (!signal.aborted) ask(getErrorMessage(error));
      return undefined;
    }
  }

  async function apply(plan: BatchPlan) {
    const signal = begin();
    const isSameUser = createSameUserCheck();
    const page = location.pathname;
    const total = Math.max(countRemaining(plan), 1);
    const onStep = (now: BatchPlan) => setAt({ step: 'apply', plan: now, total });
    onStep(plan);
    const ended = await applySteps(plan, source.step, onStep, signal);
    const { failure } = ended;
    invalidateInAllTabs();
    if (!isSameUser()) return;
    // Compare the URL too, because the router changes the URL before this page unmounts.
    if (signal.reason === pageLeft || location.pathname !== page) {
      source.onEndAfterLeave?.(ended);
      return setAt({ step: 'end', ...ended });
    }
    if (source.onAllWritten && isAllWritten(ended)) return source.onAllWritten(ended.plan);
    if (failure && !failure.isUnknown && ended.plan.steps === plan.steps && plan.steps === 0) {
      setProblem(failure.message);
      // Nothing was written: return to the review, or to 'ask' if this plan can never be applied.
      return setAt(failure.isFinal ? { step: 'ask' } : { step: 'review', plan });
    }
    setAt({ step: 'end', ...ended });
  }

  function review(plan: BatchPlan) {
    setProblem(undefined);
    setAt({ step: 'review', plan });
  }

  return {
    at,
    problem,
    ask,
    work,
    apply,
    review,
    /**
     * Aborts the running task. In the step 'work', returns to 'ask'. While a plan is being applied, a step that was
     * already sent to the server still runs to its end.
     */
    stop() {
      running.current?.abort();
      if (at.step === 'work') ask();
    },
    /** Returns to 'ask' from an obsolete plan: aborts the planning, or deletes the staged batch under review. */
    forget() {
      running.current?.abort();
      if (at.step === 'review') deleteStagedBatchInBackground(at.plan.id);
      ask();
    },
  };
}

export type BatchFlow = ReturnType<typeof useBatchFlow>;

/** The abort reason after the user left the page. The command `stop` aborts with the default reason. */
const pageLeft = new Error('The page was left');

/** Whether all planned rows were written: no step failed, and no row remains, is stale or was refused. */
function isAllWritten({ plan, failure }: EndedBatch): boolean {
  const { stale = 0, refuse = 0 } = plan.counts;
  return !failure && countRemaining(plan) + stale + refuse === 0;
}

/**
 * Applies a plan: up to 5,000 rows in one step, more rows in steps of 1,000. An abort of the signal stops between two
 * steps. All steps are one batch of the history. After a failure, call the function again with the returned plan.
 */
async function applySteps(
  plan: BatchPlan,
  doStep: BatchFlowOptions['step'],
  onStep: (plan: BatchPlan) => void,
  signal: AbortSignal,
): Promise<EndedBatch> {
  const run = createShrinkingStepRunner(countRemaining(plan) <= 5000 ? 5000 : 1000);
  let now = plan;
  let isSent = false;
  try {
    // Send the first request even if no row seems to remain: perhaps it repeats a step whose response was lost.
    do {
      const last = now;
      const send: SendStep = (pictures) => {
        isSent = true;
        return run((size) => applyStep(last, { size, confirmed: plan.doubtful, pictures }));
      };
      now = await (doStep ? doStep(last, send, signal) : send());
      isSent = false;
      onStep(now);
    } while (countRemaining(now) > 0 && !signal.aborted);
  } catch (error) {
    // An abort before `send` is not a failure: the user stopped the work during the upload.
    if (signal.aborted && !isSent) return { plan: now };
    const isUnknown = mayHaveExecuted(error);
    const isFinal =
      error instanceof MissingBatchError ||
      (error instanceof PlatformError && error.hint === 'batch_undone');
    return { plan: now, failure: { message: getErrorMessage(error), isUnknown, isFinal } };
  }
  return { plan: now };
}
