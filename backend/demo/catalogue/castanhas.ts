import type { DemoCategory } from './catalogue.ts';

export const castanhas: DemoCategory = {
  slug: 'castanhas',
  name: 'Castanhas e Lanches',
  description:
    'Castanhas, granolas, chips e barras para comer a qualquer hora, torradas em lotes pequenos e vendidas em embalagens que fecham de novo.',
  is_active: true,
  button_color: '#9a5b1f',
  backdrops: [
    { wall: '#faf0e0', floor: '#e8cfa6', accent: '#e3bd82' },
    { wall: '#f4ece6', floor: '#d9bfa9', accent: '#cba687' },
    { wall: '#eef0e0', floor: '#d3d6ab', accent: '#bfc48a' },
  ],
  products: [
    {
      sku: 'CAS-PARA-200',
      name: 'Castanha-do-Pará Inteira 200 g',
      subtitle: 'Extrativismo de reserva',
      mini_description: 'Graúda, crocante e selecionada à mão, sem casca.',
      description:
        'Coletada na mata em reservas extrativistas do Acre e seca ao sol antes do descasque. Cada lote traz no verso o nome da comunidade que colheu.',
      real_price: 32.9,
      picture: {
        shape: 'windowPouch',
        motif: 'castanha',
        body: '#6b4a2f',
        content: '#ecd9bd',
        more: 2,
      },
    },
    {
      sku: 'CAS-CAJU-TORR-200',
      name: 'Castanha de Caju Torrada 200 g',
      subtitle: 'Tipo exportação, com sal',
      mini_description: 'Torrada sem óleo, com uma pitada de sal marinho.',
      description:
        'Castanhas inteiras do sertão do Ceará, torradas em forno a seco. O sal é moído fino para aderir sem deixar resíduo no fundo do pacote.',
      real_price: 29.9,
      promo_price: 25.9,
      picture: {
        shape: 'windowPouch',
        motif: 'cajuzinho',
        body: '#c9862f',
        content: '#fbeccb',
        more: 1,
      },
    },
    {
      sku: 'CAS-CAJU-NAT-1KG',
      name: 'Castanha de Caju Natural 1 kg',
      subtitle: 'Embalagem para cozinha',
      mini_description: 'Crua, sem sal, para leites vegetais e receitas.',
      description:
        'A escolha de quem faz queijo, leite e creme vegetal. Inteiras e pedaços grandes misturados, por um preço melhor que o da inteira pura.',
      real_price: 89.9,
      visibility: 'catalogo_distribuidores',
      picture: { shape: 'pouch', motif: 'cajuzinho', body: '#b6a07a', cap: '#6b4a2f' },
    },
    {
      sku: 'CAS-BARU-150',
      name: 'Castanha de Baru Torrada 150 g',
      subtitle: 'O amendoim do Cerrado',
      mini_description: 'Sabor entre o amendoim e a amêndoa, com casca fininha.',
      description:
        'O baru é colhido no chão, fruto por fruto, e quebrado um a um. Rica em fibras, vai bem com café, em saladas e na massa do pão.',
      real_price: 27.5,
      picture: { shape: 'windowPouch', motif: 'amendoim', body: '#8f6b3d', content: '#f0ddba' },
    },
    {
      sku: 'CAS-MIX-TRILHA-180',
      name: 'Mix Trilha 180 g',
      subtitle: 'Castanhas, uva-passa e coco',
      mini_description: 'Energia de bolso para caminhada, aula ou escritório.',
      description:
        'Castanha-do-pará, caju, lascas de coco tostado, uva-passa e gotas de cacau. Não derrete na mochila e não suja a mão.',
      real_price: 23.9,
      picture: { shape: 'pouch', motif: 'graos', body: '#4f7357', cap: '#e8b44c', more: 1 },
    },
    {
      sku: 'CAS-GRANOLA-TRAD-400',
      name: 'Granola da Casa 400 g',
      subtitle: 'Adoçada só com melado',
      mini_description: 'Aveia em flocos grandes, coco e castanhas, bem tostada.',
      description:
        'Assada em tabuleiro, virada à mão e adoçada com melado de cana. Fica em pedaços, do jeito que pede iogurte.',
      real_price: 26.9,
      picture: {
        shape: 'windowPouch',
        motif: 'trigo',
        body: '#d09a45',
        content: '#f5e2b8',
        more: 1,
      },
    },
    {
      sku: 'CAS-GRANOLA-CACAU-400',
      name: 'Granola de Cacau e Banana 400 g',
      subtitle: 'Sem açúcar adicionado',
      mini_description: 'Doçura da banana-passa e amargor de nibs de cacau.',
      description:
        'Flocos de aveia sem glúten, banana-passa em cubinhos e nibs de cacau do sul da Bahia. Sem açúcar, sem xarope, sem adoçante.',
      real_price: 29.9,
      picture: { shape: 'pouch', motif: 'banana', body: '#5d3b2a', cap: '#f2c12e' },
    },
    {
      sku: 'CAS-BARRA-CASTANHA-12',
      name: 'Barra de Castanhas Caixa com 12',
      subtitle: 'Display de balcão',
      mini_description: 'Doze barras de 30 g, com mel e flor de sal.',
      description:
        'Barra de castanhas inteiras ligadas com mel. A caixa vira expositor: é só destacar a frente e pôr ao lado do caixa.',
      real_price: 64.8,
      promo_price: 58.9,
      picture: { shape: 'snackBar', motif: 'castanha', body: '#a35a2a', more: 1 },
    },
    {
      sku: 'CAS-BARRA-COCO-12',
      name: 'Barra de Coco e Cacau Caixa com 12',
      subtitle: 'Vegana, 30 g cada',
      mini_description: 'Coco úmido com cobertura fina de chocolate 60%.',
      description:
        'Sem leite e sem açúcar refinado: coco fresco ralado, tâmara e chocolate amargo. Conserve abaixo de 25 °C para a cobertura não marcar.',
      real_price: 69.6,
      picture: { shape: 'snackBar', motif: 'coco', body: '#3b6f7d' },
    },
    {
      sku: 'CAS-CHIPS-MANDIOCA-90',
      name: 'Chips de Mandioca com Alecrim 90 g',
      subtitle: 'Fatias finas, tacho pequeno',
      mini_description: 'Crocante e sequinha, temperada com alecrim fresco.',
      description:
        'Mandioca-amarela fatiada na hora e frita em tacho pequeno, com óleo trocado a cada lote. O alecrim entra ainda quente.',
      real_price: 13.9,
      picture: { shape: 'sachet', motif: 'mandioca', body: '#c7a03b', label: '#fffaf0' },
    },
    {
      sku: 'CAS-CHIPS-BANANA-80',
      name: 'Chips de Banana-da-Terra 80 g',
      subtitle: 'Leve toque de pimenta',
      mini_description: 'Verde por dentro, dourada por fora, ardida no fim.',
      description:
        'Banana-da-terra ainda verde, cortada no comprimento. A pimenta aparece só no final da mordida e combina com cerveja e guacamole.',
      real_price: 12.9,
      visibility: 'menu_parceiros',
      picture: { shape: 'sachet', motif: 'banana', body: '#3f7f54', label: '#fff7d6' },
    },
    {
      sku: 'CAS-COCO-LASCA-100',
      name: 'Lascas de Coco Tostado 100 g',
      subtitle: 'Um ingrediente só',
      mini_description: 'Coco seco em lascas, tostado até ficar caramelo.',
      description:
        'Apenas coco. Tosta devagar até o açúcar da própria fruta caramelizar; serve de petisco, de cobertura e de crocante para a tigela de açaí.',
      real_price: 15.9,
      status: 'Inativo',
      picture: { shape: 'pouch', motif: 'coco', body: '#e3d6bd', cap: '#6b4427' },
    },
  ],
};
