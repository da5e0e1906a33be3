import { get, useFormContext, useFormState } from 'react-hook-form';
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { Labels } from '#lib/describe-fields.ts';

/**
 * Ties the boxes of a group to the form around it: `<TextField {...field('name')} />` gets its label,
 * its value, its events and its error.
 */
export function useFields<V extends FieldValues>(labels: Labels<V>) {
  return useFieldsOf(useFormContext<V>(), labels);
}

/** As `useFields`, for a form at hand. */
export function useFieldsOf<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  labels: Labels<V>,
) {
  const { errors } = useFormState({ control: form.control });
  return (name: Path<V>) => {
    // What RHF keeps of a field is its error, if there is one.
    const error: FieldError | undefined = get(errors, name);
    return { label: labels[name] ?? '', ...form.register(name), error: error?.message };
  };
}
