import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { isUniqueViolation } from '#crud/creation.queries.ts';
import { makeRecordQueries } from '#crud/record.queries.ts';
import { makeDeleteMeta, deleteRow } from '#crud/row-mutations.queries.ts';
import type { RowOf, StoredRow } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { usuarios } from './area.ts';
import type { UsuarioLogin, LoginMaker } from './login-maker.queries.ts';
import type { NewUsuario } from './schema.ts';

export const {
  list: usuariosList,
  one: usuarioDetail,
  save: updateUsuario,
} = makeRecordQueries(
  { ...usuarios, columns: 'name, email, company, phone, role, avatar_url' },
  {
    filters: { cargo: (query, cargo) => query.eq('role', cargo) },
    save: { failure: failureText },
  },
);

/** Returns the query for the ids and names of all users, sorted by name. */
export function staffNamesQuery() {
  return queryOptions({
    queryKey: ['profiles', 'names'],
    queryFn: ({ signal }) =>
      unwrap(
        rest.from('profiles').select('id, name').order('name').order('id').abortSignal(signal),
      ),
    staleTime: 60_000,
  });
}

export type Usuario = RowOf<typeof usuarioDetail>;

export type UsuarioCreation = {
  values: NewUsuario;
  loginFor: LoginMaker;
  /** Uploads the chosen photo to the folder of the new id and returns its URL; null without a photo. */
  sendPhoto: (id: string) => Promise<string | null>;
};

/**
 * Creates or reuses a login, uploads the photo to the folder of the login, then stores the profile with the same id.
 * Returns the id and `reused` of the login, and the version of the profile. If an earlier profile of the login was
 * deleted, the version numbers of the new profile continue after those of the deleted one.
 */
export const createUsuario = mutationOptions({
  async mutationFn({ values, loginFor, sendPhoto }: UsuarioCreation) {
    const { password, confirmPassword: _, ...profile } = values;
    const { id, reused, wasReused } = await loginFor({ ...profile, password });
    const avatar_url = await sendPhoto(id);
    // The platform stores the e-mail of a login in lower case.
    const row = { ...profile, email: profile.email.toLowerCase(), id, avatar_url };
    const created = rest.from('profiles').insert(row).select('version').single();
    const { version, ...end } = await unwrap(created).catch(async (error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      // The save has succeeded if an earlier attempt, whose response was lost, has stored the same values.
      const stored = await usuarioDetail.now(id);
      const held: Record<string, unknown> = { ...stored };
      if (!stored || Object.entries(row).some(([name, value]) => held[name] !== value)) throw error;
      return { version: stored.version, reused: wasReused };
    });
    return { id, reused, version, ...end };
  },
  meta: {
    invalidates: [['profiles']],
    success: 'Usuário criado com sucesso!',
    undo: ({ id, version }: UsuarioLogin & { version: number }) => ({
      table: 'profiles',
      id,
      version,
    }),
    failure: failureText,
  },
});

// Returns undefined (no message) if the user left the form during the upload, because leaving cancels the save.
function failureText(message: string, error: Error): string | undefined {
  return error.name === 'AbortError' ? undefined : `Falha ao salvar usuário: ${message}`;
}

/** Deletes the profile and moves its photo to the trash. Never deletes the login. */
export const deleteUsuario = mutationOptions({
  async mutationFn(id: StoredRow['id']) {
    const end = await deleteRow('profiles', id, 'avatar_url');
    if (end === 'deleted') return;
    // If row-level security refuses the deletion, the platform deletes no row and returns no error: the profile then
    // still exists.
    if (await usuarioDetail.now(String(id)))
      throw new Error('Você não tem permissão para fazer isso.');
    if (end === 'missing') throw new Error('Usuário não encontrado.');
  },
  meta: makeDeleteMeta('profiles', {
    question: 'Tem certeza que deseja excluir este usuário? O login associado NÃO será excluído.',
    success: 'Usuário excluído com sucesso!',
    many: 'usuários excluídos',
    failure: (message) => `Falha ao excluir usuário: ${message}`,
  }),
});

/** Returns the query for the instant since which a user has a second factor; null without one. */
export const factorSinceQuery = (person: string) =>
  queryOptions({
    queryKey: ['factors', person],
    async queryFn() {
      const [factor] = await unwrap(rest.rpc('factor_since', { user_id: person }));
      return factor?.since ?? null;
    },
  });

/** Removes the second factors of a user. All sessions of this user end. */
export const removeUserFactors = mutationOptions({
  mutationFn: (person: string) => unwrap(rest.rpc('remove_factors', { user_id: person })),
  meta: {
    invalidates: [['factors'], ['open_sessions']],
    success: 'Verificação em duas etapas removida. As sessões foram encerradas.',
    failure: (message) => `Falha ao remover a verificação em duas etapas: ${message}`,
  },
});
