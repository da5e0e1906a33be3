import type { Item, Look } from './look.ts';
import { coffeeBag, pouch, sachet, snackBar, windowPouch } from './packages-bags.ts';
import { candle, creamJar, diffuser, pump, soap, stick, tube } from './packages-cosmetics.ts';
import { bottle, can, clothJar, dropper, jar, oilBottle } from './packages-glass.ts';
import { basket, bowl, carton, chocolate, gable, tin, tub } from './packages-table.ts';
import {
  calendar,
  camera,
  chart,
  clipboard,
  diploma,
  headset,
  megaphone,
  parcel,
  shop,
  truck,
} from './services.ts';

const SHAPES = {
  pouch,
  windowPouch,
  coffeeBag,
  sachet,
  snackBar,
  bottle,
  oilBottle,
  jar,
  clothJar,
  can,
  dropper,
  pump,
  tube,
  creamJar,
  soap,
  stick,
  candle,
  diffuser,
  carton,
  gable,
  tub,
  bowl,
  chocolate,
  tin,
  basket: fullBasket,
  truck,
  calendar,
  headset,
  camera,
  chart,
  diploma,
  shop,
  megaphone,
  clipboard,
  parcel,
} as const;

export type ShapeName = keyof typeof SHAPES;

export function drawShape(shape: ShapeName, look: Look): Item {
  return SHAPES[shape](look);
}

function fullBasket(look: Look) {
  return basket(
    [
      coffeeBag({ ...look, body: '#6a4630', motif: 'cafe' }),
      jar({ ...look, content: '#e9a52c', motif: 'favo' }),
      bottle({ ...look, body: '#3b2030', motif: 'uva' }),
    ],
    look,
  );
}
