/** Returns the keys of an object with their types. The type of the object must list all its keys. */
export function keysOf<Key extends string>(named: Readonly<Record<Key, unknown>>): Key[] {
  // The cast is needed because Object.keys returns string[].
  return Object.keys(named) as Key[];
}
