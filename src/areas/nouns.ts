import type { Area } from '#crud/area.ts';
import { countOf } from '#lib/text.ts';
import { areaOf } from './index.ts';

/** Records of one area, or with `mixed` of several. */
type Records = { area: string; mixed: boolean };

/** The nouns for some records: those of their area, or of records in general. */
export function nounsOf({ area, mixed }: Records): Pick<Area, 'count' | 'adding'> {
  const found = mixed ? undefined : areaOf(area);
  return found ?? { count: ['registro', 'registros'], adding: 'Novo registro' };
}

/** '12 produtos'; 'mais de 999 registros' for a number that the server counts up to 1,000. */
export function countedRecords({ count, ...records }: Records & { count: number }): string {
  const [one, many] = nounsOf(records).count;
  return count < 1000 ? countOf(count, one, many) : `mais de 999 ${many}`;
}
