import type { DemoCategory } from './catalogue.ts';

export const cosmeticos: DemoCategory = {
  slug: 'cosmeticos',
  name: 'Cosméticos Naturais',
  description:
    'Sabonetes, óleos, cremes e cuidados para o cabelo feitos com manteigas e óleos da floresta. Fórmulas veganas, sem sulfato, parabenos ou silicone.',
  is_active: true,
  button_color: '#a1456b',
  backdrops: [
    { wall: '#fbe9ec', floor: '#efc6cf', accent: '#e8a9b8' },
    { wall: '#eaf1e6', floor: '#c9dcbf', accent: '#abc99d' },
    { wall: '#f5eee3', floor: '#e2cfb2', accent: '#d5b98f' },
  ],
  products: [
    {
      sku: 'COS-SAB-MURUMURU-100',
      name: 'Sabonete de Murumuru 100 g',
      subtitle: 'Barra de longa duração',
      mini_description: 'Espuma cremosa que limpa sem repuxar a pele.',
      description:
        'Saponificado a frio e curado por quarenta dias. A manteiga de murumuru deixa uma película macia que dispensa hidratante nos dias quentes.',
      real_price: 18.9,
      picture: { shape: 'soap', motif: 'castanha', body: '#d8b68a', label: '#fff6e6', more: 1 },
    },
    {
      sku: 'COS-SAB-ARGILA-100',
      name: 'Sabonete de Argila Verde 100 g',
      subtitle: 'Pele mista e oleosa',
      mini_description: 'Argila e alecrim para uma limpeza profunda e suave.',
      description:
        'A argila verde absorve o excesso de oleosidade e o alecrim refresca. Use no rosto à noite, massageando por meio minuto antes de enxaguar.',
      real_price: 19.9,
      promo_price: 16.9,
      picture: { shape: 'soap', motif: 'argila', body: '#9fb58a', label: '#f4f7ea' },
    },
    {
      sku: 'COS-SAB-CALENDULA-100',
      name: 'Sabonete de Calêndula 100 g',
      subtitle: 'Para a família toda',
      mini_description: 'Sem perfume, com pétalas e extrato de calêndula.',
      description:
        'O mais suave da linha, pensado para peles sensíveis e crianças. As pétalas vêm da horta medicinal de uma cooperativa de mulheres.',
      real_price: 18.9,
      picture: { shape: 'soap', motif: 'calendula', body: '#f0b95a', label: '#fff8e4' },
    },
    {
      sku: 'COS-SHAMPOO-BABOSA-300',
      name: 'Shampoo de Babosa e Alecrim 300 ml',
      subtitle: 'Limpeza suave, uso diário',
      mini_description: 'Espuma leve, couro cabeludo fresco e fios soltos.',
      description:
        'Tensoativos de coco, gel de babosa e alecrim. Faz menos espuma que o comum, mas limpa igual; o frasco tem refil.',
      real_price: 39.9,
      picture: { shape: 'pump', motif: 'alecrim', body: '#7da66b', cap: '#f2ead7', more: 2 },
    },
    {
      sku: 'COS-COND-CUPUACU-300',
      name: 'Condicionador de Cupuaçu 300 ml',
      subtitle: 'Desembaraça sem pesar',
      mini_description: 'Manteiga de cupuaçu para pontas secas e cacheadas.',
      description:
        'A manteiga de cupuaçu retém água no fio e define cachos sem silicone. Aplique do meio às pontas e enxágue com água fria.',
      real_price: 42.9,
      picture: { shape: 'pump', motif: 'cupuacu', body: '#c99a6b', cap: '#5d3b2a' },
    },
    {
      sku: 'COS-MASCARA-ACAI-250',
      name: 'Máscara Capilar de Açaí 250 g',
      subtitle: 'Hidratação semanal',
      mini_description: 'Antioxidante, para cabelos com química ou sol demais.',
      description:
        'Óleo de açaí prensado a frio e manteiga de karité. Dez minutos por semana bastam; a cor roxa é da fruta e não mancha.',
      real_price: 54.9,
      promo_price: 47.9,
      picture: { shape: 'creamJar', motif: 'acai', body: '#6b3a80', cap: '#e9c46a', more: 1 },
    },
    {
      sku: 'COS-OLEO-COCO-200',
      name: 'Óleo de Coco Extravirgem 200 ml',
      subtitle: 'Pele, cabelo e cozinha',
      mini_description: 'Prensado a frio, perfume de coco fresco.',
      description:
        'Um pote e três usos. Abaixo de 25 °C fica branco e sólido; acima, líquido e transparente: as duas formas são normais.',
      real_price: 32.9,
      picture: { shape: 'jar', motif: 'coco', body: '#e9e2d0', cap: '#6b4427', content: '#f3efe2' },
    },
    {
      sku: 'COS-OLEO-ANDIROBA-60',
      name: 'Óleo de Andiroba 60 ml',
      subtitle: 'Massagem e pele seca',
      mini_description: 'Puro, de extração tradicional da ilha do Marajó.',
      description:
        'As sementes são recolhidas na praia, cozidas e prensadas por um grupo de mulheres do Marajó. Cheiro forte de mata, que some em minutos.',
      real_price: 36.9,
      picture: {
        shape: 'dropper',
        motif: 'gota',
        body: '#8a5a2b',
        cap: '#2d2621',
        content: '#a4662a',
        more: 1,
      },
    },
    {
      sku: 'COS-SERUM-BURITI-30',
      name: 'Sérum Facial de Buriti 30 ml',
      subtitle: 'Brilho e maciez',
      mini_description: 'Três gotas à noite; absorve rápido e não pesa.',
      description:
        'O alaranjado vem do betacaroteno natural do buriti. Com óleo de maracujá e vitamina E, para todos os tipos de pele.',
      real_price: 79.9,
      promo_price: 69.9,
      picture: {
        shape: 'dropper',
        motif: 'maracujaflor',
        body: '#d9702b',
        cap: '#f4e9da',
        content: '#c9622a',
      },
    },
    {
      sku: 'COS-CREME-MAOS-75',
      name: 'Creme para Mãos de Castanha 75 g',
      subtitle: 'Não deixa resíduo no teclado',
      mini_description: 'Seca em um minuto e protege por horas.',
      description:
        'Óleo de castanha-do-pará e cera de carnaúba. Cabe na bolsa e tem perfume discreto de amêndoa e baunilha.',
      real_price: 28.9,
      picture: { shape: 'tube', motif: 'castanha', body: '#b58a5e', cap: '#f5ecdc', more: 1 },
    },
    {
      sku: 'COS-GEL-BABOSA-120',
      name: 'Gel Pós-Sol de Babosa 120 g',
      subtitle: 'Refresca e acalma',
      mini_description: 'Babosa, hortelã e água de coco para depois da praia.',
      description:
        'Noventa por cento de babosa, com um toque de hortelã que alivia o calor da pele. Guarde na geladeira no verão: fica ainda melhor.',
      real_price: 31.9,
      picture: { shape: 'tube', motif: 'hortela', body: '#58a88a', cap: '#f2f6e6' },
    },
    {
      sku: 'COS-PROTETOR-LABIAL-5',
      name: 'Protetor Labial de Cacau 5 g',
      subtitle: 'Cera de abelha nativa',
      mini_description: 'Manteiga de cacau e mel, com brilho discreto.',
      description:
        'Cinco ingredientes, todos de comer. Vendido em caixa com vinte e quatro unidades para balcão; o preço é por unidade.',
      real_price: 14.9,
      picture: {
        shape: 'stick',
        motif: 'cacau',
        body: '#8c4a2f',
        cap: '#5d2f20',
        content: '#f1d7b8',
      },
    },
    {
      sku: 'COS-DESODORANTE-60',
      name: 'Desodorante em Bastão Capim-Limão',
      subtitle: 'Sem alumínio, 60 g',
      mini_description: 'Bicarbonato na medida e perfume cítrico o dia todo.',
      description:
        'Com manteiga de karité e amido de milho, seca ao toque e não mancha a camisa. O tubo é de papel e vai para a reciclagem.',
      real_price: 34.9,
      status: 'Inativo',
      picture: {
        shape: 'stick',
        motif: 'ramo',
        body: '#6d9a5a',
        cap: '#e8efd9',
        content: '#fbf8ee',
      },
    },
    {
      sku: 'COS-ESFOLIANTE-200',
      name: 'Esfoliante de Café e Açúcar 200 g',
      subtitle: 'Corpo e lábios',
      mini_description: 'Borra de café reaproveitada da nossa torrefação.',
      description:
        'A borra que sobra da torrefação encontra açúcar mascavo e óleo de coco. Use no banho, uma vez por semana, em movimentos circulares.',
      real_price: 37.9,
      visibility: 'menu_parceiros',
      picture: { shape: 'creamJar', motif: 'cafe', body: '#5a3b2b', cap: '#d9b48a' },
    },
  ],
};
