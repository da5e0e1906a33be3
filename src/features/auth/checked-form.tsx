import { startTransition, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { focusFirstError, formErrors } from './form-errors.ts';
import type { FieldErrors } from './form-errors.ts';

export type CheckedFormProps = {
  /** A React action; called only when every field is valid. */
  action: (data: FormData) => void;
  busy: boolean;
  /** Texts for empty fields, by field name. */
  missing: Record<string, string>;
  /** A rule over several fields. It is called only when each field is valid. */
  check?: (data: FormData) => FieldErrors;
  className?: string;
  children: (errors: FieldErrors) => ReactNode;
};

/** A small form that shows the browser's validation errors in Portuguese, beside the fields. */
export function CheckedForm({
  action,
  busy,
  missing,
  check,
  className,
  children,
}: CheckedFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  function submit(event: FormEvent<HTMLFormElement>) {
    // Not the form's own `action`: React would reset the fields after it, also after a failure.
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    let found = formErrors(form, missing);
    if (Object.keys(found).length === 0) found = check?.(data) ?? {};
    setErrors(found);
    if (!focusFirstError(form, found)) startTransition(() => action(data));
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        // The target of the event is the field: clear its error.
        const { name } = event.target as HTMLInputElement;
        if (errors[name]) setErrors({ ...errors, [name]: undefined });
      }}
      className={className}
    >
      {children(errors)}
    </form>
  );
}
