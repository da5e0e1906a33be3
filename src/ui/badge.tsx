import type { CSSProperties, ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'green' | 'amber' | 'red' | 'blue';

export type BadgeProps = {
  tone?: BadgeTone;
  /** Colours from the data (a plan's own), which override the tone. The dark theme swaps them. */
  colors?: { background: string; text: string };
  children: ReactNode;
};

export function Badge({ tone = 'neutral', colors, children }: BadgeProps) {
  return (
    <span
      className={colors ? `${shape} ${round} ${given}` : badgeClass(tone)}
      // the type CSSProperties has no custom properties
      style={colors && ({ '--back': colors.background, '--front': colors.text } as CSSProperties)}
    >
      {children}
    </span>
  );
}

/** The classes of a badge, for another element that is styled as a badge: for example, the cell of a row. */
export function badgeClass(tone: BadgeTone = 'neutral'): string {
  return `${shape} ${round} ${tones[tone]}`;
}

/** A label for a value that differs from the usual one: 'Serviço', a restricted visibility. */
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
