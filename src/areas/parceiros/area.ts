import Handshake from 'lucide-react/icons/handshake';
import { statuses } from '#areas/company/statuses.ts';
import type { PanelArea } from '#crud/area.ts';
import { listSearch } from '#crud/list-search.ts';
import { typedText } from '#lib/address-values.ts';

export const parceiros = {
  table: 'parceiros',
  path: '/parceiros',
  add: '/parceiros/adicionar',
  edit: '/parceiros/editar/$id',
  title: 'Parceiros',
  one: 'Parceiro',
  adding: 'Novo Parceiro',
  count: ['parceiro', 'parceiros'],
  icon: Handshake,
  group: 'catalogue',
  place: 40,
  opens: 'read',
  search: listSearch({
    sort: { name: 'Nome', email: 'Email', status: 'Status' },
    filters: { status: statuses, cidade: typedText },
  }),
  columns: [
    'name',
    'email',
    'phone',
    'address',
    'cep',
    'logradouro',
    'numero',
    'complemento',
    'bairro',
    'cidade',
    'estado',
    'status',
    'instagram',
    'logo_url',
  ],
  listed: [
    'name',
    'email',
    'phone',
    'address',
    'cidade',
    'estado',
    'status',
    'instagram',
    'logo_url',
  ],
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  imports: () => import('./sheet.ts'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
