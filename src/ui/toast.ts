import { shared } from '#lib/shared.ts';

export type ToastKind = 'success' | 'warning' | 'error';

export type ToastAction = {
  /** e.g. 'Desfazer'. */
  label: string;
  run: () => void;
  /** The message is gone, and with it the offer. */
  missed?: () => void;
};

export type ToastItem = ToastOptions & { id: number; kind: ToastKind; text: string };

export type ToastOptions = {
  /** One thing that can be done about it; choosing it ends the message. */
  action?: ToastAction;
  /** A second one. */
  also?: ToastAction;
};

/**
 * Says something without stopping anyone; how long it stays, the toaster decides. What is said before
 * there is a toaster on the page waits for one.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  warning: (text: string, options?: ToastOptions) => add('warning', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
};

/** What is said now, for the toaster. */
export const said = shared<readonly ToastItem[]>([]);

export function dismiss(id: number) {
  set(said.get().filter((item) => item.id !== id));
}

/** Does what a message offers, which ends it. */
export function accept({ id }: ToastItem, chosen: ToastAction) {
  const others = said.get().filter((item) => item.id !== id);
  set(others, id);
  chosen.run();
}

let lastId = 0;
const limit = 4;

function add(kind: ToastKind, text: string, options: ToastOptions = {}) {
  const id = (lastId += 1);
  // A message that is already on the screen is not said twice.
  const others = said.get().filter((item) => item.text !== text || item.kind !== kind);
  set([...others, { id, kind, text, ...options }].slice(-limit));
}

function set(next: readonly ToastItem[], accepted?: number) {
  const gone = said.get().filter((item) => !next.includes(item) && item.id !== accepted);
  said.set(next);
  for (const { action, also } of gone) {
    action?.missed?.();
    also?.missed?.();
  }
}
