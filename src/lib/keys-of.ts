/** The keys of an object whose type lists them all. */
export function keysOf<Key extends string>(named: Readonly<Record<Key, unknown>>): Key[] {
  // The type of Object.keys widens the type parameter to string.
  return Object.keys(named) as Key[];
}
