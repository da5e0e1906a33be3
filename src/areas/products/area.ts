import Package from 'lucide-react/icons/package';
import type { PanelArea } from '#crud/area.ts';

export const products = {
  table: 'products',
  path: '/produtos',
  add: '/produtos/adicionar',
  edit: '/produtos/editar/$id',
  title: 'Produtos',
  one: 'Produto',
  adding: 'Novo Produto ou Serviço',
  count: ['produto', 'produtos'],
  icon: Package,
  group: 'catalogue',
  place: 10,
  opens: 'read',
  search: {
    sort: { name: 'Produto', sku: 'SKU', tipo: 'Tipo', real_price: 'Preço', status: 'Status' },
    also: { '-created_at': 'Mais recentes', relevance: 'Relevância' },
    fromEnd: true,
    filters: {
      status: ['Ativo', 'Inativo'],
      tipo: ['Produto', 'Serviço'],
      categoria: 'id',
      visibilidade: ['todos', 'menu_parceiros', 'catalogo_distribuidores'],
      preco_de: 'amount',
      preco_ate: 'amount',
      promocao: ['no-ar', 'agendada', 'encerrada', 'sem-desconto'],
      imagem: ['sem'],
      categoria_status: ['inativa'],
      link: ['quebrado'],
    },
  },
  list: () => import('./list.tsx'),
  form: () => import('./form.tsx'),
  imports: () => import('./sheet/products-import.tsx'),
  words: () => import('./schema.ts'),
} as const satisfies PanelArea;
