/**
 * Registers a function that drops content of a user: cached queries, open questions, messages. The session calls it when
 * the user signs out or another one signs in, so that the next user neither sees nor answers them.
 */
export function onUserChange(drop: () => void) {
  drops.add(drop);
}

/** Drops the content of the user whose session ends. */
export function dropUserContent() {
  changes += 1;
  for (const drop of drops) drop();
}

/** Returns a function that tells whether the user is still the same: the result of a request is for that user only. */
export function sameUser(): () => boolean {
  const now = changes;
  return () => now === changes;
}

let changes = 0;

const drops = new Set<() => void>();
