import * as v from 'valibot';
import { choice } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import {
  optionalInstagram,
  requiredEmail,
  requiredPhone,
  requiredText,
} from '#lib/text-schemas.ts';
import { companyLabels, companyStatuses } from './words.ts';

// The common fields of distribuidores and parceiros, without the address.

/** Returns the fields for name, e-mail and phone. `called` is an alternative header of the name in spreadsheets. */
export function createContactFields(called: string) {
  return {
    name: {
      label: companyLabels.name,
      rule: requiredText('Informe o nome.'),
      sheet: {
        also: [called, 'Empresa', 'Razão social', 'Nome fantasia'],
        example: 'Mercado da Serra',
      },
    },
    email: {
      label: 'E-mail',
      plain: true,
      rule: requiredEmail(),
      sheet: { also: ['Email', 'Correio eletrônico'], example: 'contato@mercado.com.br' },
    },
    phone: {
      label: companyLabels.phone,
      plain: true,
      rule: requiredPhone(),
      sheet: { also: ['Fone', 'Celular', 'WhatsApp'], example: '(11) 91234-5678' },
    },
  } as const satisfies Fields;
}

export const statusAndInstagramFields = {
  status: {
    label: companyLabels.status,
    rule: v.picklist(companyStatuses, 'Selecione o status.'),
    blank: 'Pendente',
    ...choice(companyStatuses),
    sheet: { also: ['Situação'], example: 'Ativo' },
  },
  instagram: {
    label: companyLabels.instagram,
    rule: optionalInstagram(),
    sheet: { also: ['Insta'], example: '@mercadodaserra' },
  },
} as const satisfies Fields;

export const logoField = { logo_url: { label: 'Logo' } } as const satisfies Fields;
