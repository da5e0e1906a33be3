import type { ReactNode } from 'react';
import { controlClass } from './fields/control-class.ts';
import { Options } from './fields/options.tsx';
import type { Choices } from './fields/options.tsx';

export type FilterSelectProps = {
  /** Its name and its first option, which removes the filter. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options?: Choices;
  /** `<option>`s, where `options` are not enough. They may come later: the width does not wait for them. */
  children?: ReactNode;
};

export function FilterSelect({ label, value, onChange, options, children }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      // On a phone as wide as the chosen words, so that several share a line and none is cut.
      className={`${controlClass} w-auto! max-w-full flex-auto max-sm:field-sizing-content max-sm:px-1.5 max-sm:[--select-arrow:0.25rem] sm:max-w-44 sm:flex-none ${options ? '' : 'sm:w-44!'} ${value ? 'border-accent font-medium' : ''}`}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      {options && <Options of={options} />}
      {children}
    </select>
  );
}
