import * as v from 'valibot';

// From what is typed to what is stored: trimmed, and null where nothing was typed.

/** A text that may not be empty; `missing` says what to type. */
export function requiredText(missing: string, max = 255) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), atMost(max));
}

/** A text that may be left out: then it is stored as null. */
export function optionalText(max = 255) {
  return v.pipe(v.string(), v.trim(), atMost(max), v.transform(orNull));
}

export function requiredEmail() {
  const address = v.regex(/^[^@\s]+@[^@\s]+$/, 'Informe um e-mail como nome@empresa.com.br.');
  return v.pipe(requiredText('Informe o e-mail.'), address);
}

/** For the end of a pipe whose text may be empty. */
export function orNull(text: string): string | null {
  return text || null;
}

function atMost(max: number) {
  return v.maxLength<string, number, string>(max, `Use no máximo ${max} caracteres.`);
}
