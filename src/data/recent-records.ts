import type { TableName } from './permissions.ts';
import { createPersonalList } from './personal-list.ts';

type Key = { table: TableName; id: string };

/** A record that the user opened in this browser at the time `at` (ISO 8601), with its name at that time. */
export type RecentRecord = Key & { title: string; at: string };

/** Days after which a record leaves the list: its name can be personal data that was anonymised meanwhile. */
const lifetime = 30;

/** Returns the records that the user opened last, newest first. The sign-out deletes this list. */
export function listRecentRecords(): readonly RecentRecord[] {
  const oldest = Date.now() - lifetime * 24 * 60 * 60 * 1000;
  return recent.get().filter(({ at }) => Date.parse(at) > oldest);
}

export function addRecentRecord(record: Omit<RecentRecord, 'at'>) {
  recent.set([{ ...record, at: new Date().toISOString() }, ...without(record)]);
}

/** Removes a record from the list of recent records. Call this function when the record was deleted or anonymised. */
export function removeRecentRecord(record: Key) {
  recent.set(without(record));
}

const recent = createPersonalList('vitrine:recentes', { limit: 8, isItem: isRecord });

function without({ table, id }: Key): RecentRecord[] {
  return listRecentRecords().filter((other) => other.table !== table || other.id !== id);
}

function isRecord(value: unknown): value is RecentRecord {
  return typeof value === 'object' && value !== null && 'table' in value && 'at' in value;
}
