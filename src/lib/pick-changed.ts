/** Returns the values of `next` that differ from those of `base`; undefined if none differs. */
export function pickChangedValues<T extends object>(base: T, next: T): Partial<T> | undefined {
  const pairs = Object.entries(next).filter(([name, value]) => base[name as keyof T] !== value);
  // The cast is safe: every entry of the object is an entry of `next`.
  return pairs.length > 0 ? (Object.fromEntries(pairs) as Partial<T>) : undefined;
}
