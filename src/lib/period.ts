import * as v from 'valibot';
import { formatDateTime } from './date.ts';
import { instantOf, wallTime } from './wall-time.ts';

// From when until when something is shown or counts. Either side may be open: then it is null, or an empty box.

/** A stored period as its two boxes hold it. */
export function periodValues(
  row: { starts_at: string | null; ends_at: string | null } | undefined,
): { starts_at: string; ends_at: string } {
  return { starts_at: boxOf(row?.starts_at), ends_at: boxOf(row?.ends_at) };
}

/** An instant as a box of type datetime-local holds it; empty for none. */
export function boxOf(instant: string | null | undefined): string {
  return instant ? wallTime(instant) : '';
}

/** The rule of a box for day and time, which may be left empty. */
export function moment() {
  return v.pipe(
    v.string(),
    v.check((typed) => typed === '' || instantOf(typed) !== undefined, unreadable),
  );
}

/** The same, stored as an instant, or null. */
export function optionalMoment() {
  return v.pipe(
    moment(),
    v.transform((typed) => instantOf(typed) ?? null),
  );
}

const unreadable = 'Informe dia e hora, como 30/11/2026 18:00.';

/** Both sides as typed, or both as stored: the end is after the beginning, or one of them is open. */
export function isInOrder(starts: string | null, ends: string | null): boolean {
  return !starts || !ends || starts < ends;
}

/**
 * The schema of some fields, with the rule for the period that two of them are. It speaks up while other fields are
 * not valid yet, too.
 */
export function withPeriod<Fields extends v.GenericSchema>(
  fields: Fields,
  starts: keyof v.InferOutput<Fields> & string,
  ends: keyof v.InferOutput<Fields> & string,
): Fields {
  // No type says by names that are given here which two fields are meant: these stand for them.
  const [from, to] = [starts, ends] as unknown as ['from', 'to'];
  const sides = fields as unknown as v.GenericSchema<Sides>;
  const isRight = (period: Sides) => isInOrder(period[from], period[to]);
  const checked = v.pipe(
    sides,
    v.forward(v.partialCheck([[from], [to]], isRight, endBeforeStart), [to]),
  );
  // A check changes neither what goes in nor what comes out.
  return checked as unknown as Fields;
}

type Sides = { from: string | null; to: string | null };

export const endBeforeStart = 'O fim deve ser depois do início.';

/** What was typed into such a box as people read it: '30/11/2026, 18:00'. */
export function momentText(typed: string): string {
  const instant = instantOf(typed);
  return instant === undefined ? typed : formatDateTime(instant);
}
