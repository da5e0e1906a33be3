import { shared } from '#lib/shared.ts';
import { onUserChange } from '#lib/user-change.ts';

export type ToastKind = 'success' | 'warning' | 'error';

export type ToastAction = {
  /** The text of the button: 'Desfazer'. */
  label: string;
  run: () => void;
  /** Called when the message is closed without its action. */
  missed?: () => void;
};

export type ToastItem = ToastOptions & {
  id: number;
  kind: ToastKind;
  text: string;
  /** The key and the values of the events, if the message is for several events. */
  several?: { key: unknown; values: readonly unknown[] };
};

export type ToastOptions = {
  /** A second, muted line. */
  detail?: string;
  /** The subject of the message, for `withdraw`. */
  about?: readonly unknown[];
  /** The main action of the message; choosing it closes the message. */
  action?: ToastAction;
  /** A second action. */
  also?: ToastAction;
};

/** Shows messages; the toaster decides how long they stay. Messages before the toaster is rendered wait for it. */
export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  warning: (text: string, options?: ToastOptions) => add('warning', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
  /** One success message for all events of the same key while it is shown: `of` receives all values, oldest first. */
  together<Value>(
    text: string,
    key: unknown,
    value: Value,
    of: (values: readonly Value[]) => ToastOptions,
  ) {
    const shown = toasts.get().find(({ several }) => several?.key === key);
    // a key always has values of the same type
    const values = [...((shown?.several?.values ?? []) as readonly Value[]), value];
    add('success', text, { ...of(values), several: { key, values } }, shown?.id);
  },
};

/** Removes outdated messages about a subject. */
export function withdraw(about: readonly unknown[], kind: ToastKind) {
  set(
    toasts.get().filter((item) => {
      const isIt = about.every((part, index) => part === item.about?.[index]);
      return item.kind !== kind || !isIt;
    }),
  );
}

/** The current messages, for the toaster. */
export const toasts = shared<readonly ToastItem[]>([]);

export function dismiss(id: number) {
  set(toasts.get().filter((item) => item.id !== id));
}

/** Runs an action of a message and closes it. */
export function accept({ id }: ToastItem, chosen: ToastAction) {
  const others = toasts.get().filter((item) => item.id !== id);
  set(others, id);
  chosen.run();
}

let lastId = 0;
const limit = 4;

type Added = ToastOptions & Pick<ToastItem, 'several'>;

/** Adds a message. With `id`, it replaces the message with that id. */
function add(kind: ToastKind, text: string, options: Added = {}, id = (lastId += 1)) {
  const item = { id, kind, text, ...options };
  const shown = toasts.get();
  if (shown.some((each) => each.id === id))
    return set(shown.map((each) => (each.id === id ? item : each)));
  // A message that is already visible is not shown twice.
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

// The actions of a message, such as 'Desfazer', would run for the next user.
onUserChange(() => set([]));
