import type { DemoCategory } from './catalogue.ts';

export const cafes: DemoCategory = {
  slug: 'cafes',
  name: 'Cafés e Chocolates',
  description:
    'Cafés de origem torrados toda semana e chocolate feito do grão à barra, com cacau do sul da Bahia e do Pará.',
  is_active: true,
  button_color: '#6a3f22',
  backdrops: [
    { wall: '#f3e8de', floor: '#d8bda5', accent: '#c49c7b' },
    { wall: '#f8eee2', floor: '#e6c9a3', accent: '#dcae77' },
    { wall: '#e9e6e1', floor: '#c8beb1', accent: '#ad9e8d' },
  ],
  products: [
    {
      sku: 'CAF-MANTIQUEIRA-250',
      name: 'Café Mantiqueira de Minas 250 g',
      subtitle: 'Em grãos, torra média',
      mini_description: 'Catuaí amarelo a 1.200 m: caramelo, laranja e corpo macio.',
      description:
        'Colheita seletiva e secagem em terreiro suspenso. A data da torra vem no rótulo e o pacote tem válvula, para que o café respire sem perder o aroma.',
      real_price: 42.9,
      picture: { shape: 'coffeeBag', motif: 'cafe', body: '#8a5a36', cap: '#e8c27a', more: 2 },
    },
    {
      sku: 'CAF-CERRADO-250',
      name: 'Café Cerrado Mineiro 250 g',
      subtitle: 'Em grãos, torra clara',
      mini_description: 'Bourbon natural, com notas de chocolate e frutas amarelas.',
      description:
        'Inverno seco e colheita uniforme fazem deste um café doce e previsível, bom para coado e para espresso. Pontuação acima de 85.',
      real_price: 44.9,
      promo_price: 39.9,
      picture: { shape: 'coffeeBag', motif: 'cafe', body: '#c9893f', cap: '#5d3b2a', more: 1 },
    },
    {
      sku: 'CAF-CAPARAO-250',
      name: 'Café Caparaó Microlote 250 g',
      subtitle: 'Edição numerada',
      mini_description: 'Fermentado 72 horas: floral, jasmim e mel de laranjeira.',
      description:
        'Quatrocentos pacotes por safra, de uma única família produtora da divisa de Minas com o Espírito Santo. Acompanha ficha de preparo.',
      real_price: 69,
      visibility: 'catalogo_distribuidores',
      picture: { shape: 'coffeeBag', motif: 'flor', body: '#2f4f4a', cap: '#d9b56a' },
    },
    {
      sku: 'CAF-DIADIA-500',
      name: 'Café do Dia a Dia Moído 500 g',
      subtitle: 'Para coador de pano ou papel',
      mini_description: 'Blend equilibrado, encorpado e sem amargor de queimado.',
      description:
        'Feito para a garrafa térmica do escritório: rende, mantém o sabor por horas e agrada de quem toma puro a quem põe leite.',
      real_price: 34.9,
      picture: { shape: 'pouch', motif: 'cafe', body: '#5a2f23', cap: '#e2b44a' },
    },
    {
      sku: 'CAF-ESPRESSO-1KG',
      name: 'Café Espresso Blend 1 kg',
      subtitle: 'Para máquinas de balcão',
      mini_description: 'Crema densa, acidez baixa e final de cacau.',
      description:
        'Arábica de dois terroirs com um toque de canéfora fino, que sustenta a crema. Enviamos a receita de moagem e dose para a sua máquina.',
      real_price: 118.9,
      visibility: 'menu_parceiros',
      picture: { shape: 'coffeeBag', motif: 'cafe', body: '#2e2623', cap: '#c9563a' },
    },
    {
      sku: 'CAF-DRIP-10',
      name: 'Drip Coffee Caixa com 10',
      subtitle: 'Abra, encaixe, despeje',
      mini_description: 'Filtros individuais de café moído na véspera do envio.',
      description:
        'Dez filtros que se prendem à borda da xícara, cada um com dez gramas de café Mantiqueira. Para viagem, hotel e mesa de reunião.',
      real_price: 39.9,
      picture: { shape: 'carton', motif: 'cafe', body: '#b5764a', cap: '#f2e3c8', more: 1 },
    },
    {
      sku: 'CAF-COLD-BREW-250',
      name: 'Cold Brew Puro 250 ml',
      subtitle: 'Extraído a frio por 18 horas',
      mini_description: 'Doce e redondo, sem açúcar, para tomar com gelo.',
      description:
        'Dezoito horas de infusão em água fria e dupla filtragem. Naturalmente adocicado e com cafeína de sobra para a tarde.',
      real_price: 15.9,
      picture: { shape: 'can', motif: 'cafe', body: '#3a2a22', content: '#7d5636' },
    },
    {
      sku: 'CHO-70-80',
      name: 'Chocolate 70% Sul da Bahia 80 g',
      subtitle: 'Do grão à barra',
      mini_description: 'Cacau fino, açúcar demerara e mais nada.',
      description:
        'Fermentação longa e conchagem de sessenta horas. Começa com fruta seca, passa por melado e termina limpo, sem adstringência.',
      real_price: 24.9,
      picture: {
        shape: 'chocolate',
        motif: 'cacau',
        body: '#8c2f2a',
        cap: '#e2b44a',
        content: '#43261a',
        more: 2,
      },
    },
    {
      sku: 'CHO-CUPULATE-80',
      name: 'Cupulate ao Leite de Coco 80 g',
      subtitle: 'Feito da semente de cupuaçu',
      mini_description: 'O primo amazônico do chocolate: macio e perfumado.',
      description:
        'A semente do cupuaçu, antes descartada, torrada e refinada como cacau. Com leite de coco, derrete mais devagar e lembra caramelo.',
      real_price: 26.9,
      promo_price: 22.9,
      picture: {
        shape: 'chocolate',
        motif: 'cupuacu',
        body: '#2f6f63',
        cap: '#f0d9a8',
        content: '#7a4a2c',
      },
    },
    {
      sku: 'CHO-BRANCO-CASTANHA-80',
      name: 'Chocolate Branco com Castanha 80 g',
      subtitle: 'Manteiga de cacau pura',
      mini_description: 'Pouco doce, com castanha-do-pará picada e flor de sal.',
      description:
        'Branco de verdade, só com manteiga de cacau. A castanha é tostada na hora de misturar e a flor de sal do Rio Grande do Norte equilibra o doce.',
      real_price: 25.9,
      picture: {
        shape: 'chocolate',
        motif: 'castanha',
        body: '#d8b36c',
        cap: '#6b4a2f',
        content: '#f0dfb8',
      },
    },
    {
      sku: 'CHO-NIBS-150',
      name: 'Nibs de Cacau 150 g',
      subtitle: 'Cacau puro triturado',
      mini_description: 'Crocantes e amargos, para frutas, iogurte e saladas.',
      description:
        'Amêndoas de cacau torradas e quebradas, sem açúcar. Um punhado muda a salada de frutas e o risoto de abóbora.',
      real_price: 22.5,
      picture: { shape: 'windowPouch', motif: 'cacau', body: '#6a2f22', content: '#c99b6d' },
    },
    {
      sku: 'CHO-QUENTE-300',
      name: 'Chocolate Quente Cremoso 300 g',
      subtitle: 'Linha de inverno',
      mini_description: 'Cacau, rapadura e canela: engrossa só com leite.',
      description:
        'Mistura para chocolate quente encorpado, sem amido modificado. Vendido de maio a agosto; fora da temporada, sob consulta.',
      real_price: 33.9,
      status: 'Inativo',
      picture: { shape: 'tin', motif: 'canela', body: '#7a3b28', cap: '#e5c58d' },
    },
  ],
};
