import type { ProductPicture } from '../catalogue/catalogue.ts';
import { darken, lighten } from './colours.ts';
import { drawMotif, type Motif } from './motifs.ts';
import { lookOf } from './product-pictures.ts';
import { drawing, lying, standing } from './scene.ts';
import { drawShape } from './shapes.ts';
import { at, box, circle, path } from './svg.ts';

export type BannerPicture = {
  wall: string;
  floor: string;
  accent: string;
  motif: Motif;
  things: readonly ProductPicture[];
};

const GROUND = 520;

/** A wide picture, 1600 × 600: things on the right, quiet space on the left for the other systems' text. */
export function bannerDrawing({ wall, floor, accent, motif, things }: BannerPicture) {
  const step = 560 / Math.max(things.length - 1, 1);
  const placed = things.map((thing, index) => {
    const item = drawShape(thing.shape, lookOf(thing));
    const middle = index === Math.floor(things.length / 2);
    const scale = Math.min((middle ? 440 : 370) / item.height, (middle ? 360 : 300) / item.width);
    return { middle, svg: standing(item, 800 + index * step, GROUND + (middle ? 26 : -8), scale) };
  });
  const ordered = placed
    .toSorted((a, b) => Number(a.middle) - Number(b.middle))
    .map((thing) => thing.svg);
  return drawing(
    box(0, 0, 1600, 600, 0, wall) +
      circle(1080, 250, 360, accent) +
      circle(1080, 250, 290, lighten(accent, 0.2), 'opacity=".6"') +
      path('M0,0 L420,0 C300,140 420,300 250,430 C160,500 60,470 0,520Z', accent, 'opacity=".45"') +
      path(
        'M0,0 L210,0 C150,110 220,200 120,290 C70,330 30,320 0,350Z',
        darken(accent, 0.08),
        'opacity=".55"',
      ) +
      at({ x: 150, y: 150, scale: 0.9, turn: -14 }, drawMotif(motif)) +
      at({ x: 330, y: 90, scale: 0.5, turn: 22 }, drawMotif(motif)) +
      at({ x: 90, y: 330, scale: 0.56, turn: 30 }, drawMotif(motif)) +
      path('M0,500 Q800,440 1600,490 L1600,600 L0,600Z', floor) +
      ordered.join('') +
      lying(motif, [
        [660, 528, 0.5, -12],
        [960, 556, 0.42, 30],
        [1270, 556, 0.46, 10],
        [1490, 540, 0.4, -20],
      ]),
    { x: 0, y: 0, width: 1600, height: 600 },
  );
}
