import { darken, lighten } from './colours.ts';
import { panel, print, sticker, type Item, type Look } from './look.ts';
import { drawMotif } from './motifs.ts';
import { at, box, circle, line, path, round, soft } from './svg.ts';

/** A stand-up pouch with a zip. */
export function pouch(look: Look): Item {
  const body =
    'M-172,-588 L172,-588 C182,-420 200,-200 190,-36 Q186,0 148,0 L-148,0 Q-186,0 -190,-36 C-200,-200 -182,-420 -172,-588Z';
  const svg =
    round(body, look.body) +
    path('M-172,-588 L172,-588 L174,-536 L-174,-536Z', darken(look.body, 0.22)) +
    line('M-168,-512 L168,-512', darken(look.body, 0.35), 4, 'opacity=".5"') +
    line('M-168,-500 L168,-500', lighten(look.body, 0.4), 3, 'opacity=".6"') +
    path(
      'M-190,-36 Q0,-128 190,-36 Q186,0 148,0 L-148,0 Q-186,0 -190,-36Z',
      darken(look.body, 0.28),
      'opacity=".4"',
    ) +
    circle(0, -562, 13, lighten(look.body, 0.75)) +
    panel(look, -452, 268, 322) +
    path(
      'M-150,-480 C-164,-320 -166,-200 -160,-100',
      'none',
      'stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".35"',
    );
  return { svg, width: 390, height: 588 };
}

/** A pouch with a window that shows what is inside. */
export function windowPouch(look: Look): Item {
  const body =
    'M-172,-588 L172,-588 C182,-420 200,-200 190,-36 Q186,0 148,0 L-148,0 Q-186,0 -190,-36 C-200,-200 -182,-420 -172,-588Z';
  const inside = [
    [-74, -40, 0],
    [-6, -52, 70],
    [70, -36, 130],
    [-40, 8, 200],
    [38, 12, 20],
    [0, 44, 260],
  ];
  const svg =
    round(body, look.body) +
    path('M-172,-588 L172,-588 L174,-540 L-174,-540Z', darken(look.body, 0.25)) +
    box(-128, -478, 256, 150, 14, look.label) +
    at({ y: -428, scale: 0.4 }, drawMotif(look.motif)) +
    print(look, 0, -380, 150) +
    circle(0, -190, 124, darken(look.body, 0.3)) +
    circle(0, -190, 114, look.content) +
    inside
      .map(([x = 0, y = 0, turn = 0]) =>
        at({ x: x * 0.9, y: -190 + y, turn, scale: 0.46 }, drawMotif(look.motif)),
      )
      .join('') +
    circle(-34, -226, 60, '#fff', 'opacity=".16"') +
    path(
      'M-190,-36 Q0,-84 190,-36 Q186,0 148,0 L-148,0 Q-186,0 -190,-36Z',
      darken(look.body, 0.28),
      'opacity=".4"',
    );
  return { svg, width: 390, height: 588 };
}

/** A coffee bag with folded sides and a tin tie. */
export function coffeeBag(look: Look): Item {
  const front = 'M-150,-520 L150,-520 L162,-20 Q162,0 142,0 L-142,0 Q-162,0 -162,-20Z';
  const svg =
    path('M150,-520 L188,-486 L196,-40 Q196,-8 142,0 L162,-20Z', darken(look.body, 0.4)) +
    soft(front, look.body) +
    path('M-150,-520 L-146,-604 L146,-604 L150,-520Z', darken(look.body, 0.16)) +
    path('M150,-520 L146,-604 L176,-572 L188,-486Z', darken(look.body, 0.45)) +
    box(-170, -560, 344, 30, 15, look.cap) +
    circle(0, -470, 16, darken(look.body, 0.4)) +
    circle(0, -470, 7, lighten(look.body, 0.2)) +
    panel(look, -420, 236, 300) +
    box(-162, -74, 324, 26, 0, look.cap, 'opacity=".9"');
  return { svg, width: 380, height: 604 };
}

/** A flat pack of frozen pulp with sealed, notched ends. */
export function sachet(look: Look): Item {
  const teeth = (y: number, step: number) =>
    Array.from(
      { length: 16 },
      (_, i) => `L${-190 + (i + 0.5) * 23.75},${y + step} L${-190 + (i + 1) * 23.75},${y}`,
    ).join(' ');
  const svg =
    soft(
      `M-190,-480 ${teeth(-480, -14)} L190,0 ${teeth(0, 0).replaceAll(/L-?[\d.]+,0/g, '')} L-190,0Z`,
      look.body,
    ) +
    box(-190, -486, 380, 44, 0, darken(look.body, 0.25)) +
    box(-190, -44, 380, 44, 0, darken(look.body, 0.25)) +
    line(
      'M-176,-464 L176,-464 M-176,-22 L176,-22',
      lighten(look.body, 0.3),
      4,
      'stroke-dasharray="10 12" opacity=".7"',
    ) +
    sticker(look, -286, 132) +
    print(look, 0, -126, 190, look.label);
  return { svg, width: 380, height: 490 };
}

/** A snack bar in its flow pack, leaning a little. */
export function snackBar(look: Look): Item {
  const wrapper =
    'M-292,-96 L-252,-110 L252,-110 L292,-96 L280,-60 L292,-24 L280,12 L292,48 L252,96 L-252,96 L-292,48 L-280,12 L-292,-24 L-280,-60Z';
  const bar = (fill: string) =>
    soft(wrapper, fill) +
    line(
      'M-250,-104 L-250,90 M250,-104 L250,90 M-268,-98 L-268,60 M268,-98 L268,60',
      darken(fill, 0.3),
      4,
      'opacity=".5"',
    ) +
    path('M-60,-110 L252,-110 L252,96 L-120,96Z', look.label) +
    at({ x: 66, y: -8, scale: 0.78 }, drawMotif(look.motif)) +
    box(-220, -36, 108, 18, 9, look.label) +
    box(-220, 0, 74, 12, 6, look.label, 'opacity=".7"') +
    path('M-240,-86 L240,-86 L240,-70 L-240,-70Z', '#fff', 'opacity=".3"');
  const svg =
    at({ y: -330, turn: -14, scale: 0.92 }, bar(lighten(look.body, 0.18))) +
    at({ y: -130, turn: -4 }, bar(look.body));
  return { svg, width: 560, height: 480 };
}
