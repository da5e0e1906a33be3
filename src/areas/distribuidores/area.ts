import Truck from 'lucide-react/icons/truck';
import { companyLabels, companyStatuses } from '#areas/company/words.ts';
import type { PanelArea } from '#crud/area.ts';

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
  place: 30,
  opens: 'read',
  labels: { ...companyLabels, plan_id: 'Plano' },
  search: {
    sort: ['name', 'email', 'status'],
    filters: {
      plano: 'text',
      status: companyStatuses,
      cidade: 'text',
      pendente: ['7'],
    },
  },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  imports: () => import('./import.tsx'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
