import * as v from 'valibot';
import { parseInstagramHandle, isInstagramHandle } from './instagram.ts';
import { findPasswordProblem } from './password.ts';
import { isPhone, maskPhone } from './phone.ts';

// Rules of form fields. They convert input into the stored value: optional texts are stored as null if they are empty.

/** Returns the rule of a required text. `missing` is the message for empty input. */
export function requiredText(missing: string, max = 255) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), atMost(max));
}

/** Returns the rule of an optional text: empty input is stored as null. */
export function optionalText(max = 255) {
  return v.pipe(v.string(), v.trim(), atMost(max), v.transform(emptyToNull));
}

export function requiredEmail() {
  const address = v.regex(/^[^@\s]+@[^@\s]+$/, 'Informe um e-mail como nome@empresa.com.br.');
  return v.pipe(requiredText('Informe o e-mail.'), address);
}

/** Returns the rule of a Brazilian phone, which is stored in the format of `maskPhone`. */
export function requiredPhone() {
  const phone = v.check(isPhone, 'Informe o telefone com DDD, como (11) 91234-5678.');
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Informe o telefone.'),
    phone,
    v.transform(maskPhone),
  );
}

/** Returns the rule of a new password. It does not compare the password with the name and e-mail of its owner. */
export function requiredNewPassword() {
  return v.pipe(
    v.string(),
    v.check(
      (password) => !findPasswordProblem(password),
      ({ input }) => findPasswordProblem(input) ?? '',
    ),
  );
}

/** Returns the rule of an optional Instagram profile. '@nome' or a URL is stored as 'nome'. */
export function optionalInstagram() {
  const handle = v.check<string, string>(
    (name) => !name || isInstagramHandle(name),
    'Informe um perfil do Instagram, como @nome.',
  );
  return v.pipe(v.string(), v.transform(parseInstagramHandle), handle, v.transform(emptyToNull));
}

/** Returns null for an empty text, and any other text unchanged. */
export function emptyToNull(text: string): string | null {
  return text || null;
}

function atMost(max: number) {
  return v.maxLength<string, number, string>(max, `Use no máximo ${max} caracteres.`);
}
