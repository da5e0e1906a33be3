import { useMutation } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { authClient } from '#data/session.ts';
import { PlatformError } from '#data/unwrap.ts';
import { toast } from '#ui/toast.ts';
import { changePassword } from './perfil.queries.ts';
import type { Perfil, PerfilValues } from './perfil.ts';

type PerfilForm = UseFormReturn<PerfilValues, unknown, Perfil>;
type PerfilPage = { form: PerfilForm; onSave: (values: Perfil) => Promise<boolean> };

/** The save of the own profile: the password first, which stops everything when it is refused. */
export function usePerfilSave({ form, onSave }: PerfilPage) {
  const { mutateAsync: setPassword } = useMutation(changePassword);
  return async (values: Perfil): Promise<boolean> => {
    if (!(await isSignedIn())) return (toast.error('Usuário não autenticado.'), false);
    let { passwordChanged } = values;
    if (values.newPassword) {
      try {
        await setPassword(values);
      } catch (error) {
        if (error instanceof PlatformError && ofThePassword.has(error.code))
          form.setError('newPassword', { message: error.message }, { shouldFocus: true });
        return false;
      }
      passwordChanged = true;
    }
    const saved = await onSave({ ...values, passwordChanged });
    if (!saved && passwordChanged) sayHalfDone(form);
    return saved;
  };
}

const ofThePassword = new Set(['weak_password', 'same_password']);

// No answer about the session is not the same as no session: the save itself then says what is wrong.
async function isSignedIn(): Promise<boolean> {
  const auth = await authClient();
  const { data, error } = await auth.getSession();
  return !!error || !!data.session;
}

/** The next try has no password to set: the platform refuses the same one twice. */
function sayHalfDone(form: PerfilForm) {
  toast.error('Senha alterada, mas houve falha ao salvar outros dados do perfil.');
  form.setValue('passwordChanged', true);
  for (const name of ['currentPassword', 'newPassword', 'confirmPassword'] as const)
    form.setValue(name, '');
}
