import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';

export type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: ReactNode;
  warning?: ReactNode;
  error?: string;
  counter?: ReactNode;
  ref?: Ref<HTMLInputElement>;
};

/** One line of text; accepts all props of `<input>`, so that `{...register('name')}` fits. */
export function TextField({ label, hint, warning, error, ...props }: TextFieldProps) {
  const { counter, className, ...input } = props;
  return (
    <Field {...{ label, hint, warning, error, counter, className }} required={input.required}>
      {(control) => <input type="text" {...input} {...control} className={controlClass} />}
    </Field>
  );
}
