import * as v from 'valibot';
import {
  optionalInstagram,
  requiredEmail,
  requiredPhone,
  requiredText,
} from '#lib/text-schemas.ts';
import { addressLabels, blankAddress } from './address.ts';

// The common fields of distribuidores and parceiros, with the address.

export const statuses = ['Pendente', 'Ativo', 'Inativo'] as const;

/** The rules of all fields except the address, which has its own schema. */
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
