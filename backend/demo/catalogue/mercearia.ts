import type { DemoCategory } from './catalogue.ts';

export const mercearia: DemoCategory = {
  slug: 'mercearia',
  name: 'Mel e Mercearia',
  description:
    'Méis de florada única, geleias, farinhas, azeites e temperos de pequenos produtores, além das cestas que reúnem o melhor de cada um deles.',
  is_active: true,
  button_color: '#b36b00',
  backdrops: [
    { wall: '#fdf3d9', floor: '#f1d793', accent: '#f2c766' },
    { wall: '#f6ece2', floor: '#dfc4a8', accent: '#d6a983' },
    { wall: '#eff1e2', floor: '#d2d8ae', accent: '#bcc78b' },
  ],
  products: [
    {
      sku: 'MEL-SILVESTRE-500',
      name: 'Mel Silvestre 500 g',
      subtitle: 'Florada da caatinga',
      mini_description: 'Cru, coado a frio, claro e de sabor delicado.',
      description:
        'Colhido depois das primeiras chuvas no sertão do Piauí. Não passa de quarenta graus em nenhuma etapa; se cristalizar, é sinal de pureza: basta um banho-maria.',
      real_price: 34.9,
      picture: {
        shape: 'jar',
        motif: 'favo',
        body: '#d9941e',
        cap: '#f0c33c',
        content: '#eaa42a',
        more: 2,
      },
    },
    {
      sku: 'MEL-LARANJEIRA-500',
      name: 'Mel de Laranjeira 500 g',
      subtitle: 'Aroma de flor cítrica',
      mini_description: 'Âmbar claro e perfumado, para chás e frutas.',
      description:
        'As colmeias viajam até os laranjais do interior paulista na florada de setembro. O resultado é um mel claro, com perfume de flor de laranja.',
      real_price: 38.9,
      promo_price: 34.9,
      picture: {
        shape: 'clothJar',
        motif: 'laranja',
        body: '#e59a2c',
        cap: '#e9772e',
        content: '#f6bb4e',
      },
    },
    {
      sku: 'MEL-JATAI-150',
      name: 'Mel de Jataí 150 g',
      subtitle: 'Abelha nativa sem ferrão',
      mini_description: 'Raro e levemente ácido, em vidro pequeno numerado.',
      description:
        'Cada colmeia de jataí dá menos de um litro por ano. O mel é mais líquido e ácido que o comum; pede colherinha, não colher.',
      real_price: 58,
      visibility: 'menu_parceiros',
      picture: { shape: 'jar', motif: 'flor', body: '#b9832b', cap: '#5d3b2a', content: '#f2c867' },
    },
    {
      sku: 'MER-MELADO-350',
      name: 'Melado de Cana 350 g',
      subtitle: 'Tacho de cobre',
      mini_description: 'Escuro e encorpado, da cana moída no mesmo dia.',
      description:
        'Caldo de cana apurado por quatro horas, sem cal e sem açúcar. Para o cuscuz, o queijo coalho e a massa do pão.',
      real_price: 18.9,
      picture: { shape: 'jar', motif: 'gota', body: '#5c3418', cap: '#c23b30', content: '#4a2816' },
    },
    {
      sku: 'MER-GELEIA-MORANGO-240',
      name: 'Geleia de Morango 240 g',
      subtitle: 'Setenta por cento fruta',
      mini_description: 'Pedaços inteiros, pouco açúcar e um fio de limão.',
      description:
        'Cozida em panelas de oito quilos, para a fruta não desmanchar. Vai com queijo, torrada e sorvete de creme.',
      real_price: 23.9,
      picture: {
        shape: 'clothJar',
        motif: 'morango',
        body: '#c8323c',
        cap: '#d94f55',
        content: '#b5222f',
        more: 1,
      },
    },
    {
      sku: 'MER-GELEIA-PIMENTA-240',
      name: 'Geleia de Pimenta Dedo-de-Moça 240 g',
      subtitle: 'Doce na frente, ardida atrás',
      mini_description: 'Vermelha e brilhante, companheira do queijo coalho.',
      description:
        'A pimenta é limpa à mão, sem sementes, e cozida com maçã, que dá o ponto. Ardência média: três de cinco.',
      real_price: 24.9,
      picture: {
        shape: 'clothJar',
        motif: 'pimenta',
        body: '#c0392b',
        cap: '#3f7a4a',
        content: '#d8402c',
      },
    },
    {
      sku: 'MER-DOCE-CUPUACU-300',
      name: 'Doce de Cupuaçu 300 g',
      subtitle: 'De colher ou de cortar',
      mini_description: 'Cremoso, ácido e doce ao mesmo tempo.',
      description:
        'Polpa e açúcar no tacho, mexidos até o ponto de fio grosso. Recheia bombom, tapioca e bolo de rolo.',
      real_price: 25.5,
      picture: {
        shape: 'jar',
        motif: 'cupuacu',
        body: '#c79a5a',
        cap: '#2f6f63',
        content: '#dcae66',
      },
    },
    {
      sku: 'MER-PASTA-AMENDOIM-450',
      name: 'Pasta de Amendoim 450 g',
      subtitle: 'Só amendoim torrado',
      mini_description: 'Cremosa de verdade, sem açúcar, sal ou óleo.',
      description:
        'Amendoim torrado e moído duas vezes. O óleo pode subir: misture e guarde de cabeça para baixo. Quinze gramas de proteína por porção de 60 g.',
      real_price: 27.9,
      promo_price: 24.9,
      picture: {
        shape: 'jar',
        motif: 'amendoim',
        body: '#b8803c',
        cap: '#b5352e',
        content: '#c98f4a',
        more: 1,
      },
    },
    {
      sku: 'MER-FARINHA-MANDIOCA-1KG',
      name: 'Farinha de Mandioca Torrada 1 kg',
      subtitle: 'Fina, do Recôncavo',
      mini_description: 'Torrada em forno a lenha, solta e crocante.',
      description:
        'Farinha de casa de farinha comunitária, peneirada fina e torrada lentamente. Para farofa, pirão e para polvilhar o feijão.',
      real_price: 16.9,
      picture: { shape: 'pouch', motif: 'mandioca', body: '#e5d3a6', cap: '#7b5233' },
    },
    {
      sku: 'MER-TAPIOCA-500',
      name: 'Goma de Tapioca Hidratada 500 g',
      subtitle: 'Direto para a frigideira',
      mini_description: 'Peneirada e fresca, não precisa de água nem de sal.',
      description:
        'Fécula fresca, hidratada e peneirada na semana do envio. Rende dez tapiocas médias; conserve na geladeira por até sessenta dias.',
      real_price: 11.9,
      picture: { shape: 'windowPouch', motif: 'mandioca', body: '#4f86a8', content: '#f7f4ec' },
    },
    {
      sku: 'MER-AZEITE-250',
      name: 'Azeite Extravirgem da Serra 250 ml',
      subtitle: 'Colheita do ano',
      mini_description: 'Arbequina brasileira, fresca, verde e levemente picante.',
      description:
        'Azeitonas do sul de Minas moídas em até seis horas depois da colheita. Acidez máxima de 0,2% e data de extração no gargalo.',
      real_price: 74.9,
      visibility: 'catalogo_distribuidores',
      picture: {
        shape: 'oilBottle',
        motif: 'folha',
        body: '#4d5c2a',
        cap: '#c9a24a',
        content: '#5c6b2c',
        more: 1,
      },
    },
    {
      sku: 'MER-CESTA-CAFE-MANHA',
      name: 'Cesta Café da Manhã na Roça',
      subtitle: 'Sete produtos, cesta de vime',
      mini_description: 'Café, mel, geleia, granola, tapioca, suco e bolachinhas.',
      description:
        'Montada sob encomenda, com laço e cartão escrito à mão. Chega pronta para presentear; a composição pode ser ajustada para pedidos acima de dez cestas.',
      real_price: 189.9,
      promo_price: 169.9,
      picture: {
        shape: 'basket',
        motif: 'favo',
        body: '#b5352e',
        cap: '#f0c33c',
        content: '#c8323c',
        more: 2,
      },
    },
    {
      sku: 'MER-CESTA-FIM-ANO',
      name: 'Cesta de Fim de Ano Folha Dourada',
      subtitle: 'Reserve até 30 de novembro',
      mini_description: 'Doze produtos da casa para presentear equipe e clientes.',
      description:
        'Chocolates, castanhas, café, geleia, mel e suco de uva em cesta de vime com fita. Preço por unidade; a partir de vinte cestas o frete é por nossa conta.',
      real_price: 329,
      visibility: 'catalogo_distribuidores',
      picture: {
        shape: 'basket',
        motif: 'cacau',
        body: '#2f6f4a',
        cap: '#d9b03c',
        content: '#6d1f4e',
        more: 1,
      },
    },
  ],
};
