import * as v from 'valibot';
import { addressFields, addressSchema } from '#areas/company/address.ts';
import { createContactFields, logoField, statusAndInstagramFields } from '#areas/company/schema.ts';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';

const ownFields = { ...createContactFields('Parceiro'), ...statusAndInstagramFields };

export const fields = { ...ownFields, ...addressFields, ...logoField } as const satisfies Fields;

/**
 * Parses the form values into the stored values. Drops all fields that parceiros do not have, such as cnpj, plan_id and
 * distribuidor_id in a draft (PARC-15).
 */
export const parceiroSchema = v.intersect([v.object(rulesOf(ownFields)), addressSchema]);
