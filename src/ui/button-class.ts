export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

/** Returns the classes of a button, also for links that look like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return `${base} ${sizes[size]} ${variants[variant]}`;
}

/** Returns the classes of a button that is only an icon. */
export function iconButtonClass(tone: 'neutral' | 'danger' = 'neutral'): string {
  return `${iconBase} ${tone === 'danger' ? 'hover:bg-danger-soft hover:text-danger' : 'hover:bg-hover hover:text-ink'}`;
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap select-none ' +
  'disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 ' +
  '[&_svg]:size-4 [&_svg]:shrink-0';

const sizes = { sm: 'h-7 px-2.5 text-xs max-sm:h-9', md: 'h-9 px-3.5 text-sm max-sm:h-10' };

const variants = {
  primary: 'border-transparent bg-accent text-on-accent shadow-raised hover:bg-accent-strong',
  // In the dark theme, a fill shows the edge of the button: a shadow or a subtle border would be invisible.
  secondary:
    'border-line bg-surface text-ink shadow-raised hover:bg-hover dark:border-transparent dark:bg-line dark:hover:bg-control/50',
  ghost: 'border-transparent bg-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-danger text-on-danger shadow-raised hover:bg-danger-strong',
};

const iconBase =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted ' +
  'aria-disabled:opacity-45 [&_svg]:size-4';
