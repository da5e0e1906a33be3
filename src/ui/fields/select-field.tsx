import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { SharedFieldProps } from './field.tsx';
import { SelectOptions } from './options.tsx';
import type { Choices } from './options.tsx';

export type SelectFieldProps = ComponentProps<'select'> & SharedFieldProps & { options?: Choices };

/** A native select with its label. Its `<option>` children are before its `options`. */
export function SelectField({ options = [], children, ...props }: SelectFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(tied) => (
        <select {...control} {...tied} className={controlClass}>
          {children}
          <SelectOptions of={options} />
        </select>
      )}
    </Field>
  );
}
