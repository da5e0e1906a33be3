export type FieldErrors = Partial<Record<string, string>>;

/**
 * The browser's validation errors of a form, by field name, in Portuguese: its own messages have the language of the
 * browser. `messages` has the texts for empty fields.
 */
export function formErrors(form: HTMLFormElement, messages: Record<string, string>): FieldErrors {
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

/** Focuses the first invalid field. @returns whether there is one */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): boolean {
  const first = [...form.querySelectorAll<HTMLInputElement>('input[name]')].find(
    (input) => errors[input.name],
  );
  first?.focus();
  return first !== undefined;
}
