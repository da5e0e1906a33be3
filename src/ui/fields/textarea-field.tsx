import type { ComponentProps } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { SharedFieldProps } from './field.tsx';

export type TextareaFieldProps = ComponentProps<'textarea'> & SharedFieldProps;

/** A textarea with its label. It grows with its content if the browser supports `field-sizing`. */
export function TextareaField(props: TextareaFieldProps) {
  const { field, control } = splitFieldProps(props);
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
