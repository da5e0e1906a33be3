import fc from 'fast-check';
import { repeatedSteps } from './repeated-steps.ts';
import { historySteps } from './history-steps.ts';
import { stagedBatchSteps } from './many-steps.ts';
import { pictureSteps } from './picture-steps.ts';
import { recordSteps } from './record-steps.ts';
import { steppedUndoSteps } from './stepped-steps.ts';
import { tableSteps } from './table-steps.ts';
import type { Actor, State } from './state.ts';
import type { Command, StepMaker, Step } from './step.ts';

const STEPS: Record<string, StepMaker> = {
  ...recordSteps,
  ...tableSteps,
  ...stagedBatchSteps,
  ...repeatedSteps,
  ...pictureSteps,
  ...historySteps,
  ...steppedUndoSteps,
};
export const COMMAND_KINDS = Object.keys(STEPS);

/**
 * Kinds that replace a kind of command if it is not applicable in the state; keyed by the replaced kind. With the
 * replacements, most commands have an effect.
 */
const INSTEAD: Record<string, string> = {
  create: 'edit',
  duplicate: 'edit',
  'edit partner': 'create partner',
  'create partner': 'edit partner',
  'delete category': 'rename category',
  'create category': 'rename category',
  apply: 'plan',
  'leave out': 'plan',
  'drop plan': 'plan',
  'repeat step': 'apply',
  'next pictures': 'pictures',
  'slow step': 'apply',
  try: 'stage',
  import: 'try',
  'drop import': 'stage',
  stage: 'import',
  'undo undo': 'undo',
  'undo again': 'undo',
  'undo one': 'undo',
  'undo in steps': 'undo',
  'restore trashed': 'delete',
  'restore deleted': 'delete',
  discard: 'delete',
  delete: 'create',
  edit: 'create',
};

/** Returns the step of a command, or of one of two replacements (`INSTEAD`); undefined if none is applicable. */
export function prepareStep(state: State, command: Command): (Step & { kind: string }) | undefined {
  let { kind } = command;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const step = STEPS[kind]?.(state, { ...command, kind });
    if (step) return { ...step, kind };
    const other = INSTEAD[kind];
    if (!other) return undefined;
    kind = other;
  }
  return undefined;
}

/** Number of additional entries in `DRAWN` for kinds that must be frequent: a bulk change takes several commands. */
const MORE_OFTEN = {
  edit: 1,
  'price in list': 1,
  plan: 2,
  apply: 4,
  import: 1,
  try: 1,
  undo: 2,
  'undo in steps': 1,
  'undo again': 1,
  'undo undo': 1,
  pictures: 1,
  delete: 1,
  'delete category': 1,
};
const DRAWN = [
  ...COMMAND_KINDS,
  ...Object.entries(MORE_OFTEN).flatMap(([kind, times]) => Array<string>(times).fill(kind)),
];

const number = fc.nat(9999);
export const commandSequenceArbitrary: fc.Arbitrary<Command[]> = fc
  .integer({ min: 30, max: 60 })
  .chain((length) =>
    fc.array(
      fc.record({
        kind: fc.constantFrom(...DRAWN),
        person: fc.constantFrom<Actor>('administrador', 'colaborador'),
        a: number,
        b: number,
        c: number,
      }),
      { minLength: length, maxLength: length },
    ),
  );
