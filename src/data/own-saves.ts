import { kept } from '#lib/kept.ts';
import { currentSession, onSignOut } from './session.ts';

// Which versions of which records this person has made in this browser, in whatever tab. The platform
// keeps no author of a version: what was not made here counts as somebody else's.

/** This person has just made this version of the record whose form has this address. */
export function noteOwnSave(address: string, version: number) {
  kept.set(ownKey(), JSON.stringify([`${address} ${version}`, ...ownSaves()].slice(0, limit)));
}

/** Whether all that has become of a record since version `from`, up to version `to`, was this person's doing. */
export function areOwnSaves(address: string, from: number, to: number): boolean {
  const own = ownSaves();
  const versions = Array.from({ length: Math.min(to - from, limit + 1) }, (_, n) => from + 1 + n);
  return versions.every((version) => own.includes(`${address} ${version}`));
}

const limit = 100;

function ownSaves(): string[] {
  try {
    // Written above; what a damaged storage holds instead is no list.
    const stored: unknown = JSON.parse(kept.get(ownKey()) ?? '[]');
    return Array.isArray(stored) ? (stored as string[]) : [];
  } catch {
    return [];
  }
}

function ownKey(): string {
  const session = currentSession();
  return keyOf('userId' in session ? session.userId : '');
}

function keyOf(userId: string): string {
  return `vitrine:gravados:${userId}`;
}

onSignOut((userId) => kept.remove(keyOf(userId)));
