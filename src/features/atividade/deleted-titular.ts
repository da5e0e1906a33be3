import { areaOf } from '#areas/index.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { anonymisedName, titularRules } from '#features/titular/titular.queries.ts';
import type { Titular } from '#features/titular/titular.queries.ts';

/**
 * Returns the titular that an entry has deleted, so that the data of the titular can be anonymised: the history
 * contains the data even after the 30 days of the trash. Undefined if the entry has several records, was undone,
 * deleted no titular or has no name, or if the titular was anonymised.
 */
export function findDeletedTitular({
  kind,
  area,
  record_id,
  title,
  records,
  undone,
}: HistoryEntry): Titular | undefined {
  const found = areaOf(area);
  const isPerson = titularRules.tables.includes(area);
  const isGone = (kind === 'delete' || kind === 'discard') && !undone;
  if (!found || !isPerson || !isGone || records.count !== 1 || !title || title === anonymisedName)
    return undefined;
  return { area: found, id: record_id, name: title };
}
