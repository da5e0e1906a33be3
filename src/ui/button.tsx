import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, iconButtonClass } from './button-class.ts';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import { Spinner } from './spinner.tsx';

export { buttonClass, iconButtonClass } from './button-class.ts';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether the command is running. Meanwhile, the button ignores clicks, keeps its focus and shows a spinner. */
  busy?: boolean;
  icon?: ReactNode;
};

export function Button({ variant, size, busy, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true, onClick: ignoreClick })}
      className={`${buttonClass(variant, size)} ${className ?? ''}`}
    >
      {busy ? <Spinner size="sm" /> : icon}
      {children}
    </button>
  );
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: ReactNode;
  tone?: 'neutral' | 'danger';
};

/**
 * A button that is only an icon. When it is disabled, it ignores clicks but keeps the focus: for example, 'Próxima
 * página' after a click that opened the last page.
 */
export function IconButton({ label, icon, tone, className, disabled, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      {...(disabled && { 'aria-disabled': true, onClick: ignoreClick })}
      className={`${iconButtonClass(tone)} ${className ?? ''}`}
    >
      {icon}
    </button>
  );
}

// Ignores clicks: a button with `aria-disabled` stays focusable, and still receives clicks.
function ignoreClick(event: { preventDefault(): void }) {
  event.preventDefault();
}
