import * as v from 'valibot';
import { addressSchema } from '#features/company/address.ts';
import { blankCompany, companyFields, companyLabels } from '#features/company/company.ts';

/** From what is typed to what is stored; whatever else a draft may hold (cnpj, plan_id, distribuidor_id) is dropped. */
export const parceiroSchema = v.intersect([v.object(companyFields), addressSchema]);

export type ParceiroValues = v.InferInput<typeof parceiroSchema>;

export const newParceiro: ParceiroValues = blankCompany;

export const labels = companyLabels;
