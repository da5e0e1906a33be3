import * as v from 'valibot';
import { addressFields, addressSchema } from '#areas/company/address.ts';
import { createContactFields, logoField, statusAndInstagramFields } from '#areas/company/schema.ts';
import { rulesOf } from '#crud/fields.ts';
import type { Fields } from '#crud/fields.ts';

const ownFields = { ...createContactFields('Parceiro'), ...statusAndInstagramFields };

export const fields = { ...ownFields, ...addressFields, ...logoField } as const satisfies Fields;

/**
 * Parses the form values into the stored values. Drops all fields that parceiros do not have: a draft can contain cnpj,
 * plan_id or distribuidor_id.
 */
export const parceiroSchema = v.intersect([v.object(rulesOf(ownFields)), addressSchema]);
