import { whenNeeded } from './later.ts';

/**
 * What the clocks of São Paulo show at an instant (milliseconds since 1970): '2026-11-21T09:30:00'.
 * @throws RangeError of NaN
 */
export function clocksAt(instant: number): string {
  if (typeof Temporal === 'undefined') return formatter().format(instant).replace(' ', 'T');
  const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return there.toPlainDateTime().toString({ smallestUnit: 'second' });
}

const timeZone = 'America/Sao_Paulo';

/** Browsers that have it know the clocks without a formatter, of which the first takes a visit 15 ms. */
declare const Temporal: {
  Instant: { fromEpochMilliseconds(instant: number): { toZonedDateTimeISO(zone: string): Zoned } };
};
type Zoned = { toPlainDateTime(): { toString(options: { smallestUnit: 'second' }): string } };

/** For the others. Sweden writes dates as ISO 8601 does. */
const formatter = whenNeeded(
  () => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
);
