import * as v from 'valibot';
import { addressFields, addressSchema } from '#areas/company/address.ts';
import { createContactFields, logoField, statusAndInstagramFields } from '#areas/company/schema.ts';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';
import { invalidCnpjMessage, isCnpj } from '#lib/cnpj.ts';
import { distribuidores } from './area.ts';

export const planNames = ['Starter', 'Pro', 'Master', 'Business'] as const;

const ownFields = {
  ...createContactFields('Distribuidor'),
  plan_id: {
    label: distribuidores.labels.plan_id,
    rule: v.pipe(v.string(), v.nonEmpty('Por favor, selecione um plano.')),
    sheet: { also: ['Plano contratado'] },
  },
  ...statusAndInstagramFields,
  // The CNPJ is not stored: the form uses it only to look up the other values.
  cnpj: {
    unstored: true,
    rule: v.pipe(
      v.string(),
      v.check((cnpj) => !cnpj || isCnpj(cnpj), invalidCnpjMessage),
    ),
  },
} as const satisfies Fields;

export const fields = { ...ownFields, ...addressFields, ...logoField } as const satisfies Fields;

/** Parses the form values into the stored values, without the CNPJ. */
export const distribuidorSchema = v.intersect([
  v.pipe(
    v.object(rulesOf(ownFields)),
    v.transform(({ cnpj: _dropped, ...row }) => row),
  ),
  addressSchema,
]);
