import type { ReactNode } from 'react';
import { controlClass } from './fields/control-class.ts';
import { SelectOptions } from './fields/options.tsx';
import type { Choices } from './fields/options.tsx';

export type FilterSelectProps = {
  /** The accessible name, and the text of the first option, which removes the filter. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  options?: Choices;
  /** `<option>`s that follow those of `options`. */
  children?: ReactNode;
  /** Whether the select is as wide as its text, not of a fixed width. True by default if there are `options`. */
  isFitted?: boolean;
};

export function FilterSelect(props: FilterSelectProps) {
  const { label, value, onChange, options, children, isFitted = !!options } = props;
  return (
    <select
      aria-label={label}
      value={value}
      className={`${controlClass} max-w-44 ${isFitted ? 'w-auto!' : 'w-44!'} ${value ? 'border-accent font-medium' : ''}`}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      {options && <SelectOptions of={options} />}
      {children}
    </select>
  );
}
