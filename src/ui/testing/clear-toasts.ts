import { removeToast, toasts } from '#ui/toast.ts';

/**
 * Removes the messages of earlier tests of the file: a test that waits for the same text would not wait for its own.
 */
export function clearToasts() {
  for (const { id } of toasts.get()) removeToast(id);
}
