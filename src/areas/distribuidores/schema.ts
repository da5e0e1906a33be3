import * as v from 'valibot';
import { addressSchema } from '#areas/company/address.ts';
import { blankCompany, companyFields, companyLabels } from '#areas/company/schema.ts';
import { invalidCnpj, isCnpj } from '#lib/cnpj.ts';

export const planNames = ['Starter', 'Pro', 'Master', 'Business'] as const;

/** Parses the typed values into the stored ones. The CNPJ is dropped: it only helps to fill the form. */
export const distribuidorSchema = v.intersect([
  v.pipe(
    v.object({
      ...companyFields,
      cnpj: v.pipe(
        v.string(),
        v.check((cnpj) => !cnpj || isCnpj(cnpj), invalidCnpj),
      ),
      plan_id: v.pipe(v.string(), v.nonEmpty('Por favor, selecione um plano.')),
    }),
    v.transform(({ cnpj: _dropped, ...row }) => row),
  ),
  addressSchema,
]);

export type DistribuidorValues = v.InferInput<typeof distribuidorSchema>;

export const newDistribuidor: DistribuidorValues = { ...blankCompany, cnpj: '', plan_id: '' };

export const labels = { ...companyLabels, plan_id: 'Plano' } as const;
