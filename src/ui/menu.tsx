import type { KeyboardEvent, ReactNode } from 'react';
import { placePopover } from './place-popover.ts';
import { usePopoverButton } from './popover.tsx';
import type { PopoverButtonProps } from './popover.tsx';

export type MenuProps = PopoverButtonProps & {
  /**
   * `<MenuItem>`s, or links with `role="menuitem"` and `menuItemClass`. They stay mounted after the menu closes, so
   * that a running command can still use the state of its item.
   */
  children: ReactNode;
};

/** A button that opens a menu of commands. */
export function Menu({ children, ...opener }: MenuProps) {
  const { button, wanted, ...list } = usePopoverButton(opener, 'menu');
  return (
    <>
      {button}
      <MenuList label={opener.label} {...list}>
        {wanted && children}
      </MenuList>
    </>
  );
}

export type MenuListProps = {
  id?: string;
  /** Whether the menu opens when it is rendered; otherwise its button opens it. */
  isOpen?: boolean;
  label: string;
  /** Returns the button under which the menu opens. */
  below: () => HTMLElement | null;
  /** Called just before the menu opens. */
  onOpen?: () => void;
  onClosed?: () => void;
  children: ReactNode;
};

/**
 * A menu that its button opens, or that opens when it is rendered (`isOpen`). Arrows, Home and End move the focus.
 * Escape and Tab close the menu.
 */
export function MenuList({ id, isOpen, label, below, onOpen, onClosed, children }: MenuListProps) {
  return (
    <div
      ref={isOpen ? show : undefined}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="fixed inset-auto m-0 min-w-52 rounded-card border border-line bg-surface p-1 text-ink shadow-floating"
      onBeforeToggle={({ newState }) => newState === 'open' && onOpen?.()}
      onToggle={(event) => {
        if (event.newState !== 'open') return onClosed?.();
        placePopover(below(), event.currentTarget);
        items(event.currentTarget)[0]?.focus();
      }}
      onKeyDown={moveFocus}
      onClick={(event) => event.currentTarget.hidePopover()}
    >
      {children}
    </div>
  );
}

/**
 * Opens the menu. Use the same function in all renders: React calls a ref callback whenever the function changes, and
 * the call would reopen a menu that has just closed.
 */
function show(list: HTMLElement | null) {
  list?.showPopover();
}

export type MenuItemProps = {
  icon?: ReactNode;
  tone?: 'neutral' | 'danger';
  /** The keyboard shortcut of the command: 'F2', '?'. */
  keys?: string;
  onSelect: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, tone, keys, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-keyshortcuts={keys}
      className={`${menuItemClass} ${tone === 'danger' ? 'text-danger' : ''}`}
      onClick={onSelect}
    >
      {icon}
      {children}
      {keys && (
        // `ShortcutKeys` is hidden from screen readers, which read `aria-keyshortcuts`: the accessible name is only the
        // label.
        <ShortcutKeys className="ml-auto [@media(hover:none)]:hidden">{keys}</ShortcutKeys>
      )}
    </button>
  );
}

export type ShortcutKeysProps = { className?: string; children: string };

/** The keyboard shortcut of a command, hidden from screen readers. */
export function ShortcutKeys({ className = '', children }: ShortcutKeysProps) {
  return (
    <kbd
      aria-hidden="true"
      className={`rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs whitespace-nowrap text-muted ${className}`}
    >
      {children}
    </kbd>
  );
}

/** The classes of links inside a menu; give the links `role="menuitem"` too. */
export const menuItemClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-sm hover:bg-hover ' +
  'focus-visible:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted';

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // Close the menu on Tab: the browser returns the focus to the button of the menu, and Tab continues from that button.
  if (event.key === 'Tab') return event.currentTarget.hidePopover();
  const all = items(event.currentTarget);
  // A cast: during a key event `activeElement` is an HTML element. The index is -1 if no item has the focus.
  const now = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: now + 1, ArrowUp: Math.max(now, 0) - 1, Home: 0, End: all.length - 1 }[
    event.key
  ];
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)')];
}
