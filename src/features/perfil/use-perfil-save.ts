import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { PlatformError } from '#data/unwrap.ts';
import type { SaveOutcome } from '#crud/form/form-page.tsx';
import { toast } from '#ui/toast.ts';
import { isSignedIn, changePassword } from './perfil.queries.ts';
import type { ParsedPerfilValues, PerfilValues } from './perfil.ts';

type PerfilForm = UseFormReturn<PerfilValues, unknown, ParsedPerfilValues>;
type PerfilPage = {
  form: PerfilForm;
  onSave: (values: ParsedPerfilValues) => Promise<SaveOutcome>;
};

/**
 * Returns the function that saves the user's own profile. It sets a new password first. If that fails, it does not save
 * the other data.
 */
export function usePerfilSave({ form, onSave }: PerfilPage) {
  const { mutateAsync: setPassword } = useMutation(changePassword);
  return async (values: ParsedPerfilValues): Promise<SaveOutcome> => {
    if (!(await isSignedIn())) return (toast.error('Usuário não autenticado.'), 'failed');
    let { passwordChanged } = values;
    if (values.newPassword) {
      try {
        await setPassword(values);
      } catch (error) {
        if (error instanceof PlatformError && passwordErrorCodes.has(error.code))
          form.setError('newPassword', { message: error.message }, { shouldFocus: true });
        return 'failed';
      }
      passwordChanged = true;
    }
    const end = await onSave({ ...values, passwordChanged });
    if (end === 'failed' && passwordChanged)
      toast.error('Senha alterada, mas houve falha ao salvar outros dados do perfil.');
    if (end === 'undecided' && passwordChanged)
      toast.success('Senha alterada. Os outros dados ainda não foram salvos.');
    if (end !== 'saved' && passwordChanged) forgetPassword(form);
    return end;
  };
}

const passwordErrorCodes = new Set(['weak_password', 'same_password']);

/**
 * Notes in the form that the password was changed, and clears the password fields for the next attempt: the platform
 * refuses the same password twice.
 */
function forgetPassword(form: PerfilForm) {
  form.setValue('passwordChanged', true);
  for (const name of ['currentPassword', 'newPassword', 'confirmPassword'] as const)
    form.setValue(name, '');
}
