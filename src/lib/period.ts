import * as v from 'valibot';
import { formatDateTime } from './date.ts';
import { instantOf, wallTime } from './wall-time.ts';

// Functions for periods with a beginning and an end. An open side is null in stored values, and '' in form values.

/** Returns the value of a datetime-local input for an instant; '' without an instant. */
export function inputValueOf(instant: string | null | undefined): string {
  return instant ? wallTime(instant) : '';
}

/** Returns the rule of an optional field for date and time. The rule returns an instant, or null for an empty field. */
export function optionalMoment() {
  return v.pipe(
    v.string(),
    v.check((typed) => typed === '' || instantOf(typed) !== undefined, unreadable),
    v.transform((typed) => instantOf(typed) ?? null),
  );
}

const unreadable = 'Informe dia e hora, como 30/11/2026 18:00.';

/** Whether the end is after the beginning, or a side is open. Both sides must be form values, or both stored values. */
export function isInOrder(starts: string | null, ends: string | null): boolean {
  return !starts || !ends || starts < ends;
}

/** Returns `fields` with the rule `isInOrder` for two fields. The rule also runs while other fields are invalid. */
export function withPeriod<Fields extends v.GenericSchema>(
  fields: Fields,
  starts: keyof v.InferOutput<Fields> & string,
  ends: keyof v.InferOutput<Fields> & string,
): Fields {
  // Cast the generic names to two literal types, for the paths of the check below.
  const [from, to] = [starts, ends] as unknown as ['from', 'to'];
  const sides = fields as unknown as v.GenericSchema<Sides>;
  const isRight = (period: Sides) => isInOrder(period[from], period[to]);
  const checked = v.pipe(
    sides,
    v.forward(v.partialCheck([[from], [to]], isRight, endBeforeStartMessage), [to]),
  );
  // The cast is safe: the check changes neither input nor output type.
  return checked as unknown as Fields;
}

type Sides = { from: string | null; to: string | null };

export const endBeforeStartMessage = 'O fim deve ser depois do início.';

/** Formats the value of a datetime-local input: '30/11/2026, 18:00'. Returns an invalid value unchanged. */
export function momentText(typed: string): string {
  const instant = instantOf(typed);
  return instant === undefined ? typed : formatDateTime(instant);
}
