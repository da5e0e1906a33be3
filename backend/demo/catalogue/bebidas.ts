import type { DemoCategory } from './catalogue.ts';

export const bebidas: DemoCategory = {
  slug: 'bebidas',
  name: 'Bebidas Naturais',
  description:
    'Sucos integrais, água de coco, kombuchas, mates e leites vegetais. Nada de pó, aroma artificial ou corante: o que está no rótulo cabe em uma linha.',
  is_active: true,
  button_color: '#0f7a76',
  backdrops: [
    { wall: '#e4f4f3', floor: '#b5dedb', accent: '#8fcfca' },
    { wall: '#fdf1e1', floor: '#f2d3a6', accent: '#f6bd7c' },
    { wall: '#ebf3df', floor: '#cbe0af', accent: '#aed08a' },
  ],
  products: [
    {
      sku: 'BEB-UVA-1L',
      name: 'Suco de Uva Integral 1 L',
      subtitle: 'Garrafa de vidro retornável',
      mini_description: 'Uvas bordô e isabel da Serra, sem água e sem açúcar.',
      description:
        'Um litro leva perto de um quilo e meio de uva. Prensado na vindima e engarrafado quente, dispensa conservante; depois de aberto, vai para a geladeira.',
      real_price: 22.9,
      promo_price: 19.9,
      picture: {
        shape: 'bottle',
        motif: 'uva',
        body: '#6a2552',
        cap: '#3f2a4a',
        content: '#6d1f4e',
        more: 2,
      },
    },
    {
      sku: 'BEB-LARANJA-900',
      name: 'Suco de Laranja Prensado 900 ml',
      subtitle: 'Espremido e gelado',
      mini_description: 'Laranja-pera de Limeira, da prensa à garrafa em 1 hora.',
      description:
        'Não é reconstituído nem pasteurizado a quente: passa por alta pressão a frio e guarda o gosto da fruta por trinta dias, sempre refrigerado.',
      real_price: 17.9,
      picture: {
        shape: 'bottle',
        motif: 'laranja',
        body: '#ee8f1e',
        cap: '#4c8f4f',
        content: '#f29a1f',
        more: 1,
      },
    },
    {
      sku: 'BEB-CAJU-1L',
      name: 'Suco de Caju Integral 1 L',
      subtitle: 'Turvo, como deve ser',
      mini_description: 'Caju maduro do litoral cearense, com toda a polpa.',
      description:
        'Agite antes de servir: a polpa assenta no fundo. Fica ótimo com gelo e limão, e é a base da cajuína feita em casa.',
      real_price: 18.9,
      picture: {
        shape: 'bottle',
        motif: 'caju',
        body: '#e2802a',
        cap: '#c33a2c',
        content: '#f4b04f',
      },
    },
    {
      sku: 'BEB-COCO-1L',
      name: 'Água de Coco 1 L',
      subtitle: 'Coco-anão, nada mais',
      mini_description: 'Envasada na fazenda, sem reconstituir e sem adoçar.',
      description:
        'O coco é aberto e envasado no mesmo galpão, à beira do pomar. Por ser pura, pode ganhar um tom rosado com o tempo: é natural e não altera o sabor.',
      real_price: 14.9,
      picture: {
        shape: 'gable',
        motif: 'coco',
        body: '#2f8f7f',
        cap: '#f4efe2',
        content: '#9fd8cb',
        more: 1,
      },
    },
    {
      sku: 'BEB-COCO-330-12',
      name: 'Água de Coco 330 ml Fardo com 12',
      subtitle: 'Para geladeira de balcão',
      mini_description: 'A mesma água de coco, na caixinha que cabe na mão.',
      description:
        'Doze unidades de 330 ml com canudo de papel. Validade de seis meses fora da geladeira, o que facilita o estoque de academias e quiosques.',
      real_price: 66,
      visibility: 'catalogo_distribuidores',
      picture: { shape: 'carton', motif: 'coco', body: '#3aa394', cap: '#f2d04b' },
    },
    {
      sku: 'BEB-KOMB-HIBISCO-355',
      name: 'Kombucha de Hibisco e Gengibre 355 ml',
      subtitle: 'Viva e levemente gasosa',
      mini_description: 'Chá fermentado com final seco e picância de gengibre.',
      description:
        'Fermentação de catorze dias e segunda fermentação na lata, que dá o gás natural. Mantenha refrigerada: a cultura continua viva.',
      real_price: 13.9,
      picture: { shape: 'can', motif: 'flor', body: '#b5355c', content: '#e0708c', more: 1 },
    },
    {
      sku: 'BEB-KOMB-MARACUJA-355',
      name: 'Kombucha de Maracujá 355 ml',
      subtitle: 'A mais vendida da linha',
      mini_description: 'Ácida, perfumada e com pouquíssimo açúcar residual.',
      description:
        'O maracujá entra fresco na segunda fermentação. Menos de três gramas de açúcar por lata e um aroma que enche o copo.',
      real_price: 13.9,
      promo_price: 11.9,
      picture: { shape: 'can', motif: 'maracuja', body: '#e5a323', content: '#f4cf6a' },
    },
    {
      sku: 'BEB-MATE-LIMAO-300',
      name: 'Mate Gelado com Limão 300 ml',
      subtitle: 'O mate da praia',
      mini_description: 'Erva tostada em infusão longa e limão espremido.',
      description:
        'Infusão de erva-mate tostada do Paraná, resfriada devagar para não amargar, com limão de verdade. Adoçado com pouco açúcar demerara.',
      real_price: 7.9,
      picture: { shape: 'can', motif: 'mate', body: '#3d6b3a', content: '#c3a03a' },
    },
    {
      sku: 'BEB-GUARANA-RAIZ-275',
      name: 'Guaraná da Raiz 275 ml',
      subtitle: 'Refrigerante artesanal',
      mini_description: 'Semente de Maués, gás na medida e final levemente amargo.',
      description:
        'Feito com extrato de semente torrada de Maués, açúcar demerara e nada de caramelo artificial. A cor clara surpreende quem só conhece o de prateleira.',
      real_price: 9.5,
      picture: {
        shape: 'oilBottle',
        motif: 'folha',
        body: '#a8352a',
        cap: '#d9b03c',
        content: '#c98a2a',
      },
    },
    {
      sku: 'BEB-LEITE-CASTANHA-1L',
      name: 'Bebida de Castanha de Caju 1 L',
      subtitle: 'Três ingredientes',
      mini_description: 'Castanha, água e sal marinho: espuma bem no café.',
      description:
        'Com oito por cento de castanha, fica encorpada o bastante para o cappuccino. Sem açúcar, óleo ou goma: agite antes de abrir.',
      real_price: 19.9,
      picture: {
        shape: 'gable',
        motif: 'cajuzinho',
        body: '#c9a877',
        cap: '#5d3b2a',
        content: '#f3e3c5',
      },
    },
    {
      sku: 'BEB-CHA-CAPIM-15',
      name: 'Chá de Capim-Limão 15 sachês',
      subtitle: 'Folha inteira, sachê amplo',
      mini_description: 'Sachê em pirâmide, de fibra vegetal e sem grampo.',
      description:
        'Capim-limão colhido de manhã e seco à sombra, em pedaços grandes que se abrem na xícara. Para o fim da tarde, quente ou gelado.',
      real_price: 21.9,
      picture: { shape: 'carton', motif: 'ramo', body: '#7fa650', cap: '#f4e9b8' },
    },
    {
      sku: 'BEB-CHA-PRETO-LATA-80',
      name: 'Chá Preto do Vale em Lata 80 g',
      subtitle: 'Folhas soltas',
      mini_description: 'Plantado na Mata Atlântica, torra leve e notas de mel.',
      description:
        'Um chá preto brasileiro de jardim pequeno, colhido broto a broto no Vale do Ribeira. A lata veda bem e continua útil na cozinha depois.',
      real_price: 46,
      status: 'Inativo',
      picture: { shape: 'tin', motif: 'mate', body: '#26413c', cap: '#c9a24a' },
    },
  ],
};
