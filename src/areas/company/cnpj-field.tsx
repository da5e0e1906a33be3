import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useFields } from '#crud/form/use-record-form.tsx';
import type { CnpjLookupResult, Company } from '#data/cnpj.ts';
import { maskCep } from '#lib/cep.ts';
import { normalizeCnpj, invalidCnpjMessage, isCnpj, maskCnpj } from '#lib/cnpj.ts';
import { maskPhone } from '#lib/phone.ts';
import { Button } from '#ui/button.tsx';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { cnpjLookupMutation } from './queries.ts';

type Fillable = Exclude<keyof Company, 'situation'>;
type CompanyValues = Record<Fillable | 'cnpj' | 'address', string>;
/** The values that CNPJ lookups filled in, keyed by field. */
type Filled = Partial<Record<Fillable, string>>;

/**
 * Renders a field for a CNPJ, with a button that looks up the company in the public registry. The result fills in the
 * empty fields and replaces the values of an earlier lookup. The CNPJ is not stored.
 */
export function CnpjField() {
  const { control, getValues, setValue, setError } = useFormContext<CompanyValues>();
  const filled = useRef<Filled>({});
  const { error, ...field } = useFields<CompanyValues>({ cnpj: { label: 'CNPJ' } })('cnpj');
  const cnpj = normalizeCnpj(useWatch({ control, name: 'cnpj' }));
  const search = useMutation(cnpjLookupMutation);
  const answer = search.variables === cnpj ? search.data : undefined;

  async function fill() {
    if (!isCnpj(cnpj))
      return setError('cnpj', { message: invalidCnpjMessage }, { shouldFocus: true });
    const { company } = { company: undefined, ...(await search.mutateAsync(cnpj)) };
    if (!company) return;
    // A field is free if it is empty or has the value of an earlier lookup, perhaps of a different company.
    const isFree = (name: Fillable) => ['', filled.current[name]].includes(getValues(name));
    // Whether to fill in the address. An old record, with an address text but no CEP, keeps its address.
    const withAddress = isFree('cep') && !getValues('address');
    for (const [name, value] of Object.entries(fieldsOf(company, withAddress))) {
      // Cast: Object.entries types the keys of `fieldsOf` as `string`.
      const known = name as Fillable;
      if (!isFree(known) || getValues(known) === value) continue;
      // Do not validate the CEP here: it is invalid until the CEP lookup has found its address.
      setValue(known, value, { shouldDirty: true, shouldValidate: known !== 'cep' });
      filled.current[known] = value;
    }
  }

  return (
    <div className="flex flex-col gap-2 sm:col-span-2 sm:flex-row sm:items-start lg:w-[calc(50%-0.5rem)]">
      <MaskedField
        className="min-w-0 sm:max-w-md sm:flex-1"
        mask={maskCnpj}
        placeholder="00.000.000/0000-00"
        spellCheck={false}
        hint={
          <span role="status">
            {foundText(answer)}Usado para preencher os dados; não é gravado.
          </span>
        }
        error={(answer && messages[answer.status]) ?? error}
        {...field}
      />
      <Button className="sm:mt-6" busy={search.isPending} onClick={() => void fill()}>
        Buscar dados
      </Button>
    </div>
  );
}

const messages = {
  found: undefined,
  missing: 'CNPJ não encontrado.',
  failed: 'Erro ao buscar CNPJ. Os dados podem ser preenchidos manualmente.',
};

function foundText(answer: CnpjLookupResult | undefined): string {
  if (answer?.status !== 'found') return '';
  const { name, situation } = answer.company;
  return `${name}${situation ? `, situação ${situation.toLowerCase()}` : ''}. `;
}

/**
 * Returns the values to fill in. CEP, number and complement form one address in the registry: without `withAddress`,
 * all three are left out.
 */
function fieldsOf(
  { situation: _shown, cep, numero, complemento, ...company }: Company,
  withAddress: boolean,
) {
  const particulars = { ...company, phone: maskPhone(company.phone) };
  return withAddress ? { ...particulars, cep: maskCep(cep), numero, complemento } : particulars;
}
