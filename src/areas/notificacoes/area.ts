import Bell from 'lucide-react/icons/bell';
import type { PanelArea } from '#crud/area.ts';

export const notificacoes = {
  table: 'notificacoes',
  path: '/notificacoes',
  add: '/notificacoes/adicionar',
  edit: '/notificacoes/editar/$id',
  title: 'Notificações',
  one: 'Notificação',
  adding: 'Nova Notificação',
  count: ['notificação', 'notificações'],
  icon: Bell,
  group: 'administration',
  place: 60,
  // Require the permission to change notifications: Colaboradores read them only in the bell (ROLE-07).
  opens: 'update',
  labels: {
    titulo: 'Título',
    tipo: 'Tipo',
    destinatarios: 'Destinatários',
    status: 'Status',
    created_at: 'Data de Criação',
  },
  search: {
    sort: ['titulo', 'tipo', 'destinatarios', 'status', 'created_at'],
    first: '-created_at',
  },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
