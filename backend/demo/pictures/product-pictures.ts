import type { DemoCategory, DemoProduct, ProductPicture } from '../catalogue/catalogue.ts';
import { lighten } from './colours.ts';
import type { Item, Look } from './look.ts';
import { drawMotif } from './motifs.ts';
import {
  backdropSvg,
  drawing,
  lying,
  standing,
  type Backdrop,
  type LyingPlace,
  type Stage,
} from './scene.ts';
import { drawShape } from './shapes.ts';
import { at, box, circle } from './svg.ts';

const STAGES: readonly Stage[] = ['disc', 'leaves', 'arch', 'hill', 'podium', 'rays'];
const BESIDE: readonly { behind: readonly LyingPlace[]; before: readonly LyingPlace[] }[] = [
  {
    behind: [[118, -34, 0.62, -12]],
    before: [
      [588, 40, 0.8, 14],
      [500, 84, 0.5, -30],
    ],
  },
  {
    behind: [[596, -30, 0.6, 18]],
    before: [
      [112, 44, 0.84, -10],
      [210, 92, 0.46, 32],
    ],
  },
  {
    behind: [
      [108, -40, 0.54, 10],
      [606, -44, 0.5, -16],
    ],
    before: [[560, 74, 0.72, 8]],
  },
];

/** One SVG for each image of a product, 700 × 1000, the main one first. */
export function productDrawings(category: DemoCategory, product: DemoProduct) {
  const index = category.products.indexOf(product);
  const { picture } = product;
  const item = drawShape(picture.shape, lookOf(picture));
  const backdrop = pick(category.backdrops, index);
  const other = pick(category.backdrops, index + 1);
  const beside = product.tipo === 'Serviço' ? undefined : picture;
  const additional = [
    () =>
      beside
        ? rowOfThree(item, picture, pick(STAGES, index + 2), other)
        : alone(item, undefined, index + 3, other),
    () => closeUp(item, picture, other),
    () => scattered(picture, backdrop),
  ];
  return [
    alone(item, beside, index, backdrop),
    ...additional.slice(0, picture.more ?? 0).map((draw) => draw()),
  ];
}

export function lookOf({ body, cap, label, content, motif }: ProductPicture): Look {
  return {
    body,
    motif,
    cap: cap ?? '#e8c27a',
    label: label ?? '#fdf8ec',
    content: content ?? lighten(body, 0.35),
  };
}

function alone(item: Item, beside: ProductPicture | undefined, index: number, backdrop: Backdrop) {
  const stage = pick(STAGES, index);
  const scale = Math.min(650 / item.height, 575 / item.width, 1.3);
  const ground = Math.round(500 + (item.height * scale) / 2 + 16);
  const product = standing(item, 350, ground, scale);
  // A podium leaves no floor to lie on.
  if (!beside || stage === 'podium') return drawing(backdropSvg(stage, backdrop, ground) + product);
  const { behind, before } = pick(BESIDE, index);
  const around = (places: readonly LyingPlace[]) =>
    lying(
      beside.motif,
      places.map(([x, y, size, turn]) => [x, ground + y, size, turn]),
    );
  return drawing(backdropSvg(stage, backdrop, ground) + around(behind) + product + around(before));
}

function rowOfThree(item: Item, picture: ProductPicture, stage: Stage, backdrop: Backdrop) {
  const scale = Math.min(470 / item.height, 330 / item.width, 0.9);
  const step = Math.min(210, item.width * scale * 0.86);
  const ground = 730;
  return drawing(
    backdropSvg(stage, backdrop, ground) +
      standing(item, 350 - step, ground - 34, scale * 0.9, -3) +
      standing(item, 350 + step, ground - 34, scale * 0.9, 3) +
      standing(item, 350, ground + 20, scale * 1.12) +
      lying(picture.motif, [
        [150, ground + 110, 0.6, -14],
        [560, ground + 120, 0.66, 20],
      ]),
  );
}

function closeUp(item: Item, picture: ProductPicture, backdrop: Backdrop) {
  const ground = Math.round(500 + item.height / 2);
  const inside =
    box(-500, -500, 1700, 2000, 0, backdrop.accent) +
    circle(350, 480, 520, 'url(#glow)', 'opacity=".7"') +
    lying(picture.motif, [
      [120, ground - 150, 0.9, -20],
      [600, ground - 190, 0.8, 24],
    ]) +
    standing(item, 350, ground, 1, -6);
  const height = Math.min(720, Math.max(item.height * 1.05, item.width * 1.3));
  return drawing(inside, {
    x: 350 - height * 0.35,
    y: ground - item.height * 0.5 - height * 0.5,
    width: height * 0.7,
    height,
  });
}

/** What it is made of, strewn over the table. */
function scattered(picture: ProductPicture, backdrop: Backdrop) {
  const pieces = Array.from({ length: 12 }, (_, i) => {
    const [column, row] = [i % 3, Math.floor(i / 3)];
    const x = 110 + column * 230 + (row % 2) * 60;
    return at(
      { x, y: 130 + row * 248, turn: (i * 67) % 360, scale: 0.9 + ((i * 7) % 5) * 0.07 },
      drawMotif(picture.motif),
    );
  });
  return drawing(
    box(0, 0, 700, 1000, 0, backdrop.floor) + circle(350, 420, 620, 'url(#glow)') + pieces.join(''),
  );
}

/** The category's square picture: three of its products together. */
export function categoryDrawing(category: DemoCategory) {
  const [first, second, third] = [
    0,
    Math.floor(category.products.length / 2),
    category.products.length - 2,
  ].map((index) => pick(category.products, index));
  const place = (product: DemoProduct | undefined, x: number, ground: number, size: number) => {
    if (!product) return '';
    const item = drawShape(product.picture.shape, lookOf(product.picture));
    return standing(item, x, ground, Math.min(size / item.height, (size * 0.86) / item.width));
  };
  return drawing(
    backdropSvg('disc', category.backdrops[0], 760) +
      place(second, 168, 726, 350) +
      place(third, 540, 726, 350) +
      place(first, 352, 806, 400),
    { x: 0, y: 190, width: 700, height: 700 },
  );
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T; // the remainder is within the list, which is never empty
}
