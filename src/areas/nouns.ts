import type { Area } from '#crud/area.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { areaOf } from './index.ts';

/** Records of one area, or of several areas if `mixed` is true. */
type Records = { area: string; mixed: boolean };

/** Returns the nouns for records: those of their area, or 'registro' and 'registros' for records of several areas. */
export function nounsOf({ area, mixed }: Records): Pick<Area, 'count' | 'adding'> {
  const found = mixed ? undefined : areaOf(area);
  return found ?? { count: ['registro', 'registros'], adding: 'Novo registro' };
}

/** Returns '12 produtos', or 'mais de 999 produtos' if the count is 1,000: the server counts only up to 1,000. */
export function recordCountText({ count, ...records }: Records & { count: number }): string {
  const [one, many] = nounsOf(records).count;
  return isExactCount(count) ? formatCountWithNoun(count, one, many) : `mais de 999 ${many}`;
}

/** Whether a number of records is exact. The server counts up to 1,000: this number means 1,000 or more. */
export function isExactCount(count: number): boolean {
  return count < 1000;
}
