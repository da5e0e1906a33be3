import type { BannerPicture } from '../pictures/banner-pictures.ts';

export type DemoBanner = {
  slug: string;
  titulo: string;
  descricao: string;
  cta_texto: string | null;
  cta_link: string | null;
  status: 'Ativo' | 'Inativo';
  posicao: 'todos' | 'distribuidores' | 'parceiros';
  tipo: 'banner' | 'informativo';
  ordem: number;
  picture: BannerPicture;
};

export const banners: readonly DemoBanner[] = [
  {
    slug: 'verao-do-acai',
    titulo: 'Verão do Açaí',
    descricao:
      'Baldes de 5 L com desconto progressivo a partir de seis unidades. Válido enquanto durar a safra.',
    cta_texto: 'Montar pedido',
    cta_link: 'https://loja.maredefolha.exemplo/verao-do-acai',
    status: 'Ativo',
    posicao: 'todos',
    tipo: 'banner',
    ordem: 1,
    picture: {
      wall: '#f6e8f4',
      floor: '#dcbcdb',
      accent: '#cf9fce',
      motif: 'acai',
      things: [
        { shape: 'pouch', motif: 'acai', body: '#5a2a6b' },
        { shape: 'tub', motif: 'acai', body: '#4a1f5c', cap: '#e9b949', content: '#8d4fa3' },
        { shape: 'bowl', motif: 'acai', body: '#3f7a5a', content: '#532563' },
      ],
    },
  },
  {
    slug: 'cestas-fim-de-ano',
    titulo: 'Cestas de fim de ano',
    descricao:
      'Reserve até 30 de novembro e escolha o dia da entrega. A partir de vinte cestas, o frete é nosso.',
    cta_texto: 'Ver cestas',
    cta_link: 'https://loja.maredefolha.exemplo/cestas',
    status: 'Ativo',
    posicao: 'distribuidores',
    tipo: 'banner',
    ordem: 2,
    picture: {
      wall: '#e9f1e4',
      floor: '#c3d8b3',
      accent: '#a5c792',
      motif: 'cacau',
      things: [
        {
          shape: 'clothJar',
          motif: 'laranja',
          body: '#e59a2c',
          cap: '#c0392b',
          content: '#f6bb4e',
        },
        { shape: 'basket', motif: 'cacau', body: '#b5352e', content: '#6d1f4e' },
        { shape: 'chocolate', motif: 'cacau', body: '#8c2f2a', cap: '#e2b44a', content: '#43261a' },
      ],
    },
  },
  {
    slug: 'nova-torra',
    titulo: 'Nova torra: Caparaó Microlote',
    descricao:
      'Quatrocentos pacotes numerados. Peça a amostra de 50 g para provar com a sua equipe.',
    cta_texto: 'Pedir amostra',
    cta_link: 'https://loja.maredefolha.exemplo/caf-caparao-250',
    status: 'Ativo',
    posicao: 'parceiros',
    tipo: 'banner',
    ordem: 3,
    picture: {
      wall: '#f5ebe0',
      floor: '#ddc2a4',
      accent: '#cfa780',
      motif: 'cafe',
      things: [
        { shape: 'coffeeBag', motif: 'cafe', body: '#8a5a36' },
        { shape: 'coffeeBag', motif: 'flor', body: '#2f4f4a', cap: '#d9b56a' },
        { shape: 'can', motif: 'cafe', body: '#3a2a22', content: '#7d5636' },
        { shape: 'carton', motif: 'cafe', body: '#b5764a', cap: '#f2e3c8' },
      ],
    },
  },
  {
    slug: 'rota-refrigerada',
    titulo: 'Rota refrigerada em novas cidades',
    descricao:
      'Entregas programadas agora também em Uberlândia, Londrina e Feira de Santana, sempre no mesmo dia da semana.',
    cta_texto: null,
    cta_link: null,
    status: 'Ativo',
    posicao: 'todos',
    tipo: 'informativo',
    ordem: 4,
    picture: {
      wall: '#e5f0f7',
      floor: '#b9d4e6',
      accent: '#97c1df',
      motif: 'folha',
      things: [
        { shape: 'parcel', motif: 'folha', body: '#c08a50', cap: '#3f7a5a' },
        { shape: 'truck', motif: 'folha', body: '#2f8f6f', cap: '#f0c33c' },
        { shape: 'shop', motif: 'acai', body: '#c9563a', label: '#fbf1dc', cap: '#8a5a36' },
      ],
    },
  },
  {
    slug: 'semana-do-cuidado',
    titulo: 'Semana do Cuidado Natural',
    descricao: 'Cosméticos com até 20% de desconto e um sabonete de brinde em cada caixa.',
    cta_texto: 'Aproveitar',
    cta_link: 'https://loja.maredefolha.exemplo/cosmeticos',
    status: 'Inativo',
    posicao: 'parceiros',
    tipo: 'banner',
    ordem: 5,
    picture: {
      wall: '#fbe8ec',
      floor: '#edc2cc',
      accent: '#e6a4b4',
      motif: 'calendula',
      things: [
        { shape: 'pump', motif: 'alecrim', body: '#7da66b', cap: '#f2ead7' },
        {
          shape: 'dropper',
          motif: 'maracujaflor',
          body: '#d9702b',
          cap: '#f4e9da',
          content: '#c9622a',
        },
        { shape: 'soap', motif: 'calendula', body: '#f0b95a', label: '#fff8e4' },
        { shape: 'tube', motif: 'hortela', body: '#58a88a', cap: '#f2f6e6' },
      ],
    },
  },
];
