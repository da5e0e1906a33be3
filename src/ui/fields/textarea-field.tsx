import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';

export type TextareaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  hint?: ReactNode;
  error?: string;
  counter?: ReactNode;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Several lines of text; grows with its content where the browser supports it. */
export function TextareaField({
  label,
  hint,
  error,
  counter,
  className,
  ...area
}: TextareaFieldProps) {
  return (
    <Field {...{ label, hint, error, counter, className }} required={area.required}>
      {(control) => (
        <textarea
          rows={5}
          {...area}
          {...control}
          className={`${controlClass} field-sizing-content max-h-96 min-h-28 resize-y`}
        />
      )}
    </Field>
  );
}
