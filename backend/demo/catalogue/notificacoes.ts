/** `days` before the load: the newest of them look fresh whenever the demonstration is loaded. */
export type DemoNotificacao = {
  titulo: string;
  conteudo: string;
  tipo: 'Geral' | 'Alerta' | 'Informativo' | 'Promoção';
  status: 'Ativa' | 'Inativa';
  destinatarios: 'todos' | 'distribuidores' | 'parceiros' | 'usuarios';
  visibilidade: 'todos' | 'painel' | 'menu_parceiros' | 'catalogo_distribuidores';
  days: number;
};

export const notificacoes: readonly DemoNotificacao[] = [
  {
    titulo: 'Açaí de balde em promoção até sexta',
    conteudo:
      'O balde de 5 L sai por R$ 109,00 nos pedidos com seis unidades ou mais. Avise os parceiros da sua região.',
    tipo: 'Promoção',
    status: 'Ativa',
    destinatarios: 'todos',
    visibilidade: 'todos',
    days: 0.1,
  },
  {
    titulo: 'Câmara fria 2 em manutenção',
    conteudo:
      'Na quarta-feira, das 6h às 10h, não haverá separação de congelados. Pedidos feitos até terça às 16h saem normalmente.',
    tipo: 'Alerta',
    status: 'Ativa',
    destinatarios: 'usuarios',
    visibilidade: 'painel',
    days: 1.2,
  },
  {
    titulo: 'Nova tabela de preços de cafés',
    conteudo:
      'A torra de outubro veio com reajuste médio de 4%. A tabela completa está com o time comercial e já vale para pedidos novos.',
    tipo: 'Informativo',
    status: 'Ativa',
    destinatarios: 'distribuidores',
    visibilidade: 'todos',
    days: 3.5,
  },
  {
    titulo: 'Kit de fotos para o seu cardápio',
    conteudo:
      'Vinte fotos em alta de tigelas e sucos, livres para usar no delivery e nas redes da sua loja.',
    tipo: 'Geral',
    status: 'Ativa',
    destinatarios: 'parceiros',
    visibilidade: 'menu_parceiros',
    days: 8,
  },
  {
    titulo: 'Catálogo de fim de ano disponível',
    conteudo:
      'As cestas já podem ser reservadas. Confira o prazo de cada modelo antes de prometer a entrega ao cliente.',
    tipo: 'Informativo',
    status: 'Ativa',
    destinatarios: 'distribuidores',
    visibilidade: 'catalogo_distribuidores',
    days: 12.4,
  },
  {
    titulo: 'Inventário de setembro encerrado',
    conteudo:
      'Obrigado a quem ficou até mais tarde: a diferença foi de apenas duas caixas em todo o estoque.',
    tipo: 'Geral',
    status: 'Inativa',
    destinatarios: 'usuarios',
    visibilidade: 'painel',
    days: 41,
  },
];
