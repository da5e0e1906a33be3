import { slowDown } from './errors.ts';

/** A person's browser sends six at once, behind a proxy with HTTP/2 all pictures of a form. */
const PER_PERSON = 32;
const IN_ALL = 128;

export type UploadSlots = {
  /** Counts an upload of that person until what it gives back is called. @throws StorageError `SlowDown` */
  take(person: string): () => void;
};

/** How many uploads are under way: each holds a connection, a file and some memory while it lasts. */
export function createUploadSlots(): UploadSlots {
  const underWay = new Map<string, number>();
  let all = 0;
  function count(person: string, change: 1 | -1) {
    all += change;
    const own = (underWay.get(person) ?? 0) + change;
    if (own > 0) underWay.set(person, own);
    else underWay.delete(person);
  }
  return {
    take(person) {
      if (all >= IN_ALL || (underWay.get(person) ?? 0) >= PER_PERSON)
        throw slowDown('Too many uploads under way', 'too_many_uploads');
      count(person, 1);
      return () => count(person, -1);
    },
  };
}
