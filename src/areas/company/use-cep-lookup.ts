import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { CepLookupResult } from '#data/cep.ts';
import { isCep } from '#lib/cep.ts';
import type { AddressValues } from './address.ts';
import { cepLookupQuery } from './queries.ts';

const parts = ['logradouro', 'bairro', 'cidade', 'estado'] as const;
type Part = (typeof parts)[number];
/** The address fields that the CEP lookup does not fill in: the user enters them. */
const particulars = ['numero', 'complemento'] as const;

/**
 * Looks up the form's CEP when it is complete, and fills the address with the result. Returns the state of the lookup:
 * `open` lists the parts that the lookup did not find and that the user can enter. The stored CEP of a record is looked
 * up only if `repeat` is called.
 */
export function useCepLookup() {
  const { control, setValue, getValues, getFieldState, trigger } = useFormContext<AddressValues>();
  const { defaultValues, isSubmitted } = useFormState({ control });
  const cep = useWatch({ control, name: 'cep' });
  const stored = defaultValues?.cep ?? '';
  const address = useWatch({ control, name: parts }).join('\n');
  /** The CEP to which the address in the form belongs. */
  const filledFor = useRef(stored);
  const query = useQuery({ ...cepLookupQuery(cep), enabled: isCep(cep) && cep !== stored });
  // For the stored CEP, ignore a result that another form has cached: it must not replace the stored address.
  const isAsked = cep !== stored || query.isFetchedAfterMount;
  const answer = isCep(cep) && isAsked ? query.data : undefined;
  const fill = useEffectEvent((now: string, found: CepLookupResult | undefined) => {
    // If the record had no CEP and the user has cleared the new CEP, reset number and complement. With a number, the
    // old address text would be invalid without a CEP.
    if (!now && defaultValues?.address && !stored)
      for (const name of particulars)
        setValue(name, defaultValues[name] ?? '', { shouldDirty: true });
    const isBack = !found && now === stored && filledFor.current !== now;
    const moved = filledFor.current !== now && filledFor.current !== '';
    // Clear the previous address until the lookup responds: it must not be saved with this CEP.
    const isUnanswered = !found && moved && isCep(now);
    if (!found && !isBack && !isUnanswered) return;
    for (const part of parts) {
      const known = isBack ? (defaultValues?.[part] ?? '') : partOf(found, part);
      const value = moved || isUnknown(found) ? '' : getValues(part);
      setValue(part, known || value, { shouldDirty: true });
    }
    filledFor.current = now;
    if (isUnanswered) return;
    if (isSubmitted || getFieldState('cep').error) void trigger(['cep', ...parts]);
  });
  const before = useRef({ cep, address });
  useEffect(
    function noteRestoredAddress() {
      // A draft or a merge sets CEP and address at once: then the address belongs to this CEP.
      if (cep !== before.current.cep && address !== before.current.address) filledFor.current = cep;
      before.current = { cep, address };
    },
    [cep, address],
  );
  useEffect(
    function fillAddress() {
      fill(cep, answer);
    },
    [cep, answer],
  );
  return {
    answer,
    isSearching: query.isFetching,
    open: openParts(answer),
    repeat: () => void query.refetch(),
  };
}

function partOf(answer: CepLookupResult | undefined, part: Part): string {
  return answer?.status === 'found' ? answer.parts[part] : '';
}

function isUnknown(answer: CepLookupResult | undefined): boolean {
  return answer?.status === 'unknown' && !answer.doubtful;
}

function openParts(answer: CepLookupResult | undefined): readonly Part[] {
  if (!answer || isUnknown(answer)) return [];
  return parts.filter((part) => !partOf(answer, part));
}
