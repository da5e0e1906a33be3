import * as v from 'valibot';
import { instagramHandle, isInstagramHandle } from './instagram.ts';
import { passwordProblem } from './password.ts';
import { isPhone, maskPhone } from './phone.ts';

// Rules that convert input into the stored value: trimmed, and null for empty input.

/** A required text; `missing` is the message for empty input. */
export function requiredText(missing: string, max = 255) {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(missing), atMost(max));
}

/** An optional text: empty input is stored as null. */
export function optionalText(max = 255) {
  return v.pipe(v.string(), v.trim(), atMost(max), v.transform(orNull));
}

export function requiredEmail() {
  const address = v.regex(/^[^@\s]+@[^@\s]+$/, 'Informe um e-mail como nome@empresa.com.br.');
  return v.pipe(requiredText('Informe o e-mail.'), address);
}

/** A Brazilian phone, stored in the format of the mask. */
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

/** A new password, without the rules about its owner. */
export function acceptablePassword() {
  return v.pipe(
    v.string(),
    v.check(
      (password) => !passwordProblem(password),
      ({ input }) => passwordProblem(input) ?? '',
    ),
  );
}

/** An Instagram profile, '@nome' or its URL; stored as the bare name. */
export function optionalInstagram() {
  const handle = v.check<string, string>(
    (name) => !name || isInstagramHandle(name),
    'Informe um perfil do Instagram, como @nome.',
  );
  return v.pipe(v.string(), v.transform(instagramHandle), handle, v.transform(orNull));
}

/** The last step of a pipe whose text may be empty. */
export function orNull(text: string): string | null {
  return text || null;
}

function atMost(max: number) {
  return v.maxLength<string, number, string>(max, `Use no máximo ${max} caracteres.`);
}
