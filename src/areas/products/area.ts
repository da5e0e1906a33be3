import Package from 'lucide-react/icons/package';
import type { PanelArea } from '#crud/area.ts';
import { keysOf } from '#lib/keys-of.ts';
import { promoStates, statuses, tipos, visibilities } from './product.ts';

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
  labels: {
    picture: 'Imagem',
    name: 'Produto',
    sku: 'SKU',
    category: 'Categoria',
    tipo: 'Tipo',
    visibility: 'Visibilidade',
    real_price: 'Preço',
    status: 'Status',
  },
  search: {
    sort: ['name', 'sku', 'tipo', 'real_price', 'status'],
    also: { '-created_at': 'Mais recentes', relevance: 'Relevância' },
    fromEnd: true,
    filters: {
      status: statuses,
      tipo: tipos,
      categoria: 'id',
      visibilidade: keysOf(visibilities),
      preco_de: 'amount',
      preco_ate: 'amount',
      promocao: keysOf(promoStates),
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
