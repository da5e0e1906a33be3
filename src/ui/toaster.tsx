import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { runWhenIdle } from '#lib/lazy.ts';
import { Button, IconButton } from './button.tsx';
import { returnFocus } from './move-focus.ts';
import { modalDialogs } from './modal-dialogs.ts';
import { runToastAction, removeToast, toasts } from './toast.ts';
import type { ToastAction, ToastItem, ToastKind } from './toast.ts';

/**
 * The visible messages. The application renders this component once. While a modal dialog is open, the messages are
 * inside the dialog: outside, their buttons would be inert.
 */
export function Toaster() {
  const items = useSyncExternalStore(toasts.subscribe, toasts.get);
  const dialog = useSyncExternalStore(modalDialogs.subscribe, modalDialogs.get).at(-1);
  return dialog ? createPortal(<Messages items={items} />, dialog) : <Messages items={items} />;
}

/** The list of messages. While the pointer or the focus is on a message, no message expires. */
function Messages({ items }: { items: readonly ToastItem[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useEffect(
    function showAboveThePage() {
      // Open the popover only if it is in the DOM: otherwise, `showPopover` throws. If the dialog around the popover is
      // removed, the popover is not in the DOM until the next render.
      const rise = () => ref.current?.isConnected && ref.current.showPopover();
      // The live region must exist before the first message. But opening the popover forces a layout, so wait until the
      // browser is idle.
      if (items.length === 0) return runWhenIdle(rise);
      rise();
    },
    [items],
  );
  useEffect(
    function updatePresence() {
      // Check hover and focus here: no event reports the removal of a message that has the pointer or the focus.
      setPointed(items.length > 0 && !!ref.current?.matches(':hover'));
      setFocused(items.length > 0 && !!ref.current?.contains(document.activeElement));
    },
    [items],
  );
  useEffect(
    function moveAsideOnFocus() {
      if (items.length === 0) return;
      const move = () => ref.current && stepAside(ref.current);
      move();
      document.addEventListener('focusin', move);
      document.addEventListener('scroll', move, { passive: true, capture: true });
      return () => {
        document.removeEventListener('focusin', move);
        document.removeEventListener('scroll', move, { capture: true });
      };
    },
    [items],
  );
  useEffect(function noteFocusBeforeMessages() {
    before.current = document.activeElement;
    const onFocusIn = ({ target }: globalThis.FocusEvent) => {
      if (target instanceof Element && !ref.current?.contains(target)) before.current = target;
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);
  function close(end: () => void) {
    end();
    // The focused button unmounts with its message: return the focus to the element that had the focus before.
    returnFocus(before.current);
  }
  const cards = (some: ToastItem[]) =>
    some.map((item) => (
      <ToastCard
        key={item.id}
        item={item}
        held={pointed || focused}
        onExpired={() => removeToast(item.id)}
        onClose={() => close(() => removeToast(item.id))}
        onAccept={(chosen) => close(() => runToastAction(item, chosen))}
      />
    ));
  return (
    <div
      ref={ref}
      popover="manual"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setFocused(currentTarget.contains(relatedTarget))
      }
      // In a list, `--toast-end` keeps messages away from the end of the rows, which shows icons or '⋯'.
      className="pointer-events-none fixed inset-x-4 top-auto bottom-[var(--toast-bottom,1rem)] m-0 flex-col gap-2 overflow-visible bg-transparent open:flex data-aside:top-[calc(var(--header-height,3.5rem)+0.5rem)] data-aside:bottom-auto max-sm:right-16 sm:right-[var(--toast-end,1rem)] sm:left-auto sm:w-80"
    >
      {/* Render this element before the first message: screen readers often ignore the first text of a new status. */}
      <div role="status" aria-atomic="false" className="flex flex-col gap-2">
        {cards(items.filter(({ kind }) => kind === 'success'))}
      </div>
      {cards(items.filter(({ kind }) => kind !== 'success'))}
    </div>
  );
}

/**
 * Moves the messages above a bar of commands that they would cover. If they would cover the focused element or the
 * edited row, moves them to the top of the window.
 */
function stepAside(messages: HTMLElement) {
  const focused = document.activeElement;
  // Do not move the messages while one of them has the focus.
  if (messages.contains(focused)) return;
  messages.removeAttribute('data-aside');
  messages.style.removeProperty('--toast-bottom');
  for (const bar of document.querySelectorAll('[data-review-bar], [data-selection-bar]')) {
    const { top } = bar.getBoundingClientRect();
    if (isOver(messages, bar))
      messages.style.setProperty('--toast-bottom', `${innerHeight - top + 8}px`);
  }
  if (!focused || focused === document.body) return;
  const inUse = focused.closest('.row-editor') ?? focused;
  // Do not move for a focused element of at least half the window's height, such as a dialog or the page.
  const isLow = inUse.getBoundingClientRect().height < innerHeight / 2;
  messages.toggleAttribute('data-aside', isLow && isOver(messages, inUse));
}

function isOver(messages: Element, other: Element): boolean {
  const [one, two] = [messages.getBoundingClientRect(), other.getBoundingClientRect()];
  return (
    one.top < two.bottom && one.bottom > two.top && one.left < two.right && one.right > two.left
  );
}

type ToastCardProps = {
  item: ToastItem;
  held: boolean;
  onExpired: () => void;
  onClose: () => void;
  onAccept: (chosen: ToastAction) => void;
};

function ToastCard({ item, held, onExpired, onClose, onAccept }: ToastCardProps) {
  const { kind, text, detail, action, also } = item;
  const { Icon, color } = looks[kind];
  useRunOut(kind === 'success' && !action ? 6_000 : 15_000, item, held, onExpired);
  return (
    <div
      // Screen readers announce an alert when it appears. For a success, they use the live region around the message.
      role={kind === 'success' ? undefined : 'alert'}
      className="appear pointer-events-auto flex items-start gap-2.5 rounded-card border border-line bg-surface py-1 pr-1 pl-3 text-[0.8125rem]/5 text-ink shadow-floating"
    >
      <Icon className={`mt-1.5 size-4 shrink-0 ${color}`} />
      {/* On a narrow phone the actions wrap below the text, because both do not fit side by side. */}
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <p className="min-w-0 flex-1 basis-36 py-1 wrap-anywhere">
          <span className="block">{text}</span>
          {detail && <span className="block text-muted">{detail}</span>}
        </p>
        <span className="flex flex-col items-start">
          {[action, also].map(
            (offered) =>
              offered && (
                <Button
                  key={offered.label}
                  variant="ghost"
                  size="sm"
                  onClick={() => onAccept(offered)}
                >
                  {offered.label}
                </Button>
              ),
          )}
        </span>
      </div>
      <IconButton
        label="Fechar mensagem"
        icon={<X />}
        className="size-7! max-sm:size-9!"
        onClick={onClose}
      />
    </div>
  );
}

/**
 * The remaining milliseconds of each message. They are stored outside of the component, because React mounts a message
 * again when it moves into a dialog or out of a dialog.
 */
const timeLeft = new WeakMap<ToastItem, number>();

/** Calls `end` after `milliseconds`, not counting the time while `held`. If the item is replaced, starts again. */
function useRunOut(milliseconds: number, item: ToastItem, held: boolean, end: () => void) {
  const endNow = useEffectEvent(end);
  useEffect(
    function runOut() {
      if (held) return;
      const left = timeLeft.get(item) ?? milliseconds;
      const started = Date.now();
      const timer = setTimeout(() => endNow(), left);
      return () => {
        clearTimeout(timer);
        timeLeft.set(item, left - (Date.now() - started));
      };
    },
    [item, milliseconds, held],
  );
}

const looks: Record<ToastKind, { Icon: typeof X; color: string }> = {
  success: { Icon: CircleCheck, color: 'text-success' },
  warning: { Icon: TriangleAlert, color: 'text-warning' },
  error: { Icon: CircleAlert, color: 'text-danger' },
};
