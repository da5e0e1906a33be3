import { lazyValue } from './lazy.ts';

/**
 * Returns the local time in the zone America/Sao_Paulo at an instant (milliseconds since 1970): '2026-11-21T09:30:00'.
 * @throws RangeError if the instant is NaN
 */
export function localTimeAt(instant: number): string {
  if (typeof Temporal === 'undefined') return formatter().format(instant).replace(' ', 'T');
  const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return there.toPlainDateTime().toString({ smallestUnit: 'second' });
}

const timeZone = 'America/Sao_Paulo';

/** The part of Temporal that `localTimeAt` uses. It saves the time to create `formatter`: 12 to 15 ms. */
declare const Temporal: {
  Instant: { fromEpochMilliseconds(instant: number): { toZonedDateTimeISO(zone: string): Zoned } };
};
type Zoned = { toPlainDateTime(): { toString(options: { smallestUnit: 'second' }): string } };

/** Returns the formatter for browsers without Temporal. The Swedish locale formats dates as ISO 8601. */
const formatter = lazyValue(
  () => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
);
