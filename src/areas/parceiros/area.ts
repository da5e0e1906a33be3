import Handshake from 'lucide-react/icons/handshake';
import { companyLabels, companyStatuses } from '#areas/company/words.ts';
import type { PanelArea } from '#crud/area.ts';

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
  labels: companyLabels,
  search: {
    sort: ['name', 'email', 'status'],
    filters: { status: companyStatuses, cidade: 'text' },
  },
  columns:
    'name, email, phone, address, cep, logradouro, numero, complemento, bairro, cidade, estado, status, instagram, logo_url',
  listed: 'name, email, phone, address, cidade, estado, status, instagram, logo_url',
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  imports: () => import('./sheet.ts'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
