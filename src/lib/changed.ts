/** Returns the values of `next` that differ from those of `base`; undefined if none differs. */
export function changed<T extends object>(base: T, next: T): Partial<T> | undefined {
  const pairs = Object.entries(next).filter(([name, value]) => base[name as keyof T] !== value);
  // The object has some of the entries of a `T`.
  return pairs.length > 0 ? (Object.fromEntries(pairs) as Partial<T>) : undefined;
}
