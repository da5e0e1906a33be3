import { formatRelativeDateTime } from '#lib/date.ts';
import { useTimeDependentValue } from './use-time-dependent-value.ts';

/** A timestamp of the database, relative to today: 'hoje às 14:32', and 'ontem às 14:32' after midnight. */
export function RelativeTime({ at }: { at: string }) {
  return <time dateTime={at}>{useTimeDependentValue(() => formatRelativeDateTime(at))}</time>;
}
