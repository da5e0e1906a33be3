import { darken, lighten } from './colours.ts';
import { band, panel, sticker, type Item, type Look } from './look.ts';
import { box, ellipse, line, path, round } from './svg.ts';

/** A juice bottle. */
export function bottle(look: Look): Item {
  const glass =
    'M-44,-560 L44,-560 L46,-470 C52,-420 126,-400 130,-316 L130,-40 Q130,0 90,0 L-90,0 Q-130,0 -130,-40 L-130,-316 C-126,-400 -52,-420 -46,-470Z';
  const juice =
    'M-45,-494 L45,-494 L46,-470 C52,-420 120,-398 122,-316 L122,-42 Q122,-8 88,-8 L-88,-8 Q-122,-8 -122,-42 L-122,-316 C-120,-398 -52,-420 -46,-470Z';
  const svg =
    path(glass, lighten(look.content, 0.66)) +
    path(juice, look.content) +
    path(glass, 'url(#round)') +
    round(
      'M-52,-628 L52,-628 Q58,-628 58,-620 L58,-562 L-58,-562 L-58,-620 Q-58,-628 -52,-628Z',
      look.cap,
    ) +
    line(
      'M-36,-614 L-36,-574 M-12,-614 L-12,-574 M12,-614 L12,-574 M36,-614 L36,-574',
      darken(look.cap, 0.3),
      4,
      'opacity=".5"',
    ) +
    band(look, -300, 260, 216) +
    line('M-92,-366 C-84,-384 -66,-396 -58,-410', '#fff', 10, 'opacity=".6"');
  return { svg, width: 260, height: 628 };
}

/** A slim bottle of oil, dark or clear, with a pouring cap. */
export function oilBottle(look: Look): Item {
  const glass =
    'M-36,-540 L36,-540 L38,-420 C42,-372 104,-360 104,-300 L104,-26 Q104,0 78,0 L-78,0 Q-104,0 -104,-26 L-104,-300 C-104,-360 -42,-372 -38,-420Z';
  const svg =
    round(glass, look.content) +
    round('M-40,-624 L40,-624 L44,-538 L-44,-538Z', look.cap) +
    panel(look, -302, 176, 256) +
    path('M-104,-300 L104,-300 L104,-26 L-104,-26Z', 'url(#round)', 'opacity=".35"') +
    line('M-78,-320 C-74,-344 -50,-360 -40,-380', '#fff', 9, 'opacity=".55"');
  return { svg, width: 210, height: 624 };
}

/** A jar of honey, jam or butter. */
export function jar(look: Look): Item {
  const glass =
    'M-150,-370 C-176,-350 -182,-330 -182,-296 L-182,-50 Q-182,0 -132,0 L132,0 Q182,0 182,-50 L182,-296 C182,-330 176,-350 150,-370Z';
  const svg =
    path(glass, lighten(look.content, 0.55)) +
    path(
      'M-172,-316 Q0,-300 172,-316 L172,-50 Q170,-10 130,-10 L-130,-10 Q-170,-10 -172,-50Z',
      look.content,
    ) +
    path(glass, 'url(#round)') +
    round(
      'M-160,-470 Q-160,-484 -146,-484 L146,-484 Q160,-484 160,-470 L160,-372 L-160,-372Z',
      look.cap,
    ) +
    box(-160, -398, 320, 12, 0, darken(look.cap, 0.25), 'opacity=".5"') +
    panel(look, -290, 236, 240) +
    line('M-158,-290 L-158,-70', '#fff', 12, 'opacity=".5"');
  return { svg, width: 364, height: 484 };
}

/** A jar under a cloth tied with string. */
export function clothJar(look: Look): Item {
  const plain = jar({ ...look, cap: look.body });
  const cloth =
    'M-160,-470 Q-150,-496 0,-496 Q150,-496 160,-470 L206,-366 L160,-380 L120,-352 L78,-378 L36,-350 L-8,-378 L-50,-350 L-92,-378 L-134,-352 L-162,-380 L-206,-366Z';
  const svg =
    plain.svg +
    round(cloth, look.cap) +
    line(
      'M-120,-488 L-156,-384 M-40,-494 L-54,-362 M40,-494 L52,-362 M120,-488 L152,-384',
      lighten(look.cap, 0.45),
      9,
      'opacity=".6"',
    ) +
    line('M-172,-408 Q0,-384 172,-408', '#c79a5a', 12) +
    line('M0,-394 C-50,-350 -60,-420 0,-394 C50,-420 60,-350 0,-394', '#c79a5a', 9);
  return { svg, width: 410, height: 496 };
}

/** A drink can. */
export function can(look: Look): Item {
  const body =
    'M-128,-500 L128,-500 C142,-486 150,-470 150,-450 L150,-46 C150,-24 132,-8 118,0 L-118,0 C-132,-8 -150,-24 -150,-46 L-150,-450 C-150,-470 -142,-486 -128,-500Z';
  const svg =
    path(body, look.body) +
    path(
      'M-150,-170 C-60,-240 60,-80 150,-160 L150,-46 C150,-24 132,-8 118,0 L-118,0 C-132,-8 -150,-24 -150,-46Z',
      look.content,
    ) +
    sticker(look, -288, 118) +
    box(-70, -112, 140, 16, 8, look.label) +
    box(-46, -82, 92, 11, 5, look.label, 'opacity=".7"') +
    path(body, 'url(#round)') +
    round('M-128,-500 L-116,-532 L116,-532 L128,-500Z', '#c9ced3') +
    ellipse(0, -532, 116, 15, '#e6e9ec') +
    ellipse(8, -533, 44, 6, '#9aa2a9');
  return { svg, width: 300, height: 545 };
}

/** A dropper bottle of amber glass. */
export function dropper(look: Look): Item {
  const glass =
    'M-60,-350 L60,-350 C66,-320 138,-316 138,-260 L138,-34 Q138,0 104,0 L-104,0 Q-138,0 -138,-34 L-138,-260 C-138,-316 -66,-320 -60,-350Z';
  const svg =
    round('M-34,-560 C-40,-610 40,-610 34,-560 L40,-440 L-40,-440Z', look.cap) +
    round('M-66,-446 L66,-446 L70,-350 L-70,-350Z', '#d9b56a') +
    line(
      'M-44,-440 L-44,-358 M-16,-440 L-16,-358 M16,-440 L16,-358 M44,-440 L44,-358',
      '#a97f36',
      5,
      'opacity=".6"',
    ) +
    round(glass, look.content) +
    panel(look, -244, 196, 210) +
    line('M-116,-250 L-116,-50', '#fff', 10, 'opacity=".4"');
  return { svg, width: 276, height: 598 };
}
