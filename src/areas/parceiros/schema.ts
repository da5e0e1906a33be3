import * as v from 'valibot';
import { addressFields, addressSchema } from '#areas/company/address.ts';
import { contactFields, logoField, statusFields } from '#areas/company/schema.ts';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';

const ownFields = { ...contactFields('Parceiro'), ...statusFields };

export const fields = { ...ownFields, ...addressFields, ...logoField } as const satisfies Fields;

/** Parses the form values into the stored values. Drops other fields of a draft (cnpj, plan_id, distribuidor_id). */
export const parceiroSchema = v.intersect([v.object(rulesOf(ownFields)), addressSchema]);
