import { darken, lighten } from './colours.ts';
import { at, box, circle, ellipse, line, path } from './svg.ts';

/** Leaves, seeds, flowers and signs, each drawn within 100 units around its middle. */
export const natureMotifs = {
  folha: () => leaf('#5b9a3c'),
  hortela: () =>
    at({ y: 30, scale: 0.75, turn: -38, x: -34 }, leaf('#3f9a5c')) +
    at({ y: 30, scale: 0.75, turn: 38, x: 34 }, leaf('#49a869')) +
    at({ y: -24, scale: 0.75 }, leaf('#5bbd7c')),
  ramo: () => sprig('#4f8a45', '#6fae57'),
  mate: () => sprig('#3c6b34', '#568f3f'),
  alecrim: () =>
    line('M0,96 C-6,30 6,-30 0,-96', '#5a6b45', 7) +
    range(9)
      .map((i) =>
        line(
          `M0,${78 - i * 20} l-34,-22 M0,${78 - i * 20} l34,-22`,
          i % 2 ? '#7d9a63' : '#66844f',
          10,
        ),
      )
      .join(''),
  lavanda: () =>
    line('M0,96 L0,-20 M-34,96 C-30,50 -36,20 -40,0 M34,96 C30,50 36,20 40,0', '#6f8f5a', 7) +
    [
      [-40, 0],
      [0, -22],
      [40, 0],
    ]
      .map(([x = 0, y = 0]) =>
        range(5)
          .map(
            (i) =>
              ellipse(x - 9, y - i * 17, 11, 9, '#7d5fb0') +
              ellipse(x + 9, y - 8 - i * 17, 11, 9, '#9a7fd0'),
          )
          .join(''),
      )
      .join(''),
  gota: () =>
    path('M0,-96 C24,-48 68,-8 68,34 A68,64 0 1 1 -68,34 C-68,-8 -24,-48 0,-96Z', '#d9a441') +
    path(
      'M-40,30 C-40,58 -22,74 0,78',
      'none',
      'stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".75"',
    ),
  agua: () =>
    path('M0,-96 C24,-48 68,-8 68,34 A68,64 0 1 1 -68,34 C-68,-8 -24,-48 0,-96Z', '#4aa7c9') +
    path(
      'M-40,30 C-40,58 -22,74 0,78',
      'none',
      'stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".8"',
    ),
  favo: () =>
    [
      [0, -56, '#f2b632'],
      [-49, 28, '#e39a1c'],
      [49, 28, '#f7c857'],
    ]
      .map(([x, y, colour]) =>
        at(
          { x: Number(x), y: Number(y) },
          path('M0,-54 L47,-27 L47,27 L0,54 L-47,27 L-47,-27Z', String(colour)) +
            path('M0,-34 L30,-17 L30,17 L0,34 L-30,17 L-30,-17Z', '#fff', 'opacity=".28"'),
        ),
      )
      .join(''),
  cafe: () =>
    at({ x: -30, y: 22, turn: -30 }, bean('#5c3a22')) +
    at({ x: 34, y: -20, turn: 24 }, bean('#704828')),
  cacau: () =>
    at(
      { turn: 32 },
      ellipse(0, 0, 54, 98, '#b5652c') +
        line(
          'M0,-92 L0,92 M-26,-78 C-40,-30 -40,30 -26,78 M26,-78 C40,-30 40,30 26,78',
          '#8a4820',
          8,
        ) +
        ellipse(-18, -30, 8, 34, '#e0975a', 'opacity=".8"') +
        box(-8, -116, 16, 26, 6, '#6d4a2a'),
    ),
  castanha: () =>
    at({ x: -26, y: 26, turn: -18 }, nut('#8a5a38')) +
    at({ x: 30, y: -26, turn: 26, scale: 0.9 }, nut('#a06c44')),
  cajuzinho: () =>
    at({ x: -24, y: 24, scale: 0.9, turn: -12 }, kidney('#e9cfa0')) +
    at({ x: 26, y: -28, scale: 0.9, turn: 150 }, kidney('#f1dcb4')),
  amendoim: () =>
    at(
      { turn: 35 },
      path(
        'M0,-94 C44,-94 52,-40 32,-6 C60,30 44,94 0,94 C-44,94 -60,30 -32,-6 C-52,-40 -44,-94 0,-94Z',
        '#d9a566',
      ) + line('M-18,-66 l0,30 M14,-72 l0,40 M-18,24 l0,40 M14,18 l0,50', '#b17f42', 6),
    ),
  trigo: () =>
    line('M0,98 L0,-40', '#b88a2e', 8) +
    range(4)
      .map((i) =>
        at(
          { y: 44 - i * 34 },
          ellipse(-22, 0, 13, 26, '#e2b44a', 'transform="rotate(-34 -22 0)"') +
            ellipse(22, 0, 13, 26, '#eec766', 'transform="rotate(34 22 0)"'),
        ),
      )
      .join('') +
    ellipse(0, -76, 12, 26, '#eec766'),
  graos: () =>
    GRAINS.map(([x, y, turn], i) =>
      at(
        { x, y, turn },
        ellipse(0, 0, 24, 15, ['#c9883f', '#e0b36a', '#a5642c'][i % 3] ?? '#c9883f'),
      ),
    ).join(''),
  mandioca: () =>
    at(
      { turn: 38 },
      path('M-34,-84 C-52,0 -30,70 0,104 C30,70 52,0 34,-84Z', '#7b5233') +
        ellipse(0, -84, 36, 17, '#fbf4e3') +
        line('M-20,-30 l26,6 M-8,20 l24,-6', '#5b3a22', 6),
    ),
  flor: () =>
    range(6)
      .map((i) => at({ turn: i * 60 }, ellipse(0, -54, 30, 42, '#f19bb0')))
      .join('') + circle(0, 0, 30, '#f6c544'),
  calendula: () =>
    range(12)
      .map((i) => at({ turn: i * 30 }, ellipse(0, -60, 16, 36, i % 2 ? '#f29a2e' : '#f7b94f')))
      .join('') + circle(0, 0, 36, '#b8641b'),
  maracujaflor: () =>
    range(10)
      .map((i) => at({ turn: i * 36 }, ellipse(0, -60, 18, 38, i % 2 ? '#8f7bd0' : '#b3a4e4')))
      .join('') +
    circle(0, 0, 38, '#5a3f8f') +
    circle(0, 0, 20, '#f3e08a'),
  canela: () =>
    at(
      { turn: 24 },
      box(-40, -92, 30, 184, 12, '#a25a2a') +
        box(-6, -92, 30, 184, 12, '#b96d36') +
        ellipse(-25, -88, 9, 6, '#6e3716') +
        ellipse(9, -88, 9, 6, '#6e3716'),
    ),
  argila: () =>
    ellipse(0, 40, 90, 44, '#9fae86') +
    path('M-76,34 C-50,-50 -16,-20 0,-70 C20,-20 52,-40 76,34Z', '#b7c49c') +
    ellipse(-14, 2, 14, 20, '#d3dcbd'),
  sol: () =>
    range(8)
      .map((i) => at({ turn: i * 45 }, box(-8, -98, 16, 34, 8, '#f2a93b')))
      .join('') + circle(0, 0, 52, '#f7c04a'),
};

