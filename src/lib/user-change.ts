/**
 * Registers a function that drops content of a user: cached queries, open questions, messages. The session calls it when
 * the user signs out or another one signs in, so that the next user neither sees nor answers them.
 */
export function onUserChange(drop: () => void) {
  drops.add(drop);
}

/** Drops the content of the user whose session ends. */
export function dropUserContent() {
  for (const drop of drops) drop();
}

const drops = new Set<() => void>();
