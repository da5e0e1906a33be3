import { darken, lighten } from './colours.ts';
import { band, panel, print, type Item, type Look } from './look.ts';
import { drawMotif } from './motifs.ts';
import { at, box, circle, ellipse, line, path, round, soft } from './svg.ts';

/** A bottle with a pump. */
export function pump(look: Look): Item {
  const body =
    'M-140,-360 Q-140,-410 -90,-410 L90,-410 Q140,-410 140,-360 L140,-34 Q140,0 106,0 L-106,0 Q-140,0 -140,-34Z';
  const svg =
    box(-14, -540, 28, 90, 4, darken(look.cap, 0.1)) +
    path(
      'M-30,-600 L92,-600 Q112,-600 112,-582 L112,-556 L92,-556 L90,-568 L34,-560 L34,-530 L-34,-530 L-34,-584 Q-34,-600 -30,-600Z',
      look.cap,
    ) +
    path(
      'M-30,-600 L92,-600 Q112,-600 112,-588 L-34,-588 Q-34,-600 -30,-600Z',
      '#fff',
      'opacity=".3"',
    ) +
    round('M-62,-462 L62,-462 L66,-408 L-66,-408Z', look.cap) +
    round(body, look.body) +
    band(look, -318, 280, 250);
  return { svg, width: 280, height: 600 };
}

/** A standing tube of cream. */
export function tube(look: Look): Item {
  const body = 'M-148,-590 L148,-590 L124,-92 L-124,-92Z';
  const svg =
    round(body, look.body) +
    path('M-152,-600 L152,-600 L148,-550 L-148,-550Z', darken(look.body, 0.16)) +
    line(
      'M-120,-592 L-119,-558 M-72,-592 L-71,-558 M-24,-592 L-24,-558 M24,-592 L24,-558 M72,-592 L71,-558 M120,-592 L119,-558',
      lighten(look.body, 0.4),
      5,
      'opacity=".6"',
    ) +
    path('M-140,-420 L140,-420 L132,-252 L-132,-252Z', look.label) +
    path('M-140,-420 L140,-420 L132,-252 L-132,-252Z', 'url(#round)', 'opacity=".5"') +
    at({ y: -336, scale: 0.72 }, drawMotif(look.motif)) +
    print(look, 0, -214, 150, look.label) +
    round('M-128,-92 L128,-92 L122,-12 Q122,0 108,0 L-108,0 Q-122,0 -122,-12Z', look.cap);
  return { svg, width: 300, height: 600 };
}

/** A low, wide jar of cream with its lid on. */
export function creamJar(look: Look): Item {
  const svg =
    round('M-210,-220 L210,-220 L202,-36 Q200,0 164,0 L-164,0 Q-200,0 -202,-36Z', look.body) +
    box(-150, -186, 300, 140, 12, look.label) +
    at({ x: -88, y: -116, scale: 0.56 }, drawMotif(look.motif)) +
    print(look, 56, -136, 130) +
    round(
      'M-220,-340 Q-220,-366 -194,-366 L194,-366 Q220,-366 220,-340 L220,-214 L-220,-214Z',
      look.cap,
    ) +
    box(-220, -244, 440, 10, 0, darken(look.cap, 0.3), 'opacity=".4"') +
    path('M-190,-366 L190,-366 L196,-352 L-196,-352Z', '#fff', 'opacity=".35"');
  return { svg, width: 440, height: 366 };
}

/** Two soaps, the upper one with its paper band. */
export function soap(look: Look): Item {
  const bar =
    'M-220,-150 Q-220,-184 -176,-184 L176,-184 Q220,-184 220,-150 L220,-34 Q220,0 176,0 L-176,0 Q-220,0 -220,-34Z';
  const svg =
    at(
      { x: 26, scale: 1.02 },
      soft(bar, darken(look.body, 0.1)) + line('M-180,-160 L180,-160', '#fff', 6, 'opacity=".35"'),
    ) +
    at(
      { x: -14, y: -186, turn: -5 },
      soft(bar, look.body) +
        path('M-96,-186 L96,-186 L96,2 L-96,2Z', look.label) +
        at({ y: -104, scale: 0.62 }, drawMotif(look.motif)) +
        box(-52, -26, 104, 11, 5, darken(look.label, 0.5), 'opacity=".6"') +
        line('M-190,-156 L-120,-156', '#fff', 8, 'opacity=".6"'),
    ) +
    [
      [206, -300, 34],
      [250, -250, 20],
      [-236, -236, 24],
      [188, -376, 18],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          circle(x, y, r, '#fff', 'opacity=".55"') +
          circle(x - r * 0.3, y - r * 0.3, r * 0.25, '#fff'),
      )
      .join('');
  return { svg, width: 540, height: 400 };
}

