import type { ComponentProps } from 'react';

/** A progress bar. `value` is from 0 to 1; pass an accessible name, such as `aria-label`. */
export function ProgressBar(props: Omit<ComponentProps<'progress'>, 'className' | 'max'>) {
  return <progress max={1} {...props} className={bar} />;
}

// The pseudo-elements set the colours, because `accent-color` has no effect with `appearance: none`.
const bar =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line ' +
  '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';
