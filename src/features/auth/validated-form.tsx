import { startTransition, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';

export type FieldErrors = Partial<Record<string, string>>;

export type ValidatedFormProps = {
  /** A React action; called only when every field is valid. */
  action: (data: FormData) => void;
  busy: boolean;
  /** The texts for empty fields, keyed by field name. */
  missing: Record<string, string>;
  /** Validates several fields together. Called only when each field is valid. */
  check?: (data: FormData) => FieldErrors;
  children: (errors: FieldErrors) => ReactNode;
};

/** Renders a small form. The browser validates the fields, and the form shows the errors in Portuguese beside them. */
export function ValidatedForm({ action, busy, missing, check, children }: ValidatedFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  function submit(event: FormEvent<HTMLFormElement>) {
    // Do not use the `action` attribute: React would then reset the fields after a submit, even after a failure.
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
      className={validatedFormClass}
    >
      {children(errors)}
    </form>
  );
}

/** The classes of the form, also for its copy in the static page (src/app/still-frame.tsx). */
export const validatedFormClass = 'space-y-4';

/**
 * Returns the validation errors of a form, keyed by field name. The texts are always in Portuguese: the browser's own
 * messages have the language of the browser. `messages` has the texts for empty fields.
 */
function formErrors(form: HTMLFormElement, messages: Record<string, string>): FieldErrors {
  const errors: FieldErrors = {};
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name]')) {
    if (input.validity.valueMissing)
      errors[input.name] = messages[input.name] ?? 'Preencha este campo.';
    else if (input.validity.typeMismatch)
      errors[input.name] = 'Informe um e-mail válido, como nome@empresa.com.br.';
    else if (input.value.length < input.minLength) {
      errors[input.name] = `Use pelo menos ${input.minLength} caracteres.`;
    }
  }
  return errors;
}

/** Focuses the first invalid field. @returns whether the form has an invalid field */
function focusFirstError(form: HTMLFormElement, errors: FieldErrors): boolean {
  const first = [...form.querySelectorAll<HTMLInputElement>('input[name]')].find(
    (input) => errors[input.name],
  );
  first?.focus();
  return first !== undefined;
}
