import type { TableName } from './permissions.ts';
import { personalList } from './personal-list.ts';

/** A record that the user has opened in this browser, with its name at that time. */
export type RecentRecord = { table: TableName; id: string; title: string };

/** The last opened records, newest first; deleted at the sign-out. */
export function recentRecords(): readonly RecentRecord[] {
  return recent.get();
}

export function noteRecent(record: RecentRecord) {
  recent.set([record, ...without(record)]);
}

/** Removes a deleted record. */
export function forgetRecent(record: Omit<RecentRecord, 'title'>) {
  recent.set(without(record));
}

const recent = personalList('vitrine:recentes', { limit: 8, isItem: isRecord });

function without({ table, id }: Omit<RecentRecord, 'title'>): RecentRecord[] {
  return recentRecords().filter((other) => other.table !== table || other.id !== id);
}

function isRecord(value: unknown): value is RecentRecord {
  return typeof value === 'object' && value !== null && 'table' in value && 'title' in value;
}
