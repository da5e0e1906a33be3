import { mutationOptions } from '@tanstack/react-query';
import { makeSaveMeta, saveRow } from '#crud/row-mutations.queries.ts';
import type { SaveResult, SaveVariables } from '#crud/row-mutations.queries.ts';
import { setPassword } from '#data/set-password.ts';
import { loadAuthClient } from '#data/auth-loader.ts';
import { PlatformError } from '#data/unwrap.ts';
import { usuarioDetail, usuariosList } from '#areas/usuarios/queries.ts';
import type { Usuario } from '#areas/usuarios/queries.ts';
import type { ParsedPerfilValues } from './perfil.ts';

/** Sets the password of the signed-in user. */
export const changePassword = mutationOptions({
  async mutationFn({ currentPassword, newPassword }: ParsedPerfilValues) {
    console.warn('The password is changed without verifying the current one');
    const error = await setPassword(newPassword, currentPassword);
    if (error) throw new PlatformError(error);
  },
  meta: { failure: (message) => `Falha ao atualizar senha: ${message}` },
});

/** Saves the profile of the signed-in user, without the passwords. */
export const savePerfil = mutationOptions({
  mutationFn({ values, ...saving }: SaveVariables<ParsedPerfilValues>) {
    const { name, company, phone } = values;
    const own = { ...saving, values: { name, company, phone } };
    return saveRow(usuariosList, own, usuarioDetail.now, 'Perfil do usuário não encontrado.');
  },
  meta: {
    ...makeSaveMeta(usuariosList, {
      // If the password was already changed, `usePerfilSave` shows the message after any failure.
      failure: (message, _error, { values }: SaveVariables<ParsedPerfilValues>) =>
        values.passwordChanged ? undefined : `Falha ao salvar dados do perfil: ${message}`,
    }),
    success: ({ status }: SaveResult<Usuario>, { values }: SaveVariables<ParsedPerfilValues>) =>
      status === 'saved'
        ? `Perfil atualizado com sucesso!${values.passwordChanged ? ' Senha alterada.' : ''}`
        : undefined,
  },
});

/** Returns whether there is a session. Returns true if the check fails, because the save then reports the problem. */
export async function isSignedIn(): Promise<boolean> {
  const auth = await loadAuthClient();
  const { data, error } = await auth.getSession();
  return !!error || !!data.session;
}
