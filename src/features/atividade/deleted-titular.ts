import { areaOf } from '#areas/index.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { nameless, titulares } from '#features/titular/titular.queries.ts';
import type { Titular } from '#features/titular/titular.queries.ts';

/**
 * The titular whom an entry of one record deleted. Only the history still contains its data: the trash deletes records
 * after 30 days.
 */
export function deletedTitular({
  kind,
  area,
  record_id,
  title,
  records,
  undone,
}: HistoryEntry): Titular | undefined {
  const found = areaOf(area);
  const isPerson = titulares.tables.includes(area);
  const isGone = (kind === 'delete' || kind === 'discard') && !undone;
  if (!found || !isPerson || !isGone || records.count !== 1 || !title || title === nameless)
    return undefined;
  return { area: found, id: record_id, name: title };
}
