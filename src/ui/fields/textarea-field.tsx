import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitField } from './field.tsx';
import type { FieldTexts } from './field.tsx';

export type TextareaFieldProps = ComponentProps<'textarea'> & FieldTexts;

/** A textarea with its label. It grows with its content if the browser supports `field-sizing`. */
export function TextareaField(props: TextareaFieldProps) {
  const { field, control } = splitField(props);
  return (
    <Field {...field}>
      {(tied) => (
        <textarea
          rows={5}
          {...control}
          {...tied}
          className={`${controlClass} field-sizing-content max-h-96 min-h-28 resize-y`}
        />
      )}
    </Field>
  );
}
