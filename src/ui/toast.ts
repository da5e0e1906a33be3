export type ToastKind = 'success' | 'warning' | 'error';
export type ToastItem = { id: number; kind: ToastKind; text: string };

/** Says something without stopping anyone; bad news stays longer than good news. */
export const toast = {
  success: (text: string) => add('success', text, 6_000),
  warning: (text: string) => add('warning', text, 15_000),
  error: (text: string) => add('error', text, 15_000),
};

export function toasts(): readonly ToastItem[] {
  return items;
}

export function dismiss(id: number) {
  set(items.filter((item) => item.id !== id));
}

export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let items: readonly ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const limit = 4;

function add(kind: ToastKind, text: string, milliseconds: number) {
  const id = (lastId += 1);
  // A message that is already on the screen is not said twice.
  const others = items.filter((item) => item.text !== text || item.kind !== kind);
  set([...others, { id, kind, text }].slice(-limit));
  setTimeout(() => dismiss(id), milliseconds);
}

function set(next: readonly ToastItem[]) {
  items = next;
  for (const listener of listeners) listener();
}
