import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { iconButtonClass } from './button.tsx';
import { openBelow } from './open-below.ts';

export type RowMenuProps = {
  /** Of the row: 'Açaí'. */
  name: string;
  /** Buttons and links with `rowActionClass`, an `aria-label` and the same as `title`. */
  children: ReactNode;
};

/**
 * What may be done with one row: icons that show under the pointer and the focus; where nothing hovers, a
 * '⋯' that opens the same as a menu. Its signs are drawn by CSS: a list has hundreds of them.
 */
export function RowMenu({ name, children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Opções de ${name}`}
        popoverTarget={id}
        className={`${iconButtonClass()} row-sign sign-dots size-11 mouse:hidden`}
      />
      <div
        id={id}
        popover="auto"
        role="presentation"
        className={menuClass}
        onToggle={(event) =>
          event.newState === 'open' && openBelow(button.current, event.currentTarget)
        }
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}

const menuClass =
  'm-0 bg-transparent text-ink mouse:static mouse:flex! mouse:justify-end mouse:overflow-visible mouse:opacity-0 ' +
  'mouse:group-focus-within/row:opacity-100 mouse:group-hover/row:opacity-100 ' +
  'touch:fixed touch:inset-auto touch:min-w-52 touch:rounded-card touch:border touch:border-line touch:bg-surface touch:p-1 touch:shadow-floating';

/** The looks of an action of a row. */
export function rowActionClass(sign: keyof typeof signs, tone?: 'danger'): string {
  return `${iconButtonClass(tone)} row-sign ${signs[sign]} ${inMenu} ${tone === 'danger' ? 'touch:text-danger' : 'touch:text-ink'}`;
}

const signs = { edit: 'sign-edit', copy: 'sign-copy', remove: 'sign-remove' };

// In the menu its name stands beside its sign.
const inMenu =
  'touch:h-11! touch:w-full! touch:justify-start touch:gap-3 touch:px-3 touch:after:truncate touch:after:content-[attr(title)]';
