import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitField } from './field.tsx';
import type { FieldTexts } from './field.tsx';

export type TextFieldProps = ComponentProps<'input'> & FieldTexts;

/** One line of text; accepts all props of `<input>`, so that `{...register('name')}` fits. */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitField(props);
  return (
    <Field {...field}>
      {(tied) => <input type="text" {...control} {...tied} className={controlClass} />}
    </Field>
  );
}
