import { darken, lighten } from './colours.ts';
import { at, box, circle, ellipse, line, path } from './svg.ts';

const turns = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) =>
    at({ turn: (360 / count) * index }, draw(index)),
  ).join('');

/** Abstract company marks in two colours, each drawn within 120 units around its middle. */
const MARKS = {
  folhas: (a: string, b: string) =>
    path('M0,100 C-110,60 -110,-50 -30,-110 C0,-50 10,20 0,100Z', a) +
    path('M0,100 C110,70 120,-10 70,-70 C10,-40 -10,30 0,100Z', b),
  serra: (a: string, b: string) =>
    circle(36, -52, 36, b) +
    path('M-120,84 L-34,-60 L30,40 L58,0 L120,84Z', a) +
    path('M-34,-60 L-58,-20 L-34,-6 L-12,-26Z', '#fff', 'opacity=".8"'),
  ondas: (a: string, b: string) =>
    line('M-110,-44 C-70,-88 -40,0 0,-44 C40,-88 70,0 110,-44', a, 26) +
    line('M-110,16 C-70,-28 -40,60 0,16 C40,-28 70,60 110,16', b, 26) +
    line('M-110,76 C-70,32 -40,120 0,76 C40,32 70,120 110,76', a, 26),
  favo: (a: string, b: string) =>
    path('M0,-116 L100,-58 L100,58 L0,116 L-100,58 L-100,-58Z', a) +
    path('M0,-66 L57,-33 L57,33 L0,66 L-57,33 L-57,-33Z', b) +
    circle(0, 0, 20, a),
  petalas: (a: string, b: string) =>
    turns(8, (i) => ellipse(0, -70, 26, 48, i % 2 ? a : b)) + circle(0, 0, 26, darken(a, 0.2)),
  arcos: (a: string, b: string) =>
    [112, 78, 44]
      .map((r, i) => line(`M${-r},60 A${r},${r} 0 0 1 ${r},60`, i % 2 ? b : a, 24))
      .join('') + circle(0, 56, 16, b),
  semente: (a: string, b: string) =>
    path('M0,-118 C84,-60 84,60 0,118 C-84,60 -84,-60 0,-118Z', a) +
    path('M0,-118 C34,-50 34,50 0,118 C84,60 84,-60 0,-118Z', b) +
    circle(-26, 0, 12, lighten(a, 0.7)),
  losangos: (a: string, b: string) =>
    [
      [0, -60, a],
      [-60, 0, b],
      [60, 0, b],
      [0, 60, a],
    ]
      .map(([x, y, c]) =>
        at({ x: Number(x), y: Number(y), turn: 45 }, box(-36, -36, 72, 72, 12, String(c))),
      )
      .join(''),
  passaro: (a: string, b: string) =>
    path('M-110,30 C-60,-60 30,-70 110,-50 C70,-30 70,0 50,40 C20,96 -60,100 -110,30Z', a) +
    path('M-30,0 C-10,-90 60,-110 90,-112 C80,-50 50,30 0,50Z', b) +
    circle(70, -36, 8, '#fff'),
  casa: (a: string, b: string) =>
    path('M-100,-10 L0,-104 L100,-10 L100,100 L-100,100Z', a) +
    path('M0,76 C-60,40 -50,-20 0,-52 C50,-20 60,40 0,76Z', b) +
    line('M0,100 L0,-20', lighten(b, 0.6), 8),
  elos: (a: string, b: string) =>
    circle(-42, 0, 64, 'none', `stroke="${a}" stroke-width="28"`) +
    circle(42, 0, 64, 'none', `stroke="${b}" stroke-width="28"`) +
    line('M-8,-54 A64,64 0 0 1 22,0', a, 28),
  arvore: (a: string, b: string) =>
    box(-12, 20, 24, 96, 8, b) +
    circle(0, -46, 66, a) +
    circle(-54, 6, 46, a) +
    circle(54, 6, 46, a) +
    line('M0,70 L-34,24 M0,54 L34,14', b, 12),
  sol: (a: string, b: string) =>
    turns(12, () => box(-9, -116, 18, 40, 9, b)) +
    circle(0, 0, 62, a) +
    circle(-16, -16, 24, lighten(a, 0.35)),
  cuia: (a: string, b: string) =>
    path('M-104,-14 L104,-14 C104,60 60,104 0,104 C-60,104 -104,60 -104,-14Z', a) +
    path('M-20,-24 C-70,-60 -50,-110 0,-118 C40,-100 50,-60 20,-24Z', b) +
    path('M24,-24 C30,-70 70,-86 100,-80 C100,-50 80,-24 24,-24Z', lighten(b, 0.3)),
  janela: (a: string, b: string) =>
    path('M-100,110 L-100,-20 A100,100 0 0 1 100,-20 L100,110Z', a) +
    path('M-64,110 L-64,-16 A64,64 0 0 1 64,-16 L64,110Z', b) +
    circle(0, -8, 30, lighten(a, 0.6)) +
    path('M-64,110 L-64,60 C-20,20 20,90 64,44 L64,110Z', darken(a, 0.15)),
  peixe: (a: string, b: string) =>
    path('M-116,0 C-60,-84 50,-76 84,0 C50,76 -60,84 -116,0Z', a) +
    path('M70,0 L118,-56 L118,56Z', b) +
    path(
      'M-20,-62 C10,-20 10,20 -20,62 C30,50 62,30 84,0 C62,-30 30,-50 -20,-62Z',
      b,
      'opacity=".85"',
    ) +
    circle(-66, -12, 11, '#fff'),
} as const;

export type Mark = keyof typeof MARKS;
/** `ground` is the plate under the mark; on a dark plate the mark's colours should be light. */
export type Logo = { mark: Mark; colours: readonly [string, string]; ground: string };

/** A company's logo, 400 × 400. */
export function logoDrawing({ mark, colours, ground }: Logo) {
  const plate = box(0, 0, 400, 400, 0, ground);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${plate}${at({ x: 200, y: 200, scale: 1.3 }, MARKS[mark](...colours))}</svg>`;
}
