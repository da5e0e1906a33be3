import { queryClient } from '#data/query-client.ts';
import {
  usuarioDetail,
  usuariosList,
  usuariosSearch,
} from '#features/usuarios/usuarios.queries.ts';

export function readUsuarios(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(usuariosList(usuariosSearch(search)));
}

export function readUsuario(id: string) {
  return queryClient.prefetchQuery({ ...usuarioDetail(id), staleTime: 10_000 });
}
