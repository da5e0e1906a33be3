import { lighten } from './colours.ts';
import { at, circle, ellipse, line, path } from './svg.ts';

const LEAF = '#5b9a3c';

/** Fruit, each drawn within 100 units around its middle. */
export const fruitMotifs = {
  acai: () =>
    leaf(-22, -62, -40) +
    leaf(24, -64, 38) +
    BUNCH.map(([x, y]) => berry(x, y, 31, '#43204f')).join(''),
  uva: () => leaf(0, -70, 20) + BUNCH.map(([x, y]) => berry(x, y, 31, '#7b2d5e')).join(''),
  jabuticaba: () =>
    leaf(20, -68, 50) +
    at(
      { y: 12, scale: 1.35 },
      berry(-34, 14, 34, '#2c1a33') + berry(32, 20, 34, '#35203d') + berry(2, -28, 34, '#3d2547'),
    ),
  laranja: () => slice('#f29a1f', '#ffd27a', '#f7b23c'),
  limao: () => slice('#7fb53a', '#eef5c8', '#c3db6a'),
  maracuja: () =>
    circle(0, 0, 92, '#e0a92b') +
    circle(0, 0, 80, '#fff3d6') +
    circle(0, 0, 66, '#f6b21b') +
    ring(9, 40, 11) +
    ring(5, 17, 11),
  goiaba: () =>
    circle(0, 0, 92, '#86b04a') +
    circle(0, 0, 82, '#f7d3c4') +
    circle(0, 0, 70, '#ee6a74') +
    circle(0, 0, 42, '#f2858a') +
    ring(11, 42, 7, '#f8e2b4'),
  coco: () =>
    circle(0, 0, 94, '#6b4427') +
    circle(0, 0, 84, '#8a5a34') +
    circle(0, 0, 77, '#fffdf7') +
    circle(0, 0, 50, '#e9efe6') +
    ellipse(-8, 10, 38, 30, '#d5e4dd'),
  manga: () =>
    leaf(34, -74, 62) +
    path('M-20,-82 C50,-92 98,-30 84,28 C72,82 0,104 -46,72 C-92,38 -84,-72 -20,-82Z', '#f4a024') +
    path('M-20,-82 C-84,-72 -92,38 -46,72 C-60,20 -56,-40 -20,-82Z', '#d9552f', 'opacity=".75"') +
    ellipse(38, -20, 16, 34, '#ffd372', 'opacity=".7" transform="rotate(-24 38 -20)"'),
  caju: () =>
    at(
      { turn: 180 },
      path('M-44,-50 C-80,40 -56,84 0,86 C56,84 80,40 44,-50 C30,-70 -30,-70 -44,-50Z', '#ea5a2b') +
        path('M-44,-50 C-80,40 -56,84 -20,84 C-50,40 -40,-20 -30,-62Z', '#f7932f', 'opacity=".8"') +
        path(
          'M-46,-58 C-44,-104 40,-112 52,-72 C58,-46 26,-44 10,-58 C-8,-72 -22,-40 -46,-58Z',
          '#8d6a45',
        ),
    ),
  abacaxi: () =>
    path(
      'M0,-30 C-14,-70 -40,-86 -58,-90 C-34,-70 -28,-54 -22,-34 M0,-34 C-4,-70 -8,-92 0,-104 C8,-92 4,-70 0,-34 M0,-30 C14,-70 40,-86 58,-90 C34,-70 28,-54 22,-34Z',
      LEAF,
    ) +
    ellipse(0, 32, 58, 68, '#eeb02a') +
    line(
      'M-50,4 L28,92 M-34,-22 L50,66 M-6,-36 L58,36 M50,4 L-28,92 M34,-22 L-50,66 M6,-36 L-58,36',
      '#b9781a',
      5,
    ),
  cupuacu: () =>
    ellipse(0, 0, 96, 66, '#7a4f2c', 'transform="rotate(-18)"') +
    ellipse(6, 4, 74, 48, '#fbf3dd', 'transform="rotate(-18)"') +
    at(
      { turn: -18 },
      ellipse(-28, 4, 22, 27, '#f0dfb4') +
        ellipse(14, 2, 24, 30, '#f5e7c2') +
        ellipse(50, 6, 18, 22, '#f0dfb4'),
    ),
  morango: () =>
    path(
      'M0,92 C-60,60 -92,0 -72,-36 C-52,-66 -20,-58 0,-44 C20,-58 52,-66 72,-36 C92,0 60,60 0,92Z',
      '#e2383f',
    ) +
    path(
      'M0,-40 C-30,-34 -46,-50 -58,-70 C-36,-66 -20,-72 0,-92 C20,-72 36,-66 58,-70 C46,-50 30,-34 0,-40Z',
      LEAF,
    ) +
    [
      [-36, -6],
      [0, -8],
      [36, -6],
      [-20, 26],
      [20, 26],
      [0, 58],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 5, 8, '#ffd98c'))
      .join(''),
  banana: () =>
    path('M-70,-60 C-40,40 30,70 92,40 C96,52 88,66 70,76 C0,112 -92,50 -92,-50Z', '#f2c12e') +
    path('M-70,-60 C-62,30 10,84 80,68 C0,112 -92,50 -92,-50Z', '#d99f1e', 'opacity=".7"') +
    path('M-94,-48 L-68,-58 L-72,-78 L-88,-76Z', '#6d5a2a'),
  pimenta: () =>
    path(
      'M-52,-62 C-10,-92 40,-60 36,0 C32,50 64,70 92,74 C40,104 -20,84 -34,20 C-40,-14 -66,-30 -52,-62Z',
      '#d3262f',
    ) +
    path('M-34,-66 C0,-66 16,-30 10,6 C-6,-30 -20,-44 -40,-48Z', '#f26a5e', 'opacity=".8"') +
    line('M-46,-64 C-60,-72 -64,-86 -62,-96', LEAF, 13),
};

const BUNCH = [
  [-40, -26],
  [0, -36],
  [40, -26],
  [-56, 16],
  [-19, 10],
  [19, 10],
  [56, 16],
  [-34, 50],
  [2, 50],
  [36, 50],
  [0, 84],
] as const;

function berry(x: number, y: number, r: number, colour: string) {
  return (
    circle(x, y, r, colour) +
    circle(x - r * 0.3, y - r * 0.35, r * 0.34, lighten(colour, 0.45), 'opacity=".8"')
  );
}

function leaf(x: number, y: number, turn: number) {
  return at(
    { x, y, turn },
    path('M0,34 C-30,10 -26,-24 0,-44 C26,-24 30,10 0,34Z', LEAF) +
      line('M0,30 L0,-30', lighten(LEAF, 0.3), 4),
  );
}

function slice(rind: string, pith: string, flesh: string) {
  const wedges = Array.from({ length: 8 }, (_, index) =>
    at(
      { turn: index * 45 },
      path('M0,-10 L24,-58 Q0,-80 -24,-58Z', flesh) +
        path('M0,-24 L8,-50 Q0,-58 -8,-50Z', lighten(flesh, 0.4)),
    ),
  );
  return circle(0, 0, 92, rind) + circle(0, 0, 80, pith) + wedges.join('');
}

function ring(count: number, radius: number, size: number, colour = '#3a2a1c') {
  return Array.from({ length: count }, (_, index) =>
    at({ turn: (360 / count) * index }, ellipse(0, -radius, size * 0.7, size, colour)),
  ).join('');
}
