import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';

export type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  hint?: ReactNode;
  error?: string;
  ref?: Ref<HTMLSelectElement>;
};

/** One of a few; the options are its children. */
export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, className }} required={select.required}>
      {(control) => (
        <select {...select} {...control} className={controlClass}>
          {children}
        </select>
      )}
    </Field>
  );
}
