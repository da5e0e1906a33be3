/** Returns the keys of an object with their types. The type of the object must list all its keys. */
export function keysOf<Key extends string>(named: Readonly<Record<Key, unknown>>): Key[] {
  // Object.keys returns the keys as string[].
  return Object.keys(named) as Key[];
}