const GRAINS = [
  [-60, 20, 20],
  [-20, -10, -30],
  [26, 10, 40],
  [62, -14, -10],
  [-40, -50, 60],
  [10, -58, 12],
  [-14, 52, -14],
  [38, 56, 28],
  [-72, -22, -50],
] as const;

function range(count: number) {
  return Array.from({ length: count }, (_, index) => index);
}

function leaf(colour: string) {
  return (
    path('M0,96 C-72,44 -66,-44 0,-98 C66,-44 72,44 0,96Z', colour) +
    path('M0,96 C-72,44 -66,-44 0,-98Z', lighten(colour, 0.18)) +
    line(
      'M0,88 L0,-70 M0,50 l30,-24 M0,50 l-30,-24 M0,10 l32,-26 M0,10 l-32,-26',
      darken(colour, 0.25),
      5,
    )
  );
}

function sprig(first: string, second: string) {
  const leaves = range(4).flatMap((i) => [
    at({ x: -34, y: 56 - i * 36, turn: -62, scale: 0.4 }, leaf(first)),
    at({ x: 34, y: 42 - i * 36, turn: 62, scale: 0.4 }, leaf(second)),
  ]);
  return (
    line('M0,98 L0,-60', darken(first, 0.2), 7) +
    leaves.join('') +
    at({ y: -66, scale: 0.4 }, leaf(second))
  );
}

function bean(colour: string) {
  return (
    ellipse(0, 0, 44, 62, colour) +
    ellipse(-14, -20, 12, 24, lighten(colour, 0.3), 'opacity=".6"') +
    line('M4,-56 C-18,-20 22,16 -4,56', darken(colour, 0.5), 7)
  );
}

function nut(colour: string) {
  return (
    path(
      'M-52,30 C-60,-40 0,-76 56,-44 C70,-34 66,-18 52,-16 C10,-14 -8,14 -16,42 C-22,58 -48,54 -52,30Z',
      colour,
    ) + line('M-36,28 C-38,-18 4,-50 46,-38', lighten(colour, 0.4), 7, 'opacity=".6"')
  );
}

function kidney(colour: string) {
  const bow = 'M-40,26 C-52,-46 44,-58 42,22';
  return (
    line(bow, darken(colour, 0.14), 50) +
    line(bow, colour, 40) +
    line('M-40,4 C-34,-30 14,-40 34,-8', '#fff', 8, 'opacity=".6"')
  );
}
