import fc from 'fast-check';
import type { Adapter } from './adapter.ts';
import {
  checkHistory,
  checkTrash,
  compareBatchAndCopyId,
  compareRowsAndCopyIds,
} from './checks.ts';
import { prepareStep, commandSequenceArbitrary } from './commands.ts';
import { createEmptyState, type State } from './state.ts';
import type { Command } from './step.ts';

/**
 * The failure of a sequence.
 * - `rule`: a short text that groups failures
 * - `steps`: the commands and their results, as text
 * - `place`: the number of commands up to the failure, without the commands of `SETUP`
 */
export type SequenceFailure = { rule: string; problem: string; steps: string[]; place: number };
export type SequenceResult = { kinds: string[]; skipped: number; failure: SequenceFailure | null };

/** The SQLSTATEs that clients receive as status 4xx with a message. Every other SQLSTATE counts as a server error. */
const REFUSALS = ['P0001', '42501', '22023', '23503', '23505', '23514'];

/** The commands with which every sequence begins: they create a few records. */
const SETUP: Command[] = [
  ['create category', 1],
  ['create category', 2],
  ['create partner', 3],
  ['create', 4],
  ['create', 5],
  ['create', 6],
].map(([kind, b]) => ({
  kind: String(kind),
  person: 'administrador',
  a: Number(b),
  b: Number(b),
  c: 1,
}));

export function generateCommands(seed: number): Command[] {
  return fc.sample(commandSequenceArbitrary, { seed, numRuns: 1 })[0]!;
}

/** Runs commands on new records, and compares the database with the model. `number` must be new in this database. */
export async function runSequence(
  adapter: Adapter,
  number: number,
  commands: Command[],
): Promise<SequenceResult> {
  const { since, firstBatch } = await adapter.begin(number);
  const ran: SequenceResult = { kinds: [], skipped: 0, failure: null };
  const steps: string[] = [];
  let state = createEmptyState();
  let reached = commands.length;
  const failed = (rule: string, problem: string): SequenceResult => ({
    ...ran,
    failure: { rule, problem, steps, place: reached },
  });

  for (const [place, command] of [...SETUP, ...commands].entries()) {
    state.touched = [];
    reached = place - SETUP.length + 1;
    const step = prepareStep(state, command);
    if (!step) {
      ran.skipped += 1;
      continue;
    }
    const result = await step.run(adapter);
    const seen = result.refusal
      ? `refused ${result.refusal.code} ${result.refusal.message}`
      : result.status;
    steps.push(
      `${step.text} → ${seen}${result.conflicts ? ` conflicts ${result.conflicts.join()}` : ''}${result.batch === null ? '' : ` (batch ${result.batch})`}`,
    );
    if (place >= SETUP.length) ran.kinds.push(step.kind);
    if (result.refusal && !REFUSALS.includes(result.refusal.code))
      return failed(`${step.kind}: server error ${result.refusal.code}`, seen);

    const stored = await adapter.read(since);
    const problems: string[] = [];
    let accepted: State | undefined;
    for (const { state: next, statuses, left } of step.outcomes(result)) {
      const problem =
        compareRowsAndCopyIds(next, state, stored) ??
        (statuses.includes(result.status) ? null : `result ${seen}, not ${statuses.join('/')}`) ??
        compareBatchAndCopyId(next, state, result) ??
        (left === undefined || left === (result.body['left'] ?? 0)
          ? null
          : `left ${JSON.stringify(result.body['left'])}, not ${left}`);
      if (problem === null) {
        accepted = next;
        break;
      }
      problems.push(problem);
    }
    if (!accepted)
      return failed(ruleOf(step.kind, problems, seen), problems.join(' | or ') || seen);
    const erased = accepted.erased.filter((text) => !state.erased.includes(text));
    const isPending = accepted.imports.some(({ rows }) =>
      // A staged row that was never written belongs to no record: an erased text may still be in it.
      rows.some(
        ({ outcome, key }) =>
          ['untried', 'create', 'refuse'].includes(outcome) && erased.includes(key),
      ),
    );
    const traces = isPending ? [] : await adapter.traces(erased, firstBatch);
    state = accepted;
    if (traces.length > 0)
      return failed(`anonymise: traces in ${traces[0]!.split(':')[0]}`, traces.join(' | '));
  }
  const history = await checkHistory(state, adapter);
  if (history)
    return failed(history.replaceAll(/[PCR]?\d+|"[^"]*"|\[.*/g, '#').slice(0, 60), history);
  const trash = await checkTrash(state, adapter);
  return trash ? failed('trash', trash) : ran;
}

/** Returns a text that groups failures: the kind of command and the first problem, without labels and values. */
function ruleOf(kind: string, problems: string[], outcome: string): string {
  const first = problems[0] ?? `unexpected ${outcome}`;
  return `${kind}: ${first.replaceAll(/[PCR]\d+|\d+|"[^"]*"|\[.*|\{.*/g, '#').slice(0, 70)}`;
}

/**
 * Shortens a sequence that fails, by running it without some of its commands up to `tries` times.
 * @returns the shortest sequence found that breaks the same rule
 */
export async function shrinkSequence(
  run: (commands: Command[]) => Promise<SequenceResult>,
  commands: Command[],
  failure: SequenceFailure,
  tries = 60,
): Promise<{ commands: Command[]; failure: SequenceFailure }> {
  let best = { commands: commands.slice(0, failure.place), failure };
  let left = tries;
  async function attempt(candidate: Command[]) {
    if (left <= 0) return false;
    left -= 1;
    const { failure: found } = await run(candidate);
    if (found?.rule !== failure.rule) return false;
    best = { commands: candidate.slice(0, found.place), failure: found };
    return true;
  }
  for (let size = Math.ceil(best.commands.length / 2); size >= 1 && left > 0;) {
    let isShorter = false;
    for (let from = 0; from < best.commands.length && left > 0;) {
      const candidate = best.commands.toSpliced(from, size);
      if (await attempt(candidate)) isShorter = true;
      else from += size;
    }
    if (!isShorter || size > 1) size = size === 1 ? 0 : Math.floor(size / 2);
  }
  return best;
}
