import { aromas } from './aromas.ts';
import { bebidas } from './bebidas.ts';
import { cafes } from './cafes.ts';
import { castanhas } from './castanhas.ts';
import type { DemoCategory } from './catalogue.ts';
import { cosmeticos } from './cosmeticos.ts';
import { mercearia } from './mercearia.ts';
import { polpas } from './polpas.ts';
import { servicos } from './servicos.ts';

/** The catalogue of Maré de Folha, an imaginary maker of natural food, drinks and cosmetics. */
export const categories: readonly DemoCategory[] = [
  polpas,
  castanhas,
  bebidas,
  cafes,
  mercearia,
  cosmeticos,
  aromas,
  servicos,
];
