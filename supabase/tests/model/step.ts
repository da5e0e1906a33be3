import type { Adapter, Answer } from './adapter.ts';
import type { Actor, State } from './state.ts';
import type { Outcome } from './undo.ts';

/** A command means something only in a state: `a`, `b` and `c` choose among what is there. */
export type Command = { kind: string; person: Actor; a: number; b: number; c: number };

export type Step = {
  text: string;
  run(adapter: Adapter): Promise<Answer>;
  /** The acceptable ends, given the result: the first that the database agrees with counts. */
  outcomes(answer: Answer): Outcome[];
};
/** Undefined where the command is not applicable. */
export type Prepare = (state: State, command: Command) => Step | undefined;

export function chosen<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
