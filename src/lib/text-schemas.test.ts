import { expect, it } from 'vitest';
import * as v from 'valibot';
import {
  optionalInstagram,
  optionalText,
  requiredEmail,
  requiredPhone,
  requiredText,
} from './text-schemas.ts';

it('trims texts, and stores an empty one as null', () => {
  expect(v.parse(requiredText('Informe o nome.'), ' Ana ')).toBe('Ana');
  expect(v.parse(optionalText(), '  ')).toBeNull();
  expect(v.parse(optionalText(), ' Sala 2 ')).toBe('Sala 2');
  expect(v.parse(requiredPhone(), '11912345678')).toBe('(11) 91234-5678');
  expect(v.parse(optionalInstagram(), 'https://instagram.com/ana/')).toBe('ana');
  expect(v.parse(optionalInstagram(), '')).toBeNull();
});

it.each([
  [requiredText('Informe o nome.'), '  ', 'Informe o nome.'],
  [requiredText('Informe o nome.', 3), 'Anna', 'Use no máximo 3 caracteres.'],
  [optionalText(3), 'Anna', 'Use no máximo 3 caracteres.'],
  [requiredEmail(), '', 'Informe o e-mail.'],
  [requiredEmail(), 'ana', 'Informe um e-mail como nome@empresa.com.br.'],
  [requiredPhone(), ' ', 'Informe o telefone.'],
  [requiredPhone(), '1234', 'Informe o telefone com DDD, como (11) 91234-5678.'],
  [optionalInstagram(), 'instagram.com/a/b c!', undefined],
  [optionalInstagram(), 'facebook.com/ana', 'Informe um perfil do Instagram, como @nome.'],
  [optionalInstagram(), 'ana!', 'Informe um perfil do Instagram, como @nome.'],
])('reports the first problem of an invalid text', (schema, typed, message) => {
  expect(v.safeParse(schema, typed).issues?.[0].message).toBe(message);
});
