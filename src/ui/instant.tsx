import { formatInstant } from '#lib/date.ts';
import { useNow } from './use-now.ts';

/** A timestamp of the database, relative to today: 'hoje às 14:32', and 'ontem às 14:32' after midnight. */
export function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{useNow(() => formatInstant(at))}</time>;
}
