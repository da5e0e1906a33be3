/**
 * Registers a function that removes content of a user: cached queries, open dialogs, messages. `dropUserContent` calls
 * it when the user signs out or another user takes over this tab, so that the next user does not see the content.
 */
export function onUserChange(drop: () => void) {
  drops.add(drop);
}

/** Calls the registered functions. session.ts calls it when the user of this tab changes. */
export function dropUserContent() {
  changes += 1;
  for (const drop of drops) drop();
}

/**
 * Returns a function that tells whether the user is still the same. Create it before a request, and call it before you
 * use the result of the request.
 */
export function createSameUserCheck(): () => boolean {
  const now = changes;
  return () => now === changes;
}

let changes = 0;

const drops = new Set<() => void>();
