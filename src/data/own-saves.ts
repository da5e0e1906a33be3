import { personalList } from './personal-list.ts';

// Which versions of which records this person has made in this browser, in whatever tab. The platform
// keeps no author of a version: what was not made here counts as somebody else's.

/** This person has just made this version of the record whose form has this address. */
export function noteOwnSave(address: string, version: number) {
  ownSaves.set([`${address} ${version}`, ...ownSaves.get()]);
}

/** Whether all that has become of a record since version `from`, up to version `to`, was this person's doing. */
export function areOwnSaves(address: string, from: number, to: number): boolean {
  const own = ownSaves.get();
  const versions = Array.from({ length: Math.min(to - from, limit + 1) }, (_, n) => from + 1 + n);
  return versions.every((version) => own.includes(`${address} ${version}`));
}

const limit = 100;
const ownSaves = personalList('vitrine:gravados', {
  limit,
  isItem: (value) => typeof value === 'string',
});
