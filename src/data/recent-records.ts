import { kept } from '#lib/kept.ts';
import type { TableName } from './permissions.ts';
import { currentSession, onSignOut } from './session.ts';

/** A record that this person has opened in this browser, under the name that it had then. */
export type RecentRecord = { table: TableName; id: string; title: string };

/** The last ones, the newest first; they end with the sign-out. */
export function recentRecords(): RecentRecord[] {
  try {
    // Written below; what a damaged storage holds instead is no list.
    const stored: unknown = JSON.parse(kept.get(ownKey()) ?? '[]');
    return Array.isArray(stored) ? (stored as RecentRecord[]) : [];
  } catch {
    return [];
  }
}

export function noteRecent(record: RecentRecord) {
  kept.set(ownKey(), JSON.stringify([record, ...without(record)].slice(0, limit)));
}

/** There is no such record any more. */
export function forgetRecent(record: Omit<RecentRecord, 'title'>) {
  kept.set(ownKey(), JSON.stringify(without(record)));
}

const limit = 8;

function without({ table, id }: Omit<RecentRecord, 'title'>): RecentRecord[] {
  return recentRecords().filter((other) => other.table !== table || other.id !== id);
}

function ownKey(): string {
  const session = currentSession();
  return keyOf('userId' in session ? session.userId : '');
}

function keyOf(userId: string): string {
  return `vitrine:recentes:${userId}`;
}

onSignOut((userId) => kept.remove(keyOf(userId)));
