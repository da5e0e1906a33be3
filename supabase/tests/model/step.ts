import type { Adapter, RequestResult } from './adapter.ts';
import type { Actor, State } from './state.ts';
import type { Outcome } from './undo.ts';

/** A random command. `a`, `b` and `c` are random numbers: they choose records and values in the current state. */
export type Command = { kind: string; person: Actor; a: number; b: number; c: number };

export type Step = {
  text: string;
  run(adapter: Adapter): Promise<RequestResult>;
  /** Returns the acceptable outcomes for a result. The first outcome that matches the database is the new state. */
  outcomes(result: RequestResult): Outcome[];
};
/** A function that returns the step of a command, or undefined if the command is not applicable in the state. */
export type StepMaker = (state: State, command: Command) => Step | undefined;

export function chooseItem<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
