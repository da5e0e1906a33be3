import { darken, lighten, mix } from './colours.ts';
import type { Item } from './look.ts';
import { drawMotif, type Motif } from './motifs.ts';
import { at, box, circle, ellipse, GRADIENTS, line, path } from './svg.ts';

export type Stage = 'disc' | 'arch' | 'podium' | 'leaves' | 'rays' | 'hill';
/** `wall` is what stands behind, `floor` what things stand on, `accent` the shape between them. */
export type Backdrop = { wall: string; floor: string; accent: string };
export type View = { x: number; y: number; width: number; height: number };

const STAGES: Record<Stage, (backdrop: Backdrop, ground: number) => string> = {
  disc: ({ accent }, ground) =>
    circle(350, ground - 290, 300, accent) +
    circle(350, ground - 290, 244, lighten(accent, 0.2), 'opacity=".6"'),
  arch: ({ accent }, ground) =>
    path(
      `M80,${ground - 30} L80,${ground - 400} A270,270 0 0 1 620,${ground - 400} L620,${ground - 30}Z`,
      accent,
    ) +
    path(
      `M126,${ground - 30} L126,${ground - 400} A224,224 0 0 1 574,${ground - 400} L574,${ground - 30}Z`,
      lighten(accent, 0.22),
      'opacity=".6"',
    ),
  podium: ({ accent }, ground) =>
    circle(490, ground - 520, 150, lighten(accent, 0.35), 'opacity=".7"') + drum(ground, accent),
  leaves: ({ accent }) =>
    frond(-20, 120, 130, accent) +
    frond(720, 180, -128, accent) +
    frond(0, 620, 60, darken(accent, 0.06)) +
    frond(705, 690, -60, darken(accent, 0.06)),
  rays: ({ accent }, ground) =>
    Array.from({ length: 12 }, (_, i) =>
      at(
        { x: 350, y: ground - 240, turn: i * 30 },
        path('M-60,-820 L60,-820 L0,0Z', accent, 'opacity=".55"'),
      ),
    ).join(''),
  hill: ({ accent }, ground) =>
    circle(530, ground - 560, 92, lighten(accent, 0.45)) +
    path(
      `M-40,${ground - 60} C120,${ground - 420} 300,${ground - 330} 420,${ground - 130} L420,${ground} L-40,${ground}Z`,
      accent,
    ) +
    path(
      `M260,${ground} C380,${ground - 300} 560,${ground - 300} 760,${ground - 90} L760,${ground}Z`,
      darken(accent, 0.1),
    ),
};

/** The inside of a picture 700 × 1000: wall, floor and the shape behind the product. */
export function backdropSvg(stage: Stage, backdrop: Backdrop, ground: number) {
  const horizon = ground - 62;
  return (
    box(-500, -500, 1700, 2000, 0, backdrop.wall) +
    circle(350, 300, 560, 'url(#glow)', 'opacity=".55"') +
    (stage === 'podium' ? '' : STAGES[stage](backdrop, ground)) +
    box(-500, horizon, 1700, 1200, 0, backdrop.floor) +
    path(
      `M-500,${horizon} L1200,${horizon} L1200,${horizon + 130} L-500,${horizon + 130}Z`,
      '#fff',
      'opacity=".16"',
    ) +
    (stage === 'podium' ? STAGES.podium(backdrop, ground) : '')
  );
}

/** Where something lies; `y` is the drawing's own, `turn` degrees. */
export type LyingPlace = readonly [x: number, y: number, scale: number, turn: number];

/** A thing on the floor at `x`, with its shadow. */
export function standing(item: Item, x: number, ground: number, scale = 1, turn = 0) {
  const reach = (item.width * scale) / 2;
  return (
    ellipse(x + reach * 0.18, ground + 2, reach * 1.3, 30 + reach * 0.08, 'url(#shadow)') +
    at({ x, y: ground, scale, turn }, item.svg)
  );
}

/** What the product is made of, lying beside it. */
export function lying(motif: Motif, places: readonly LyingPlace[]) {
  return places
    .map(
      ([x, y, scale, turn]) =>
        ellipse(x + 8, y + 88 * scale, 104 * scale, 22 * scale, 'url(#shadow)') +
        at({ x, y, scale, turn }, drawMotif(motif)),
    )
    .join('');
}

/** A whole drawing; `view` cuts out a part of it. */
export function drawing(inside: string, view: View = { x: 0, y: 0, width: 700, height: 1000 }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.x} ${view.y} ${view.width} ${view.height}"><defs>${GRADIENTS}</defs>${inside}</svg>`;
}

function drum(ground: number, accent: string) {
  return (
    ellipse(370, ground + 132, 360, 46, 'url(#shadow)') +
    path(
      `M60,${ground - 4} L60,${ground + 96} A290,46 0 0 0 640,${ground + 96} L640,${ground - 4}Z`,
      mix(accent, '#ffffff', 0.1),
    ) +
    path(
      `M60,${ground - 4} L60,${ground + 96} A290,46 0 0 0 640,${ground + 96} L640,${ground - 4}Z`,
      'url(#round)',
      'opacity=".7"',
    ) +
    ellipse(350, ground - 4, 290, 46, lighten(accent, 0.35))
  );
}

function frond(x: number, y: number, turn: number, colour: string) {
  const leaves = Array.from({ length: 7 }, (_, i) => {
    const [length, along] = [120 - i * 9, -40 - i * 46];
    return (
      path(
        `M0,${along} C30,${along - 50} ${length},${along - 80} ${length + 40},${along - 70} C${length},${along - 20} 50,${along + 6} 0,${along}Z`,
        colour,
      ) +
      path(
        `M0,${along} C-30,${along - 50} ${-length},${along - 80} ${-length - 40},${along - 70} C${-length},${along - 20} -50,${along + 6} 0,${along}Z`,
        darken(colour, 0.07),
      )
    );
  });
  return at(
    { x, y, turn, scale: 1.05 },
    line('M0,40 L0,-380', darken(colour, 0.1), 8) + leaves.join(''),
  );
}
