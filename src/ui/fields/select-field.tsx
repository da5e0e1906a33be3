import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';
import { Options } from './options.tsx';
import type { Choices } from './options.tsx';

export type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  hint?: ReactNode;
  error?: string;
  options?: Choices;
  ref?: Ref<HTMLSelectElement>;
};

/** A native select: its `<option>` children first, then its options. */
export function SelectField({
  label,
  hint,
  error,
  className,
  options = [],
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, className }} required={select.required}>
      {(control) => (
        <select {...select} {...control} className={controlClass}>
          {children}
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}
