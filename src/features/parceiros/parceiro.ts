import * as v from 'valibot';
import { addressLabels, addressSchema, blankAddress } from '#features/company/address.ts';
import {
  optionalInstagram,
  requiredEmail,
  requiredPhone,
  requiredText,
} from '#lib/text-schemas.ts';

export const statuses = ['Pendente', 'Ativo', 'Inativo'] as const;

/** From what is typed to what is stored; whatever else a draft may hold (cnpj, plan_id, distribuidor_id) is dropped. */
export const parceiroSchema = v.intersect([
  v.object({
    name: requiredText('Informe o nome.'),
    email: requiredEmail(),
    phone: requiredPhone(),
    status: v.picklist(statuses, 'Selecione o status.'),
    instagram: optionalInstagram(),
  }),
  addressSchema,
]);

export type ParceiroValues = v.InferInput<typeof parceiroSchema>;

export const newParceiro: ParceiroValues = {
  name: '',
  email: '',
  phone: '',
  status: 'Pendente',
  instagram: '',
  ...blankAddress,
};

export const labels = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  status: 'Status',
  instagram: 'Instagram',
  ...addressLabels,
} as const;
