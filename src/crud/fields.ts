import { get, useFormContext, useFormState } from 'react-hook-form';
import type { FieldValues, Path } from 'react-hook-form';

/**
 * Ties the boxes of a group to the form around it: `<TextField label="Nome" {...field('name')} />`
 * gets its value, its events and its error.
 */
export function useFields<V extends FieldValues>() {
  const { register, control } = useFormContext<V>();
  const { errors } = useFormState({ control });
  return (name: Path<V>) => {
    // RHF's `get` is untyped; an error of a field that holds a text has a message.
    const error: { message?: string } | undefined = get(errors, name);
    return { ...register(name), error: error?.message };
  };
}
