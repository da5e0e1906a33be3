import type { ReactNode } from 'react';

export type BadgeTone = 'neutral' | 'green' | 'amber' | 'red' | 'blue';

export type BadgeProps = {
  tone?: BadgeTone;
  /** Colours from the data (a plan's own); they win over the tone. */
  colors?: { background: string; text: string };
  children: ReactNode;
};

export function Badge({ tone = 'neutral', colors, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-5 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap ${colors ? '' : tones[tone]}`}
      style={colors && { backgroundColor: colors.background, color: colors.text }}
    >
      {children}
    </span>
  );
}

const tones = {
  neutral: 'bg-sunken text-muted',
  green: 'bg-success-soft text-success',
  amber: 'bg-warning-soft text-warning',
  red: 'bg-danger-soft text-danger',
  blue: 'bg-info-soft text-info',
};
