import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { placePopover } from './place-popover.ts';

export type PopoverButtonProps = {
  /** The accessible name of the button, and of the popover. */
  label: string;
  trigger: ReactNode;
  triggerClass?: string;
};

/**
 * Returns a button, and the id of the popover that the button opens. `below` returns the element of the button. Render
 * the content of the popover only if `wanted`, which `onOpen` sets. Call `onOpen` before the popover opens.
 */
export function usePopoverButton(
  { label, trigger, triggerClass }: PopoverButtonProps,
  opens: 'dialog' | 'menu',
) {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const button = (
    // Without `pointer-events-none`, a browser drops the click if the pressed child is replaced before the release.
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-haspopup={opens}
      popoverTarget={id}
      className={`*:pointer-events-none ${triggerClass ?? ''}`}
    >
      {trigger}
    </button>
  );
  return { id, button, below: () => ref.current, wanted, onOpen: () => setWanted(true) };
}

export type PopoverProps = PopoverButtonProps & {
  /** The accessible name of the popover, if it differs from the button's. */
  title?: string;
  /** The classes for width and padding. */
  className?: string;
  /** The content stays mounted after the popover closes, so that incomplete input is not lost. */
  children: ReactNode;
};

/** A button that opens a popover with a few fields, whose values apply at once. Escape or a click outside closes it. */
export function Popover({ title, className = 'w-72 p-4', children, ...opener }: PopoverProps) {
  const { id, button, below, wanted, onOpen } = usePopoverButton(opener, 'dialog');
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
          placePopover(below(), currentTarget);
          // The event is asynchronous: the user can have chosen a field already.
          if (currentTarget.contains(document.activeElement)) return;
          (currentTarget.querySelector<HTMLElement>('select, input') ?? currentTarget).focus();
        }}
      >
        {wanted && children}
      </div>
    </>
  );
}

/** Closes the popover that contains the clicked button or link. Use it as a click handler. */
export function closePopover({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
