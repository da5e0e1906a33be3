import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useFields } from '#crud/form/use-record-form.tsx';
import { isCep, maskCep } from '#lib/cep.ts';
import { Card } from '#ui/card.tsx';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { addressFields } from './address.ts';
import type { AddressValues } from './address.ts';
import { CepHint } from './cep-hint.tsx';
import { useCepLookup } from './use-cep-lookup.ts';

/**
 * Renders the fields of a company's address. The CEP lookup fills them in. The user enters number and complement, and
 * the parts that the lookup does not find.
 */
export function AddressFields() {
  const { control } = useFormContext<AddressValues>();
  const field = useFields<AddressValues>(addressFields);
  const lookup = useCepLookup();
  const cep = useWatch({ control, name: 'cep' });
  const isWhole = isCep(cep);
  const part = (name: 'logradouro' | 'bairro' | 'cidade' | 'estado') => ({
    ...field(name),
    readOnly: !lookup.open.includes(name),
  });
  const { error, ...cepField } = field('cep');
  return (
    <Card title="Endereço" className="grid grid-cols-6 gap-4 p-4 sm:p-5">
      <StoredAddress />
      <MaskedField
        required
        mask={maskCep}
        inputMode="numeric"
        placeholder="00000-000"
        className="col-span-6 sm:col-span-2"
        hint={<CepHint {...lookup} isWhole={isWhole} />}
        error={messages[lookup.answer?.status ?? 'found'] ?? error}
        {...cepField}
      />
      <TextField className="col-span-6 sm:col-span-4" maxLength={255} {...part('logradouro')} />
      <TextField
        required
        readOnly={!isWhole}
        maxLength={20}
        autoComplete="off"
        className="col-span-2"
        {...field('numero')}
      />
      <TextField
        readOnly={!isWhole}
        maxLength={255}
        autoComplete="off"
        className="col-span-4"
        {...field('complemento')}
      />
      <TextField className="col-span-6 sm:col-span-2" maxLength={255} {...part('bairro')} />
      <TextField className="col-span-4 sm:col-span-3" maxLength={255} {...part('cidade')} />
      <TextField className="col-span-2 sm:col-span-1" maxLength={2} {...part('estado')} />
    </Card>
  );
}

const messages = { found: undefined, unknown: 'CEP não encontrado', failed: 'Erro ao buscar CEP' };

/** Renders the stored address text of a record without a CEP, read-only. A CEP replaces this text. */
function StoredAddress() {
  const { control } = useFormContext<AddressValues>();
  const { defaultValues } = useFormState({ control });
  if (!defaultValues?.address || defaultValues.cep) return null;
  return (
    <TextField
      label="Endereço cadastrado"
      readOnly
      value={defaultValues.address}
      hint="Cadastro sem CEP. Este endereço vale até que um CEP seja informado."
      className="col-span-6"
    />
  );
}