/** A stick: lip balm or deodorant, cap beside it. */
export function stick(look: Look): Item {
  const svg =
    at(
      { x: -56 },
      round('M-84,-500 Q-84,-556 0,-566 Q84,-556 84,-500 L84,-400 L-84,-400Z', look.content) +
        round('M-96,-410 L96,-410 L96,-20 Q96,0 76,0 L-76,0 Q-96,0 -96,-20Z', look.body) +
        path('M-96,-350 L96,-350 L96,-110 L-96,-110Z', look.label) +
        at({ y: -258, scale: 0.66 }, drawMotif(look.motif)) +
        print(look, 0, -166, 104) +
        path('M-96,-410 L96,-410 L96,0 L-96,0Z', 'url(#round)', 'opacity=".6"') +
        box(-96, -66, 192, 12, 0, darken(look.body, 0.3), 'opacity=".5"'),
    ) +
    at(
      { x: 152 },
      round('M-92,-216 Q-92,-240 -68,-240 L68,-240 Q92,-240 92,-216 L92,0 L-92,0Z', look.cap),
    );
  return { svg, width: 420, height: 566 };
}

/** A candle in a glass. */
export function candle(look: Look): Item {
  const glass = 'M-170,-340 L170,-340 L158,-36 Q156,0 120,0 L-120,0 Q-156,0 -158,-36Z';
  const svg =
    circle(0, -410, 150, 'url(#glow)') +
    path(glass, lighten(look.body, 0.3)) +
    path('M-166,-262 L166,-262 L158,-40 Q154,-8 120,-8 L-120,-8 Q-154,-8 -158,-40Z', look.body) +
    ellipse(0, -262, 166, 22, lighten(look.body, 0.45)) +
    path(
      'M0,-470 C34,-424 40,-396 26,-372 C14,-352 -14,-352 -26,-372 C-40,-396 -34,-424 0,-470Z',
      '#f7a52b',
    ) +
    path(
      'M0,-430 C18,-402 18,-384 10,-372 C4,-362 -4,-362 -10,-372 C-18,-384 -18,-402 0,-430Z',
      '#fff0b8',
    ) +
    line('M0,-360 L0,-272', '#4a3a30', 7) +
    path(glass, 'url(#round)') +
    panel(look, -228, 200, 196) +
    line('M-140,-316 L-132,-60', '#fff', 11, 'opacity=".5"');
  return { svg, width: 340, height: 470 };
}

/** A scent diffuser with its sticks. */
export function diffuser(look: Look): Item {
  const body =
    'M-50,-330 L50,-330 C56,-296 150,-290 150,-216 L150,-40 Q150,0 110,0 L-110,0 Q-150,0 -150,-40 L-150,-216 C-150,-290 -56,-296 -50,-330Z';
  const svg =
    line(
      'M-10,-340 L-104,-618 M-4,-340 L-46,-632 M4,-340 L16,-640 M8,-340 L72,-626 M12,-340 L120,-602',
      '#b98d5a',
      9,
    ) +
    path(body, lighten(look.content, 0.6)) +
    path('M-142,-196 L142,-196 L142,-42 Q142,-8 108,-8 L-108,-8 Q-142,-8 -142,-42Z', look.content) +
    path(body, 'url(#round)') +
    round('M-58,-372 L58,-372 L60,-326 L-60,-326Z', look.cap) +
    panel(look, -220, 196, 184);
  return { svg, width: 300, height: 640 };
}
