import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { fetchPage } from '#data/fetch-page.ts';
import { listSearch } from '#crud/list-params.ts';
import { oneOf } from '#lib/address-values.ts';
import { nothingThere } from '#crud/nothing-there.ts';
import { saveRecord, savedText } from '#crud/save-record.ts';
import type { Saving } from '#crud/save-record.ts';
import { rest } from '#data/rest-client.ts';
import { removeUnusedPictures } from '#data/unused-pictures.ts';
import { unwrap } from '#data/unwrap.ts';

import { searchPattern } from '#lib/text.ts';
import { isUuid } from '#lib/uuid.ts';
import type { LoginMaker } from './login-maker.ts';
import type { NewUsuario, UsuarioRow } from './usuario.ts';

const listColumns = 'id, name, email, company, phone, role, avatar_url';
const columns = 'id, name, email, company, phone, role, avatar_url, version';

/** What the user list keeps in its address. */
export function usuariosSearch(search: Record<string, unknown>) {
  return {
    ...ofEveryList(search),
    cargo: oneOf(['Administrador', 'Colaborador'], search.cargo),
  };
}

export type UsuariosSearch = ReturnType<typeof usuariosSearch>;

const ofEveryList = listSearch(['name', 'email', 'company', 'role']);

/** One page of profiles, by name unless the address says otherwise. */
export function usuariosList(params: UsuariosSearch) {
  return queryOptions({
    queryKey: ['profiles', 'list', params],
    queryFn: ({ signal }) => readPage(params, signal),
    placeholderData: keepPreviousData,
  });
}

export type ListedUsuario = Awaited<ReturnType<typeof readPage>>['rows'][number];

async function readPage(params: UsuariosSearch, signal: AbortSignal) {
  let query = rest.from('profiles').select(listColumns, { count: 'exact' });
  if (params.busca) query = query.ilike('search_text', searchPattern(params.busca));
  if (params.cargo) query = query.eq('role', params.cargo);
  const column = params.ordem.replace('-', '');
  query = query.order(column, { ascending: column === params.ordem });
  if (column !== 'name') query = query.order('name');
  return fetchPage(query.order('id').abortSignal(signal), params);
}

/** One profile; null when there is none with this id. */
export function usuarioDetail(id: string) {
  return queryOptions({
    queryKey: ['profiles', 'detail', id],
    queryFn: () => readUsuario(id),
  });
}

export type Usuario = NonNullable<Awaited<ReturnType<typeof readUsuario>>>;

/** The same, past the cache. */
export async function readUsuario(id: string) {
  // The platform would refuse an impossible id; nobody has it either way.
  if (!isUuid(id)) return null;
  return unwrap(rest.from('profiles').select(columns).eq('id', id).maybeSingle());
}

export type UsuarioCreation = {
  values: NewUsuario;
  loginFor: LoginMaker;
  /** Stores the chosen photo in the folder of the new id; null when there is none. */
  sendPhoto: (id: string) => Promise<string | null>;
};

/** A login, then the photo in its folder, then the profile with the same id. Answers the login. */
export const createUsuario = mutationOptions({
  async mutationFn({ values, loginFor, sendPhoto }: UsuarioCreation) {
    const { password, confirmPassword: _, version: __, ...profile } = values;
    const login = await loginFor({ ...profile, password });
    const avatar_url = await sendPhoto(login.id);
    await unwrap(rest.from('profiles').insert({ ...profile, id: login.id, avatar_url }));
    return login;
  },
  meta: {
    invalidates: [['profiles']],
    success: 'Usuário criado com sucesso!',
    failure: failureText,
  },
});

/** Changes a profile. The e-mail stays that of the login. */
export const updateUsuario = mutationOptions({
  mutationFn({ id = '', values, picture }: Saving<UsuarioRow>) {
    const { version, ...profile } = values;
    const write = rest.from('profiles').update({ ...profile, avatar_url: picture });
    return saveRecord(
      write.eq('id', id).eq('version', Number(version)).select('id'),
      () => readUsuario(id),
      'Usuário não encontrado.',
    );
  },
  meta: {
    invalidates: [['profiles']],
    success: savedText('', 'Usuário atualizado com sucesso!'),
    failure: failureText,
  },
});

// Whoever leaves the form while the photo travels has stopped the save, and needs no telling.
function failureText(message: string, error: Error): string | undefined {
  return error.name === 'AbortError' ? undefined : `Falha ao salvar usuário: ${message}`;
}

/** Deletes the profile and its photo, never the login. */
export const deleteUsuario = mutationOptions({
  async mutationFn(id: string) {
    const gone = await unwrap(rest.from('profiles').delete().eq('id', id).select('avatar_url'));
    if (gone.length === 0) throw await whyKept(id);
    removeUnusedPictures(gone.map(({ avatar_url }) => avatar_url));
  },
  meta: {
    invalidates: [['profiles']],
    success: 'Usuário excluído com sucesso!',
    failure: (message) => `Falha ao excluir usuário: ${message}`,
  },
});

// Row-level security refuses by deleting nothing.
async function whyKept(id: string): Promise<Error> {
  if (await readUsuario(id)) return new Error('Você não tem permissão para fazer isso.');
  return nothingThere('Usuário não encontrado.');
}
