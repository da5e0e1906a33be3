import type { Adapter, Result } from './adapter.ts';
import type { Actor, State } from './state.ts';
import type { Outcome } from './undo.ts';

/** A command is defined only for a state: `a`, `b` and `c` choose among the records of that state. */
export type Command = { kind: string; person: Actor; a: number; b: number; c: number };

export type Step = {
  text: string;
  run(adapter: Adapter): Promise<Result>;
  /** The acceptable outcomes for this result. The first one that the database agrees with counts. */
  outcomes(result: Result): Outcome[];
};
/** Undefined if the command is not applicable. */
export type Prepare = (state: State, command: Command) => Step | undefined;

export function choose<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
