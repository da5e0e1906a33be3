import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { openBelow } from './open-below.ts';

export type OpenerProps = {
  /** The name of the button, and of what it opens. */
  label: string;
  trigger: ReactNode;
  triggerClass?: string;
};

/** A button that opens what has this id, which is made when it is first wanted, and kept. */
export function useOpener({ label, trigger, triggerClass }: OpenerProps, opens: 'dialog' | 'menu') {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-haspopup={opens}
      popoverTarget={id}
      className={triggerClass}
    >
      {trigger}
    </button>
  );
  return { id, button, below: () => ref.current, wanted, onOpen: () => setWanted(true) };
}

export type PopoverProps = OpenerProps & {
  /** The name of what opens, where it is not that of the button. */
  title?: string;
  /** Its width, and its padding where its parts have their own. */
  className?: string;
  /** What is half typed in them stays. */
  children: ReactNode;
};

/** A button with a few fields under it, which act at once. Escape and a press outside close it. */
export function Popover({ title, className = 'w-72 p-4', children, ...opener }: PopoverProps) {
  const { id, button, below, wanted, onOpen } = useOpener(opener, 'dialog');
  return (
    <>
      {button}
      <div
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label={title ?? opener.label}
        className={`fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-floating outline-none ${className}`}
        onBeforeToggle={({ newState }) => newState === 'open' && onOpen()}
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return;
          openBelow(below(), currentTarget);
          (currentTarget.querySelector<HTMLElement>('select, input') ?? currentTarget).focus();
        }}
      >
        {wanted && children}
      </div>
    </>
  );
}

/** For buttons and links within a popover, which close it when they are pressed. */
export function closePopover({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
