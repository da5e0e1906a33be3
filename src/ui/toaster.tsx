import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { dismiss, subscribe, toasts } from './toast.ts';
import type { ToastItem, ToastKind } from './toast.ts';

/** Rendered once, by the application: the place where messages appear. */
export function Toaster() {
  const items = useSyncExternalStore(subscribe, toasts);
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  useEffect(
    function riseAboveDialogs() {
      // The last one shown lies on top of the browser's top layer, open dialogs included.
      ref.current?.hidePopover();
      if (items.length > 0) ref.current?.showPopover();
    },
    [items],
  );
  function close(id: number) {
    dismiss(id);
    // The button goes and would take the focus with it: people go on where they were.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }
  return (
    <div
      ref={ref}
      popover="manual"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      className="pointer-events-none fixed inset-x-4 top-auto bottom-[var(--toast-bottom,1rem)] m-0 mx-auto w-auto max-w-sm flex-col gap-2 overflow-visible bg-transparent open:flex"
    >
      {items.map((item) => (
        <ToastCard key={item.id} item={item} onClose={() => close(item.id)} />
      ))}
    </div>
  );
}

function ToastCard({ item, onClose }: { item: ToastItem; onClose: () => void }) {
  const { Icon, color } = looks[item.kind];
  return (
    <div
      role={item.kind === 'success' ? 'status' : 'alert'}
      className="appear pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-surface py-2.5 pr-2 pl-4 text-ink shadow-floating"
    >
      <Icon aria-hidden="true" className={`mt-1.5 size-4.5 shrink-0 ${color}`} />
      <p className="min-w-0 flex-1 py-1.5">{item.text}</p>
      <IconButton label="Fechar mensagem" icon={<X />} onClick={onClose} />
    </div>
  );
}

const looks: Record<ToastKind, { Icon: typeof X; color: string }> = {
  success: { Icon: CircleCheck, color: 'text-success' },
  warning: { Icon: TriangleAlert, color: 'text-warning' },
  error: { Icon: CircleAlert, color: 'text-danger' },
};
