import type { DemoCategory } from './catalogue.ts';

export const servicos: DemoCategory = {
  slug: 'servicos',
  name: 'Serviços para Parceiros',
  description:
    'Treinamento, degustação, fotografia, logística e consultoria para quem revende os nossos produtos: contratados por visita, por mês ou por projeto.',
  is_active: true,
  button_color: '#1f5f99',
  backdrops: [
    { wall: '#e6f0f8', floor: '#bcd5e9', accent: '#9cc2e0' },
    { wall: '#eef1f5', floor: '#ccd5df', accent: '#b0bfce' },
    { wall: '#e8f4ee', floor: '#bfdfce', accent: '#9dceb5' },
  ],
  products: [
    {
      sku: 'SRV-TREINA-EQUIPE',
      name: 'Treinamento de Equipe na Loja',
      subtitle: 'Visita de 4 horas',
      mini_description: 'Produto, preparo e atendimento, com apostila e certificado.',
      description:
        'Uma instrutora passa a manhã com a equipe: conhece o balcão, prova os produtos e ensina a montar a tigela de açaí em menos de dois minutos. Até quinze pessoas.',
      real_price: 890,
      tipo: 'Serviço',
      video_embed: 'https://videos.maredefolha.exemplo/treinamento-na-loja',
      picture: { shape: 'diploma', motif: 'folha', body: '#2d5d8c', cap: '#e8b44c', more: 1 },
    },
    {
      sku: 'SRV-DEGUSTACAO-DIA',
      name: 'Dia de Degustação',
      subtitle: 'Promotora e insumos inclusos',
      mini_description: 'Seis horas de prova no ponto de venda, com relatório.',
      description:
        'Levamos promotora uniformizada, mesa, insumos e material gráfico. No dia seguinte você recebe o número de provas, as vendas e os comentários de quem provou.',
      real_price: 640,
      promo_price: 560,
      tipo: 'Serviço',
      picture: { shape: 'shop', motif: 'acai', body: '#c9563a', label: '#fbf1dc', cap: '#8a5a36' },
    },
    {
      sku: 'SRV-FOTO-CARDAPIO',
      name: 'Ensaio Fotográfico de Cardápio',
      subtitle: 'Até 20 pratos',
      mini_description: 'Fotos tratadas para delivery, redes sociais e vitrine.',
      description:
        'Meio dia de fotografia no seu espaço, com produção de mesa. Entregamos em sete dias, em três formatos, com uso livre de imagem.',
      real_price: 1450,
      tipo: 'Serviço',
      picture: {
        shape: 'camera',
        motif: 'folha',
        body: '#3a4a5c',
        cap: '#e07a4a',
        content: '#3f7fb0',
        more: 1,
      },
    },
    {
      sku: 'SRV-ENTREGA-REFRIG',
      name: 'Entrega Refrigerada Programada',
      subtitle: 'Rota semanal fixa',
      mini_description: 'Dia e janela certos, com temperatura registrada.',
      description:
        'Veículo refrigerado a dezoito graus negativos, janela de duas horas e comprovante digital de temperatura. O valor é por parada, na área da rota.',
      real_price: 75,
      tipo: 'Serviço',
      picture: { shape: 'truck', motif: 'folha', body: '#2f8f6f', cap: '#f0c33c', more: 1 },
    },
    {
      sku: 'SRV-CONSULTA-CARDAPIO',
      name: 'Consultoria de Cardápio',
      subtitle: 'Três encontros on-line',
      mini_description: 'Ficha técnica, custo por porção e preço sugerido.',
      description:
        'Revemos as receitas, medimos o custo real de cada porção e desenhamos um cardápio enxuto. Você fica com as planilhas e as fichas técnicas.',
      real_price: 1200,
      promo_price: 990,
      tipo: 'Serviço',
      visibility: 'menu_parceiros',
      picture: { shape: 'clipboard', motif: 'folha', body: '#8a5a36', cap: '#4c9a6a' },
    },
    {
      sku: 'SRV-AGENDA-REPOSICAO',
      name: 'Reposição Programada',
      subtitle: 'Assinatura mensal',
      mini_description: 'O pedido se repete sozinho; você só ajusta o que muda.',
      description:
        'Definimos juntos o estoque mínimo e o sistema prepara o pedido toda quinzena. Dois dias antes do envio você recebe um aviso e pode alterar ou pular.',
      real_price: 49.9,
      tipo: 'Serviço',
      picture: { shape: 'calendar', motif: 'folha', body: '#c0483f', cap: '#3f8fb0' },
    },
    {
      sku: 'SRV-SUPORTE-DEDICADO',
      name: 'Suporte Dedicado',
      subtitle: 'Seg. a sáb., das 7h às 20h',
      mini_description: 'Uma pessoa que conhece a sua loja, por telefone e chat.',
      description:
        'Gerente de conta com resposta em até quinze minutos no horário comercial. Trata de pedido, troca, cobrança e material de ponto de venda.',
      real_price: 180,
      tipo: 'Serviço',
      visibility: 'catalogo_distribuidores',
      picture: { shape: 'headset', motif: 'folha', body: '#3c6fa8', cap: '#f0c33c' },
    },
    {
      sku: 'SRV-PAINEL-VENDAS',
      name: 'Painel de Vendas da Região',
      subtitle: 'Atualizado toda segunda',
      mini_description: 'O que gira, onde gira e o que falta na gôndola.',
      description:
        'Vendas por cidade, produto e semana, comparadas com a média da região. Inclui uma conversa mensal para ler os números e decidir a compra.',
      real_price: 240,
      tipo: 'Serviço',
      visibility: 'catalogo_distribuidores',
      picture: {
        shape: 'chart',
        motif: 'folha',
        body: '#2f7f8f',
        cap: '#f2a93b',
        content: '#d9563a',
      },
    },
    {
      sku: 'SRV-CAMPANHA-LOCAL',
      name: 'Campanha de Inauguração',
      subtitle: 'Quinze dias de divulgação',
      mini_description: 'Peças prontas, anúncios no bairro e brindes.',
      description:
        'Artes com o endereço da sua loja, impulsionamento num raio de cinco quilômetros e duzentos brindes. Começa uma semana antes da abertura.',
      real_price: 1890,
      tipo: 'Serviço',
      picture: {
        shape: 'megaphone',
        motif: 'folha',
        body: '#d9563a',
        cap: '#f4c95d',
        content: '#2f6f8f',
      },
    },
    {
      sku: 'SRV-ROTULO-PROPRIO',
      name: 'Marca Própria: Rótulo e Envase',
      subtitle: 'A partir de 300 unidades',
      mini_description: 'Seu rótulo nos nossos produtos, do desenho à caixa.',
      description:
        'Desenhamos o rótulo, cuidamos das informações obrigatórias e envasamos com a sua marca. Novas adesões suspensas até a ampliação da linha.',
      real_price: 2400,
      tipo: 'Serviço',
      status: 'Inativo',
      picture: { shape: 'parcel', motif: 'folha', body: '#c08a50', cap: '#3f7a5a' },
    },
  ],
};
