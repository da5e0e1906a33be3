import type { DemoCategory } from './catalogue.ts';

export const polpas: DemoCategory = {
  slug: 'polpas',
  name: 'Açaí e Polpas de Frutas',
  description:
    'Polpas congeladas e açaí batido, colhidos na safra e embalados no mesmo dia, sem conservantes. Para lanchonetes, academias e o freezer de casa.',
  is_active: true,
  button_color: '#6b2f7f',
  backdrops: [
    { wall: '#f3e6f2', floor: '#dfc4df', accent: '#cfa3cd' },
    { wall: '#fdeedd', floor: '#f3cfa4', accent: '#f5b978' },
    { wall: '#e9f3e1', floor: '#c5dfb4', accent: '#a9cf93' },
  ],
  products: [
    {
      sku: 'POL-ACAI-1KG',
      name: 'Açaí Médio Congelado 1 kg',
      subtitle: 'Polpa pura, sem açúcar',
      mini_description: 'Açaí da várzea do Tocantins, só fruta e água filtrada.',
      description:
        'Colhido por famílias ribeirinhas do baixo Tocantins e despolpado em menos de 24 horas. Textura média, cor intensa e nenhum aditivo: bata ainda congelado, com banana ou puro.',
      real_price: 36.9,
      promo_price: 32.9,
      video_embed: 'https://videos.maredefolha.exemplo/acai-da-varzea',
      picture: { shape: 'pouch', motif: 'acai', body: '#5a2a6b', cap: '#7fae4a', more: 3 },
    },
    {
      sku: 'POL-ACAI-BALDE-5L',
      name: 'Açaí Cremoso com Guaraná Balde 5 L',
      subtitle: 'Pronto para servir',
      mini_description: 'O balde das lanchonetes: cremoso desde a primeira concha.',
      description:
        'Açaí batido com xarope de guaraná, na medida certa de doçura. Sai do freezer já na consistência de servir e rende cerca de vinte tigelas de 250 ml.',
      real_price: 118,
      visibility: 'menu_parceiros',
      picture: {
        shape: 'tub',
        motif: 'acai',
        body: '#4a1f5c',
        cap: '#e9b949',
        content: '#8d4fa3',
        more: 1,
      },
    },
    {
      sku: 'POL-ACAI-TIGELA-250',
      name: 'Tigela de Açaí com Granola 250 g',
      subtitle: 'Porção individual completa',
      mini_description: 'Açaí, banana e granola crocante em compartimento separado.',
      description:
        'Para o balcão e para a entrega: a granola viaja à parte e só encontra o açaí na hora. A tigela é de fibra de cana e vai para a composteira.',
      real_price: 16.5,
      picture: { shape: 'bowl', motif: 'acai', body: '#3f7a5a', content: '#532563', more: 2 },
    },
    {
      sku: 'POL-CUPUACU-400',
      name: 'Polpa de Cupuaçu 400 g',
      subtitle: 'Quatro sachês de 100 g',
      mini_description: 'Perfumada e ácida na medida: vira suco, creme ou mousse.',
      description:
        'Cortada à tesoura, como manda a tradição do Pará, para preservar o perfume da fruta. Cada sachê rende um copo grande de suco ou uma receita de mousse para quatro.',
      real_price: 24.9,
      picture: { shape: 'sachet', motif: 'cupuacu', body: '#b07a3c', more: 1 },
    },
    {
      sku: 'POL-MARACUJA-400',
      name: 'Polpa de Maracujá 400 g',
      subtitle: 'Com ou sem semente? Sem.',
      mini_description: 'Maracujá-azedo peneirado, pronto para suco e calda.',
      description:
        'Fruta madura do norte de Minas, peneirada duas vezes. A acidez é firme e constante entre os lotes, o que ajuda quem trabalha com receita padronizada.',
      real_price: 19.9,
      promo_price: 17.5,
      picture: { shape: 'sachet', motif: 'maracuja', body: '#e09a1f', label: '#fff8e2' },
    },
    {
      sku: 'POL-CAJA-400',
      name: 'Polpa de Cajá 400 g',
      subtitle: 'Safra do Recôncavo',
      mini_description: 'Alaranjada, densa e levemente ácida, ótima para sorvete.',
      description:
        'Vem de pequenos pomares do Recôncavo Baiano. Densa o bastante para sorvetes e picolés, sem precisar de espessante.',
      real_price: 21.4,
      picture: { shape: 'sachet', motif: 'manga', body: '#d9772b', label: '#fff3dc' },
    },
    {
      sku: 'POL-GOIABA-400',
      name: 'Polpa de Goiaba Vermelha 400 g',
      subtitle: 'Fruta inteira, sem corante',
      mini_description: 'O vermelho é da própria goiaba, colhida no ponto.',
      description:
        'Goiaba vermelha do interior paulista, batida com a casca para guardar o perfume e peneirada depois. Boa para suco, molho agridoce e recheio.',
      real_price: 16.9,
      picture: { shape: 'sachet', motif: 'goiaba', body: '#d2495a', label: '#fff0ea' },
    },
    {
      sku: 'POL-MANGA-1KG',
      name: 'Manga em Cubos Congelada 1 kg',
      subtitle: 'Cubos soltos, prontos p/ uso',
      mini_description: 'Manga-palmer em cubos que não grudam no saco.',
      description:
        'Congelamento rápido peça a peça: tire só o que vai usar e devolva o saco ao freezer. Para smoothies, saladas e sobremesas.',
      real_price: 29.9,
      picture: {
        shape: 'windowPouch',
        motif: 'manga',
        body: '#e8a12d',
        content: '#f9dca0',
        more: 1,
      },
    },
    {
      sku: 'POL-MORANGO-1KG',
      name: 'Morango Inteiro Congelado 1 kg',
      subtitle: 'Serra da Mantiqueira',
      mini_description: 'Lavado, sem folha e congelado no dia da colheita.',
      description:
        'Morangos de altitude, menores e mais doces. Chegam inteiros à vitrine de sobremesas e não soltam água demais ao descongelar.',
      real_price: 34.5,
      visibility: 'catalogo_distribuidores',
      picture: { shape: 'windowPouch', motif: 'morango', body: '#c63a45', content: '#fbd9d5' },
    },
    {
      sku: 'POL-JABUTICABA-400',
      name: 'Polpa de Jabuticaba 400 g',
      subtitle: 'Edição de primavera',
      mini_description: 'Só existe enquanto há jabuticaba no pé.',
      description:
        'Lote único por ano, batido com a casca, que dá a cor de vinho. Quando acaba, acaba: volta na próxima florada.',
      real_price: 27.9,
      status: 'Inativo',
      picture: { shape: 'sachet', motif: 'jabuticaba', body: '#4b2a4f' },
    },
    {
      sku: 'POL-LIMAO-BASE-2L',
      name: 'Base de Limonada 2 L',
      subtitle: 'Rende 10 litros',
      mini_description: 'Suco de limão-taiti concentrado para drinques e sucos.',
      description:
        'Limão espremido a frio, sem o amargor da casca. Dilua um para quatro e adoce como preferir; aberta, dura quinze dias na geladeira.',
      real_price: 42,
      visibility: 'menu_parceiros',
      picture: {
        shape: 'gable',
        motif: 'limao',
        body: '#6f9f38',
        cap: '#f2d04b',
        content: '#c3db6a',
      },
    },
    {
      sku: 'POL-MIX-VERDE-600',
      name: 'Mix Verde para Suco 600 g',
      subtitle: 'Couve, abacaxi e hortelã',
      mini_description: 'Seis porções já dosadas: é só bater com água.',
      description:
        'Couve-manteiga, abacaxi maduro, hortelã e um toque de gengibre, porcionados em seis sachês. O suco verde deixa de depender da feira da manhã.',
      real_price: 31.9,
      promo_price: 27.9,
      picture: { shape: 'pouch', motif: 'hortela', body: '#4c8f4f', cap: '#f2d04b' },
    },
  ],
};
