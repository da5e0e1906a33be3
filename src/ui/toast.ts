import { createStore } from '#lib/create-store.ts';
import { onUserChange } from '#lib/user-change.ts';

export type ToastKind = 'success' | 'warning' | 'error';

export type ToastAction = {
  /** The text of the button, e.g. 'Desfazer'. */
  label: string;
  run: () => void;
  /** Called when the message closes before the user has chosen one of its actions. */
  missed?: () => void;
};

export type ToastItem = ToastOptions & {
  id: number;
  kind: ToastKind;
  text: string;
  /** Only in messages of `toast.together`: the key, and the values of all events so far. */
  several?: { key: unknown; values: readonly unknown[] };
};

export type ToastOptions = {
  /** The second line of the message, in a muted colour. */
  detail?: string;
  /** The parts of a key that identifies the subject of the message: `removeToasts` compares the first parts. */
  about?: readonly unknown[];
  /** The main action of the message. The message closes when the user chooses one of its actions. */
  action?: ToastAction;
  /** A second action. */
  also?: ToastAction;
};

/** The functions that show messages. A message expires only after the toaster has rendered it for some seconds. */
export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  warning: (text: string, options?: ToastOptions) => add('warning', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
  /**
   * Shows one success message for several events. While a message with the same key is visible, a new event updates it:
   * `of` receives the values of all these events, oldest first.
   */
  together<Value>(
    text: string,
    key: unknown,
    value: Value,
    of: (values: readonly Value[]) => ToastOptions,
  ) {
    const shown = toasts.get().find(({ several }) => several?.key === key);
    // A cast: the values of one key always have the same type.
    const values = [...((shown?.several?.values ?? []) as readonly Value[]), value];
    add('success', text, { ...of(values), several: { key, values } }, shown?.id);
  },
};

/** Removes the messages of this kind whose `about` begins with these parts, because they are outdated. */
export function removeToasts(about: readonly unknown[], kind: ToastKind) {
  set(
    toasts.get().filter((item) => {
      const isIt = about.every((part, index) => part === item.about?.[index]);
      return item.kind !== kind || !isIt;
    }),
  );
}

/** The current messages, for the toaster. */
export const toasts = createStore<readonly ToastItem[]>([]);

export function removeToast(id: number) {
  set(toasts.get().filter((item) => item.id !== id));
}

/** Closes a message without calling `missed`, and runs the action that the user has chosen. */
export function runToastAction({ id }: ToastItem, chosen: ToastAction) {
  const others = toasts.get().filter((item) => item.id !== id);
  set(others, id);
  chosen.run();
}

let lastId = 0;
const limit = 4;

type Added = ToastOptions & Pick<ToastItem, 'several'>;

/** Adds a message. If a message with this `id` is visible, replaces it. */
function add(kind: ToastKind, text: string, options: Added = {}, id = (lastId += 1)) {
  const item = { id, kind, text, ...options };
  const shown = toasts.get();
  if (shown.some((each) => each.id === id))
    return set(shown.map((each) => (each.id === id ? item : each)));
  // A new message replaces a visible message with the same text and kind.
  const others = shown.filter((each) => each.text !== text || each.kind !== kind);
  set([...others, item].slice(-limit));
}

function set(next: readonly ToastItem[], accepted?: number) {
  const gone = toasts.get().filter((item) => !next.includes(item) && item.id !== accepted);
  toasts.set(next);
  for (const { action, also } of gone) {
    action?.missed?.();
    also?.missed?.();
  }
}

// Close all messages when the user changes: the next user must not run their actions, such as 'Desfazer'.
onUserChange(() => set([]));
