import type { CSSProperties, ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'green' | 'amber' | 'red' | 'blue';

export type BadgeProps = {
  tone?: BadgeTone;
  /** Colours that are stored with a record. They replace the tone. The dark theme swaps background and text. */
  colors?: { background: string; text: string };
  children: ReactNode;
};

export function Badge({ tone = 'neutral', colors, children }: BadgeProps) {
  return (
    <span
      className={colors ? `${shape} ${round} ${given}` : badgeClass(tone)}
      // A cast: the type CSSProperties has no custom properties.
      style={colors && ({ '--back': colors.background, '--front': colors.text } as CSSProperties)}
    >
      {children}
    </span>
  );
}

/** Returns the classes of a badge, for another element that looks like a badge: for example, a cell. */
export function badgeClass(tone: BadgeTone = 'neutral'): string {
  return `${shape} ${round} ${tones[tone]}`;
}

/** A label for a value that differs from the usual value, such as a restricted visibility. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={`${shape} px-1.5 rounded-control bg-sunken text-ink`}>{children}</span>;
}

const shape = 'inline-block h-5 max-w-full truncate align-middle text-xs leading-5 font-medium';
const round = 'rounded-full px-2';
const given = 'bg-(--back) text-(--front) dark:bg-(--front) dark:text-(--back)';

const tones = {
  neutral: 'bg-sunken text-muted',
  green: 'bg-success-soft text-success',
  amber: 'bg-warning-soft text-warning',
  red: 'bg-danger-soft text-danger',
  blue: 'bg-info-soft text-info',
};
