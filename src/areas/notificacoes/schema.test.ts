import { expect, it } from 'vitest';
import { parse } from 'valibot';
import { toFormValues } from '#crud/fields.ts';
import { notificacaoSchema, fields } from './schema.ts';

const written = { ...toFormValues(fields), titulo: ' Manutenção ', conteudo: ' No domingo. ' };

it('trims the texts', () => {
  expect(parse(notificacaoSchema, written)).toMatchObject({
    titulo: 'Manutenção',
    conteudo: 'No domingo.',
  });
});

it.each([
  ['status', 'Ativa', '[NOTI-23]'],
  ['tipo', 'Geral', '[NOTI-24]'],
  ['destinatarios', 'todos', '[NOTI-25]'],
  ['visibilidade', 'todos', '[NOTI-26]'],
] as const)('an empty %s becomes %s %s', (field, stored, _id) => {
  expect(parse(notificacaoSchema, { ...written, [field]: '' })[field]).toBe(stored);
});
