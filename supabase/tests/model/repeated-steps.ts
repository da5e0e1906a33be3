import {
  predictImportStepOutcomes,
  hasPendingRows,
  isUndone,
  predictPlanStepOutcomes,
} from './many.ts';
import { storeStepResult, chooseOwnBatch, addEvictedOutcome } from './many-steps.ts';
import { USER_NAMES } from './record-steps.ts';
import { copyState } from './state.ts';
import type { StepMaker } from './step.ts';

// Commands that send a step of a staged batch twice: after a lost response, or with fewer rows after a timeout.

const repeatStep: StepMaker = (state, { person, a }) => {
  const begun = [...state.plans, ...state.imports].filter(({ result }) => result !== undefined);
  const found = chooseOwnBatch(begun, person, a);
  if (!found) return undefined;
  const { id, result } = found.one;
  const plan = state.plans.findIndex((one) => one.id === id);
  return {
    text: `${USER_NAMES[person]}: the last step of ${nameOf(plan)} again`,
    run: (adapter) => adapter.repeatStep(person, id),
    outcomes({ body }) {
      // The repeated request returns the result of the first request, and changes nothing.
      const next = copyState(state);
      const done = { state: next, statuses: ['applying', 'done'] };
      const outcomes = JSON.stringify(body) === result ? [done] : [];
      if (plan >= 0) return addEvictedOutcome(state, plan, outcomes);
      const hasEnded = state.imports.some(
        (one) => one.id === id && (!hasPendingRows(one) || isUndone(state, one.batch)),
      );
      return hasEnded ? [...outcomes, { state: next, statuses: ['missing'] }] : outcomes;
    },
  };
};

const slowStep: StepMaker = (state, { person, a, b }) => {
  const plans = state.plans.filter(({ rows }) => rows.some(({ outcome }) => outcome === 'change'));
  const imports = state.imports.filter((one) => one.isTried && hasPendingRows(one));
  const found = b % 2 ? chooseOwnBatch(plans, person, a) : chooseOwnBatch(imports, person, a);
  if (!found) return undefined;
  const { id, rows } = found.one;
  const doubtful = rows.filter(
    (row) => ['create', 'change'].includes(row.outcome) && row.doubtful,
  ).length;
  const plan = state.plans.findIndex((one) => one.id === id);
  const index = plan < 0 ? state.imports.findIndex((one) => one.id === id) : plan;
  return {
    text: `${USER_NAMES[person]}: next step of ${nameOf(plan)}, smaller after a timeout`,
    run: (adapter) => adapter.slowStep(person, id, doubtful),
    outcomes: (result) =>
      plan < 0
        ? storeStepResult(predictImportStepOutcomes(state, index), 'imports', index, result)
        : addEvictedOutcome(
            state,
            index,
            storeStepResult(predictPlanStepOutcomes(state, index), 'plans', index, result),
          ),
  };
};

const nameOf = (plan: number) => (plan < 0 ? 'a spreadsheet' : `plan ${plan + 1}`);

export const repeatedSteps: Record<string, StepMaker> = {
  'repeat step': repeatStep,
  'slow step': slowStep,
};
