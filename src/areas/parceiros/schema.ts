import * as v from 'valibot';
import { addressSchema } from '#areas/company/address.ts';
import { blankCompany, companyFields, companyLabels } from '#areas/company/schema.ts';

/**
 * Parses the typed values into the stored ones; other fields of a draft (cnpj, plan_id, distribuidor_id) are dropped.
 */
export const parceiroSchema = v.intersect([v.object(companyFields), addressSchema]);

export type ParceiroValues = v.InferInput<typeof parceiroSchema>;

export const newParceiro: ParceiroValues = blankCompany;

export const labels = companyLabels;
