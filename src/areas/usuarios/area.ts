import Users from 'lucide-react/icons/users';
import type { PanelArea } from '#crud/area.ts';

export const roles = ['Colaborador', 'Administrador'] as const;

export const usuarios = {
  table: 'profiles',
  path: '/usuarios',
  add: '/usuarios/adicionar',
  edit: '/usuarios/editar/$id',
  title: 'Usuários',
  one: 'Usuário',
  adding: 'Novo Usuário',
  count: ['usuário', 'usuários'],
  icon: Users,
  group: 'administration',
  place: 50,
  opens: 'read',
  labels: {
    picture: 'Foto',
    name: 'Nome',
    email: 'Email',
    company: 'Empresa',
    role: 'Cargo',
    phone: 'Telefone',
  },
  search: {
    sort: ['name', 'email', 'company', 'role'],
    filters: { cargo: roles },
  },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
