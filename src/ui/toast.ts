import { shared } from '#lib/shared.ts';

export type ToastKind = 'success' | 'warning' | 'error';

export type ToastAction = {
  /** e.g. 'Desfazer'. */
  label: string;
  run: () => void;
  /** The message is gone, and with it the offer. */
  missed?: () => void;
};

export type ToastItem = ToastOptions & {
  id: number;
  kind: ToastKind;
  text: string;
  /** Of a message for several: whose it is, and of what. */
  several?: { key: unknown; values: readonly unknown[] };
};

export type ToastOptions = {
  /** A second, quieter line. */
  detail?: string;
  /** The subject of the message, for `withdraw`. */
  about?: readonly unknown[];
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
  /**
   * One message of success for everything of the same key that happens while it is shown: `of` receives all values,
   * oldest first.
   */
  together<Value>(
    text: string,
    key: unknown,
    value: Value,
    of: (values: readonly Value[]) => ToastOptions,
  ) {
    const shown = said.get().find(({ several }) => several?.key === key);
    // A key always has values of the same type.
    const values = [...((shown?.several?.values ?? []) as readonly Value[]), value];
    add('success', text, { ...of(values), several: { key, values } }, shown?.id);
  },
};

/** Removes the messages about a subject that do not hold any more. */
export function withdraw(about: readonly unknown[], kind: ToastKind) {
  set(
    said.get().filter((item) => {
      const isIt = about.every((part, index) => part === item.about?.[index]);
      return item.kind !== kind || !isIt;
    }),
  );
}

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

type Added = ToastOptions & Pick<ToastItem, 'several'>;

/** `id` is that of the message whose place it takes. */
function add(kind: ToastKind, text: string, options: Added = {}, id = (lastId += 1)) {
  const item = { id, kind, text, ...options };
  const shown = said.get();
  if (shown.some((each) => each.id === id))
    return set(shown.map((each) => (each.id === id ? item : each)));
  // A message that is already on the screen is not said twice.
  const others = shown.filter((each) => each.text !== text || each.kind !== kind);
  set([...others, item].slice(-limit));
}

function set(next: readonly ToastItem[], accepted?: number) {
  const gone = said.get().filter((item) => !next.includes(item) && item.id !== accepted);
  said.set(next);
  for (const { action, also } of gone) {
    action?.missed?.();
    also?.missed?.();
  }
}
