import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { SharedFieldProps } from './field.tsx';

export type TextFieldProps = ComponentProps<'input'> & SharedFieldProps;

/**
 * A text input of one line with its label. It accepts all props of `<input>`, also those that `register('name')` of
 * React Hook Form returns.
 */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(tied) => <input type="text" {...control} {...tied} className={controlClass} />}
    </Field>
  );
}
