import { expect, it } from 'vitest';
import { getDotPath, parse, safeParse } from 'valibot';
import { toFormValues } from '#crud/fields.ts';
import { parceiroSchema, fields } from './schema.ts';

const typed = {
  ...toFormValues(fields),
  name: ' Empório Central ',
  email: 'contato@emporio.exemplo',
  phone: '(13) 3222-1234',
  cep: '11010-000',
  numero: '10',
  bairro: 'Centro',
  cidade: 'Santos',
  estado: 'SP',
};

it('stores neither a CNPJ nor a plan nor a distribuidor [PARC-15]', () => {
  const draft = { ...typed, cnpj: '11.222.333/0001-81', plan_id: 'x', distribuidor_id: 'y' };
  const stored = parse(parceiroSchema, draft);
  for (const column of ['cnpj', 'plan_id', 'distribuidor_id'])
    expect(stored).not.toHaveProperty(column);
  expect(stored).toMatchObject({ name: 'Empório Central', address: 'nº 10, Centro' });
});

it('is pending by default [PARC-16]', () => {
  expect(parse(parceiroSchema, typed).status).toBe('Pendente');
});

it.each([
  ['name', 'Informe o nome.'],
  ['email', 'Informe o e-mail.'],
  ['phone', 'Informe o telefone.'],
  ['cep', 'Informe o CEP.'],
  ['status', 'Selecione o status.'],
])('is refused without its %s [PARC-17] [PARC-18] [PARC-19] [PARC-20] [PARC-21]', (field, text) => {
  const [issue] = safeParse(parceiroSchema, { ...typed, [field]: '' }).issues ?? [];
  expect(issue && [getDotPath(issue), issue.message]).toEqual([field, text]);
});
