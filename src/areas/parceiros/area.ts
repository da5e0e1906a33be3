import Handshake from 'lucide-react/icons/handshake';
import { statuses } from '#areas/company/statuses.ts';
import type { Area } from '#crud/area.ts';
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
  opens: 'read',
  search: listSearch({
    sort: { name: 'Nome', email: 'Email', status: 'Status' },
    filters: { status: statuses, cidade: typedText },
  }),
} as const satisfies Area;
