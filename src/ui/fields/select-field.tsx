import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitField } from './field.tsx';
import type { FieldTexts } from './field.tsx';
import { Options } from './options.tsx';
import type { Choices } from './options.tsx';

export type SelectFieldProps = ComponentProps<'select'> & FieldTexts & { options?: Choices };

/** A native select with its label. Its `<option>` children are before its `options`. */
export function SelectField({ options = [], children, ...props }: SelectFieldProps) {
  const { field, control } = splitField(props);
  return (
    <Field {...field}>
      {(tied) => (
        <select {...control} {...tied} className={controlClass}>
          {children}
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}
