import type { DemoCategory } from './catalogue.ts';

export const aromas: DemoCategory = {
  slug: 'aromas',
  name: 'Aromas para a Casa',
  description:
    'Velas, difusores e óleos essenciais. Linha em reformulação: as novas embalagens, com refil, chegam na próxima temporada.',
  is_active: false,
  button_color: '#5f5aa2',
  backdrops: [
    { wall: '#ecebf8', floor: '#cbc8e8', accent: '#b3aedd' },
    { wall: '#f5ece4', floor: '#dfc9b6', accent: '#d2b096' },
  ],
  products: [
    {
      sku: 'ARO-VELA-LAVANDA-180',
      name: 'Vela de Lavanda e Capim-Santo 180 g',
      subtitle: 'Cera vegetal, 35 horas',
      mini_description: 'Queima limpa, sem fuligem, em copo reaproveitável.',
      description:
        'Cera de coco e palma certificada, pavio de algodão e óleos essenciais puros. Deixe a superfície derreter inteira na primeira vez.',
      real_price: 59.9,
      status: 'Inativo',
      picture: { shape: 'candle', motif: 'lavanda', body: '#9a8fc9', more: 1 },
    },
    {
      sku: 'ARO-VELA-CACAU-180',
      name: 'Vela de Cacau e Cumaru 180 g',
      subtitle: 'Cera vegetal, 35 horas',
      mini_description: 'Quente e adocicada, lembra sobremesa no forno.',
      description:
        'O cumaru, a baunilha da Amazônia, arredonda o amargo do cacau. Boa para salas amplas e noites frias.',
      real_price: 59.9,
      status: 'Inativo',
      picture: { shape: 'candle', motif: 'cacau', body: '#a8643f' },
    },
    {
      sku: 'ARO-DIFUSOR-BREU-250',
      name: 'Difusor de Breu-Branco 250 ml',
      subtitle: 'Varetas de fibra, 90 dias',
      mini_description: 'Resinoso e fresco, como mata depois da chuva.',
      description:
        'A resina do breu-branco é recolhida sem ferir a árvore. Vire as varetas uma vez por semana para renovar o perfume.',
      real_price: 84.9,
      promo_price: 72,
      status: 'Inativo',
      picture: {
        shape: 'diffuser',
        motif: 'folha',
        body: '#5d7f6a',
        cap: '#3a2f28',
        content: '#cfe0c3',
      },
    },
    {
      sku: 'ARO-SPRAY-LARANJA-200',
      name: 'Água de Lençóis Flor de Laranjeira',
      subtitle: 'Borrifador de 200 ml',
      mini_description: 'Leve e cítrica, seca depressa e não mancha.',
      description:
        'Álcool de cereais, água desmineralizada e flor de laranjeira. Borrife a trinta centímetros do tecido, antes de arrumar a cama.',
      real_price: 44.9,
      status: 'Inativo',
      visibility: 'menu_parceiros',
      picture: { shape: 'pump', motif: 'laranja', body: '#f0b06a', cap: '#fff6e6' },
    },
    {
      sku: 'ARO-OE-ALECRIM-10',
      name: 'Óleo Essencial de Alecrim 10 ml',
      subtitle: 'Cem por cento puro',
      mini_description: 'Destilado por arraste a vapor, com laudo por lote.',
      description:
        'Para difusor elétrico e aromatização de ambientes. Não use puro sobre a pele; mantenha longe de crianças e animais.',
      real_price: 38.5,
      status: 'Inativo',
      picture: {
        shape: 'dropper',
        motif: 'alecrim',
        body: '#5a3a22',
        cap: '#22201f',
        content: '#7a4a20',
      },
    },
  ],
};
