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
  /** `<option>`s, where `options` are not enough. */
  children?: ReactNode;
};

export function FilterSelect({
  label,
  value,
  onChange,
  options = [],
  children,
}: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className={`${controlClass} w-auto! max-w-44 flex-1 basis-20 sm:flex-none ${value ? 'border-accent font-medium' : ''}`}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      <Options of={options} />
      {children}
    </select>
  );
}
