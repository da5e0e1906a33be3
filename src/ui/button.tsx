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
  /** The label while the command is running. If absent, a button without an icon shows only the spinner. */
  busyLabel?: string;
  icon?: ReactNode;
};

/** A button with a label. It keeps its size while its command is running, so that no other control moves. */
export function Button(props: ButtonProps) {
  const { variant, size, busy, busyLabel, icon, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true, onClick: ignoreClick })}
      className={`${buttonClass(variant, size)} ${className ?? ''}`}
    >
      {busy && icon ? <Spinner size="sm" /> : icon}
      {busy === undefined || icon ? (
        children
      ) : (
        <BusyContent {...{ busy, busyLabel }}>{children}</BusyContent>
      )}
    </button>
  );
}

type BusyContentProps = Pick<ButtonProps, 'busyLabel' | 'children'> & { busy: boolean };

/** Renders the idle content and the busy content of a button, one above the other, and hides one of them. */
function BusyContent({ busy, busyLabel, children }: BusyContentProps) {
  // Without `busyLabel`, the idle label remains the accessible name: make it transparent, but do not hide it.
  const isNamed = !busy || !busyLabel;
  return (
    <span className="grid place-items-center *:col-start-1 *:row-start-1">
      <span aria-hidden={!isNamed} className={isNamed ? (busy ? 'opacity-0' : '') : 'invisible'}>
        {children}
      </span>
      <span aria-hidden={!busy} className={`flex items-center gap-2 ${busy ? '' : 'invisible'}`}>
        <span className="flex size-4">{busy && <Spinner size="sm" />}</span>
        {busyLabel}
      </span>
    </span>
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
