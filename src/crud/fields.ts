import { get, useFormContext, useFormState } from 'react-hook-form';
import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Ties the boxes of a group to the form around it: `<TextField label="Nome" {...field('name')} />`
 * gets its value, its events and its error.
 */
export function useFields<V extends FieldValues>() {
  return useFieldsOf(useFormContext<V>());
}

/** As `useFields`, for a form at hand. */
export function useFieldsOf<V extends FieldValues, Out>(form: UseFormReturn<V, unknown, Out>) {
  const { errors } = useFormState({ control: form.control });
  return (name: Path<V>) => {
    const error: unknown = get(errors, name);
    // What RHF keeps of a field is its error, if there is one.
    return { ...form.register(name), error: (error as FieldError | undefined)?.message };
  };
}
