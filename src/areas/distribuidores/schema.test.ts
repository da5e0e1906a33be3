import { expect, it } from 'vitest';
import * as v from 'valibot';
import { toFormValues } from '#crud/fields.ts';
import { distribuidorSchema, fields } from './schema.ts';

const typed = {
  ...toFormValues(fields),
  name: 'Nativa Sul',
  email: 'oi@nativa.exemplo',
  phone: '51912345678',
  cnpj: '19.131.243/0001-97',
  plan_id: 'pro',
  instagram: '@nativa',
  cep: '01001-000',
  numero: '10',
  cidade: 'São Paulo',
  estado: 'SP',
};

it('becomes the row that is stored, without its CNPJ [DIST-25]', () => {
  expect(v.parse(distribuidorSchema, typed)).toEqual({
    name: 'Nativa Sul',
    email: 'oi@nativa.exemplo',
    phone: '(51) 91234-5678',
    plan_id: 'pro',
    status: 'Pendente',
    instagram: 'nativa',
    address: 'nº 10',
    cep: '01001-000',
    logradouro: null,
    numero: '10',
    complemento: null,
    bairro: null,
    cidade: 'São Paulo',
    estado: 'SP',
  });
});

it.each([
  ['name', 'Informe o nome.', '[DIST-32]'],
  ['email', 'Informe o e-mail.', '[DIST-33]'],
  ['phone', 'Informe o telefone.', '[DIST-34]'],
  ['cep', 'Informe o CEP.', '[DIST-35]'],
  ['status', 'Selecione o status.', '[DIST-36]'],
  ['plan_id', 'Por favor, selecione um plano.', '[DIST-37]'],
])('requires its %s: %s %s', (field, message) => {
  const { issues = [] } = v.safeParse(distribuidorSchema, { ...typed, [field]: '', numero: '' });
  const [issue] = issues.filter((each) => v.getDotPath(each) === field);
  expect(issue?.message).toBe(message);
});

it('may have a CNPJ, but no invalid one [DIST-24]', () => {
  expect(v.is(distribuidorSchema, { ...typed, cnpj: '' })).toBe(true);
  const { issues } = v.safeParse(distribuidorSchema, { ...typed, cnpj: '19.131.243/0001-98' });
  expect(issues?.map(({ message }) => message)).toEqual(['Informe um CNPJ válido.']);
});
