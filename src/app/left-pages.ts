import type { AnyRouter } from '@tanstack/react-router';

/**
 * Lets the browser forget the pages that are left. The router aborts the controller of each; the error that
 * becomes the signal's reason keeps the stack that nobody has read yet, whose frames keep the pages before
 * it, and those theirs: about 4 kB a navigation, until the engine lets go of hundreds at once. A stack that
 * was read is only text.
 */
export function letGoOfLeftPages(router: AnyRouter): void {
  let left = router.state.matches;
  router.subscribe('onBeforeLoad', () => (left = router.state.matches));
  router.subscribe('onRendered', () => {
    for (const { abortController } of left) readStack(abortController.signal.reason);
    left = [];
  });
}

function readStack(reason: unknown): string | undefined {
  return reason instanceof DOMException || reason instanceof Error ? reason.stack : undefined;
}
