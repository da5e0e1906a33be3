import type { ComponentProps } from 'react';

/** The progress of a task, from 0 to 1. It needs a label. */
export function ProgressBar(props: Omit<ComponentProps<'progress'>, 'className' | 'max'>) {
  return <progress max={1} {...props} className={bar} />;
}

// Chromium ignores `accent-color` for progress bars.
const bar =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line ' +
  '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';
