import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { openBelow } from './open-below.ts';

export type PopoverProps = {
  /** The name of the button, and of what it opens. */
  label: string;
  trigger: ReactNode;
  triggerClass?: string;
  /** Its width. */
  className?: string;
  /** Made when it is first wanted, and kept: what is half typed stays. */
  children: ReactNode;
};

/** A button with a few fields under it, which act at once. Escape and a press outside close it. */
export function Popover({
  label,
  trigger,
  triggerClass,
  className = 'w-72',
  children,
}: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        popoverTarget={id}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        className={`fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-surface p-4 text-ink shadow-floating outline-none ${className}`}
        onBeforeToggle={({ newState }) => newState === 'open' && setWanted(true)}
        onToggle={({ newState, currentTarget }) => {
          if (newState !== 'open') return;
          openBelow(button.current, currentTarget);
          (currentTarget.querySelector<HTMLElement>('select, input') ?? currentTarget).focus();
        }}
      >
        {wanted && children}
      </div>
    </>
  );
}
