import { mutationOptions } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import type { ParamsOf } from '#crud/list-search.ts';
import {
  deletedTogether,
  deletedUndo,
  deleteRow,
  listQuery,
  rowQuery,
  savedRow,
  savedText,
  savedUndo,
  saveRow,
} from '#crud/rows.queries.ts';
import type { RowOf, Saving } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import type { parceiros } from './area.ts';
import type { parceiroSchema } from './schema.ts';

const listColumns =
  'id, name, email, phone, address, cidade, estado, status, instagram, logo_url, version';
const columns =
  'id, name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado, status, instagram, logo_url, version';

/** One page of parceiros, by name unless the URL has another order. */
export const parceirosList = listQuery(
  'parceiros',
  listColumns,
  ['name', 'id'],
  ({ status, cidade }: ParamsOf<typeof parceiros>) => {
    let query = rest.from('parceiros').select(listColumns, { count: 'exact' });
    if (status) query = query.eq('status', status);
    if (cidade) query = query.eq('cidade', cidade);
    return query;
  },
);

export const parceiroDetail = rowQuery('parceiros', (id) =>
  rest.from('parceiros').select(columns).eq('id', id).maybeSingle(),
);

export type Parceiro = RowOf<typeof parceiroDetail>;

export const saveParceiro = mutationOptions({
  mutationFn: (saving: Saving<InferOutput<typeof parceiroSchema>>) =>
    saveRow(parceirosList, saving, parceiroDetail.now, 'Parceiro não encontrado.'),
  meta: {
    invalidates: [['parceiros']],
    success: savedText('Parceiro criado com sucesso!', 'Parceiro atualizado com sucesso!'),
    listed: savedRow(parceirosList),
    undo: savedUndo('parceiros'),
    failure: (message) => `Falha ao salvar parceiro: ${message}`,
  },
});

/** Deletes a parceiro and its logo. A missing one counts as deleted. */
export const deleteParceiro = mutationOptions({
  mutationFn: (id: string) => deleteRow('parceiros', id, 'logo_url'),
  meta: {
    question: 'Tem certeza que deseja excluir este parceiro?',
    invalidates: [['parceiros']],
    success: 'Parceiro excluído com sucesso!',
    undo: deletedUndo('parceiros'),
    together: deletedTogether('parceiros excluídos'),
    failure: (message) => `Falha ao excluir parceiro: ${message}`,
  },
});
