import * as v from 'valibot';
import {
  optionalInstagram,
  requiredEmail,
  requiredPhone,
  requiredText,
} from '#lib/text-schemas.ts';
import { addressLabels, blankAddress } from './address.ts';

// What distribuidores and parceiros are alike in: their fields, with the address.

export const statuses = ['Pendente', 'Ativo', 'Inativo'] as const;

/** The rules of the fields beside the address, which has a schema of its own. */
export const companyFields = {
  name: requiredText('Informe o nome.'),
  email: requiredEmail(),
  phone: requiredPhone(),
  status: v.picklist(statuses, 'Selecione o status.'),
  instagram: optionalInstagram(),
};

export const blankCompany = {
  name: '',
  email: '',
  phone: '',
  status: 'Pendente' as const,
  instagram: '',
  ...blankAddress,
};

export const companyLabels = {
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  status: 'Status',
  instagram: 'Instagram',
  ...addressLabels,
} as const;
