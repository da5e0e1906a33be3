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
      className={`${controlClass} max-w-44 ${options ? 'w-auto!' : 'w-44!'} ${value ? 'border-accent font-medium' : ''}`}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      {options && <Options of={options} />}
      {children}
    </select>
  );
}
