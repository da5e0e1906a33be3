import Truck from 'lucide-react/icons/truck';
import { statuses } from '#areas/company/statuses.ts';
import type { Area } from '#crud/area.ts';
import { listSearch } from '#crud/list-search.ts';
import { typedText } from '#lib/address-values.ts';

export const distribuidores = {
  table: 'distribuidores',
  path: '/distribuidores',
  add: '/distribuidores/adicionar',
  edit: '/distribuidores/editar/$id',
  title: 'Distribuidores',
  one: 'Distribuidor',
  adding: 'Novo Distribuidor',
  count: ['distribuidor', 'distribuidores'],
  icon: Truck,
  group: 'catalogue',
  opens: 'read',
  search: listSearch({
    sort: { name: 'Nome', email: 'Email', status: 'Status' },
    filters: {
      plano: typedText,
      status: statuses,
      cidade: typedText,
      pendente: ['7'],
    },
  }),
} as const satisfies Area;
