import * as v from 'valibot';
import { formatDateTime } from './date.ts';
import { parseLocalTime, toDateTimeInput } from './wall-time.ts';

// Functions for fields of date and time, and for periods with a beginning and an end. An open side of a period is null
// in stored values, and '' in form values.

/** Returns the value of a datetime-local input for an instant; '' without an instant. */
export function toOptionalDateTimeInput(instant: string | null | undefined): string {
  return instant ? toDateTimeInput(instant) : '';
}

/** Returns the rule of an optional field for date and time. The rule returns an instant, or null for an empty field. */
export function optionalDateTime() {
  return v.pipe(
    v.string(),
    v.check((typed) => typed === '' || parseLocalTime(typed) !== undefined, unreadable),
    v.transform((typed) => parseLocalTime(typed) ?? null),
  );
}

const unreadable = 'Informe dia e hora, como 30/11/2026 18:00.';

/** Whether the end is after the beginning, or a side is open. Both sides must be form values, or both stored values. */
export function isPeriodInOrder(starts: string | null, ends: string | null): boolean {
  return !starts || !ends || starts < ends;
}

/**
 * Returns `fields` with the rule `isPeriodInOrder` for two fields. The rule also runs while other fields are invalid.
 */
export function withPeriodRule<Fields extends v.GenericSchema>(
  fields: Fields,
  starts: keyof v.InferOutput<Fields> & string,
  ends: keyof v.InferOutput<Fields> & string,
): Fields {
  // Cast the generic names to two literal types, for the paths of the check below.
  const [from, to] = [starts, ends] as unknown as ['from', 'to'];
  const sides = fields as unknown as v.GenericSchema<Sides>;
  const isRight = (period: Sides) => isPeriodInOrder(period[from], period[to]);
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
export function formatDateTimeInput(typed: string): string {
  const instant = parseLocalTime(typed);
  return instant === undefined ? typed : formatDateTime(instant);
}
