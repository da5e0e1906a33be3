import * as v from 'valibot';
import { addressLabels, addressSchema, blankAddress } from '#features/company/address.ts';
import { invalidCnpj, isCnpj } from '#lib/cnpj.ts';
import {
  optionalInstagram,
  requiredEmail,
  requiredPhone,
  requiredText,
} from '#lib/text-schemas.ts';

export const statuses = ['Pendente', 'Ativo', 'Inativo'] as const;
export const planNames = ['Starter', 'Pro', 'Master', 'Business'] as const;

/** From what is typed to what is stored. The CNPJ only helps to fill the form: it is dropped. */
export const distribuidorSchema = v.intersect([
  v.pipe(
    v.object({
      name: requiredText('Informe o nome.'),
      email: requiredEmail(),
      phone: requiredPhone(),
      cnpj: v.pipe(
        v.string(),
        v.check((cnpj) => !cnpj || isCnpj(cnpj), invalidCnpj),
      ),
      plan_id: v.pipe(v.string(), v.nonEmpty('Por favor, selecione um plano.')),
      status: v.picklist(statuses, 'Selecione o status.'),
      instagram: optionalInstagram(),
    }),
    v.transform(({ cnpj: _dropped, ...row }) => row),
  ),
  addressSchema,
]);

export type DistribuidorValues = v.InferInput<typeof distribuidorSchema>;

export const newDistribuidor: DistribuidorValues = {
  name: '',
  email: '',
  phone: '',
  cnpj: '',
  plan_id: '',
  status: 'Pendente',
  instagram: '',
  ...blankAddress,
};

export const labels = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  plan_id: 'Plano',
  status: 'Status',
  instagram: 'Instagram',
  ...addressLabels,
} as const;
