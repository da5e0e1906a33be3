import { darken, lighten } from './colours.ts';
import { panel, print, sticker, type Item, type Look } from './look.ts';
import { drawMotif } from './motifs.ts';
import { at, box, circle, ellipse, line, path, round, soft } from './svg.ts';

/** A carton of tea, flour or capsules, seen from its corner. */
export function carton(look: Look): Item {
  const svg =
    path('M150,-500 L214,-544 L214,-36 L150,0Z', darken(look.body, 0.36)) +
    path('M-190,-500 L-126,-544 L214,-544 L150,-500Z', lighten(look.body, 0.32)) +
    soft('M-190,-500 L150,-500 L150,0 L-190,0Z', look.body) +
    box(-190, -96, 340, 30, 0, look.cap) +
    at({ x: -20 }, panel(look, -452, 256, 320));
  return { svg, width: 410, height: 544 };
}

/** A gable-topped carton for drinks. */
export function gable(look: Look): Item {
  const svg =
    path('M126,-420 L190,-452 L190,-32 L126,0Z', darken(look.body, 0.34)) +
    path('M126,-420 L160,-560 L190,-452Z', darken(look.body, 0.48)) +
    soft('M-170,-420 L126,-420 L126,0 L-170,0Z', look.body) +
    path('M-170,-420 L-136,-560 L160,-560 L126,-420Z', lighten(look.body, 0.16)) +
    box(-136, -610, 296, 54, 6, darken(look.body, 0.14)) +
    circle(-14, -490, 42, darken(look.cap, 0.25)) +
    circle(-14, -498, 42, look.cap) +
    path('M-170,-112 C-80,-170 40,-60 126,-130 L126,0 L-170,0Z', look.content) +
    at({ x: -22, y: 24 }, sticker(look, -274, 116)) +
    at({ x: -22 }, print(look, 0, -72, 150, look.label));
  return { svg, width: 370, height: 610 };
}

/** A tub with a lid. */
export function tub(look: Look): Item {
  const body = 'M-196,-390 L196,-390 L160,-30 Q156,0 126,0 L-126,0 Q-156,0 -160,-30Z';
  const svg =
    path(body, look.body) +
    path(
      'M-188,-310 C-90,-250 90,-370 188,-310 L176,-190 C90,-260 -90,-130 -176,-190Z',
      look.content,
      'opacity=".85"',
    ) +
    sticker(look, -206, 122) +
    path(body, 'url(#round)') +
    round(
      'M-214,-448 Q-214,-466 -196,-466 L196,-466 Q214,-466 214,-448 L210,-384 L-210,-384Z',
      look.cap,
    ) +
    ellipse(0, -462, 198, 20, lighten(look.cap, 0.3));
  return { svg, width: 428, height: 480 };
}

/** A bowl, full, with fruit on top. */
export function bowl(look: Look): Item {
  const svg =
    at({ x: -96, y: -300, scale: 0.62 }, drawMotif(look.motif)) +
    at({ x: 92, y: -306, scale: 0.66, turn: 14 }, drawMotif('banana')) +
    path('M-236,-244 C-200,-320 -110,-346 0,-340 C110,-346 200,-320 236,-244Z', look.content) +
    path(
      'M-150,-282 C-100,-322 -30,-330 20,-322 C-40,-310 -90,-296 -120,-268Z',
      '#fff',
      'opacity=".18"',
    ) +
    at({ x: -34, y: -322, scale: 0.52, turn: -16 }, drawMotif('morango')) +
    at({ x: 60, y: -312, scale: 0.4 }, drawMotif('graos')) +
    at({ x: -130, y: -282, scale: 0.42 }, drawMotif(look.motif)) +
    at({ x: 146, y: -282, scale: 0.46, turn: 20 }, drawMotif('hortela')) +
    round(
      'M-252,-250 L252,-250 C250,-110 160,-28 96,-22 L96,0 L-96,0 L-96,-22 C-160,-28 -250,-110 -252,-250Z',
      look.body,
    ) +
    ellipse(0, -250, 252, 18, lighten(look.body, 0.25)) +
    ellipse(0, -252, 232, 12, look.content) +
    line('M-200,-190 C-180,-120 -130,-76 -90,-62', '#fff', 12, 'opacity=".4"');
  return { svg, width: 504, height: 370 };
}

/** A chocolate bar, half out of its paper. */
export function chocolate(look: Look): Item {
  const squares = [0, 1, 2]
    .flatMap((row) =>
      [0, 1, 2].map(
        (column) =>
          box(-136 + column * 92, -572 + row * 92, 84, 84, 8, lighten(look.content, 0.08)) +
          box(-124 + column * 92, -560 + row * 92, 60, 60, 6, lighten(look.content, 0.17)) +
          line(
            `M${-118 + column * 92},${-512 + row * 92} L${-118 + column * 92},${-554 + row * 92} L${-76 + column * 92},${-554 + row * 92}`,
            '#fff',
            4,
            'opacity=".25"',
          ),
      ),
    )
    .join('');
  const svg = at(
    { turn: 5 },
    box(-146, -584, 292, 400, 10, look.content) +
      squares +
      path(
        'M-166,-372 L-120,-398 L-74,-366 L-26,-396 L24,-362 L72,-392 L120,-364 L166,-390 L166,-280 L-166,-280Z',
        '#e6d9b8',
      ) +
      path(
        'M-166,-372 L-120,-398 L-74,-366 L-26,-396 L24,-362 L72,-392 L120,-364 L166,-390 L166,-374 L120,-348 L72,-376 L24,-346 L-26,-380 L-74,-350 L-120,-382 L-166,-356Z',
        '#fff',
        'opacity=".5"',
      ) +
      soft('M-170,-316 L170,-316 L170,-14 Q170,0 156,0 L-156,0 Q-170,0 -170,-14Z', look.body) +
      box(-170, -316, 340, 18, 0, look.cap) +
      at({ y: 6 }, panel(look, -276, 230, 244)),
  );
  return { svg, width: 350, height: 590 };
}

/** A round tin, lid leaning against it. */
export function tin(look: Look): Item {
  const svg =
    round('M-190,-330 L190,-330 L190,-40 C190,-10 90,0 0,0 C-90,0 -190,-10 -190,-40Z', look.body) +
    at({ y: 4 }, panel(look, -276, 250, 226)) +
    path('M-190,-330 L190,-330 L190,-40 L-190,-40Z', 'url(#round)', 'opacity=".3"') +
    round('M-200,-410 L200,-410 L200,-326 C140,-312 -140,-312 -200,-326Z', look.cap) +
    ellipse(0, -410, 200, 34, lighten(look.cap, 0.25)) +
    ellipse(0, -412, 150, 22, lighten(look.cap, 0.4), 'opacity=".7"');
  return { svg, width: 400, height: 444 };
}

/** A wicker basket of several things. */
export function basket(inside: Item[], look: Look): Item {
  const places = [
    [-104, -176, 0.5, -5],
    [108, -170, 0.52, 6],
    [0, -150, 0.62, 0],
  ];
  const weave = Array.from({ length: 5 }, (_, row) =>
    line(
      `M${-226 + row * 8},${-196 + row * 40} L${226 - row * 8},${-196 + row * 40}`,
      '#8d5f32',
      6,
      'stroke-dasharray="34 14" opacity=".55"',
    ),
  );
  const svg =
    line('M-214,-200 C-200,-620 200,-620 214,-200', '#a8743f', 26) +
    inside
      .map((item, i) =>
        at(
          { x: places[i]?.[0], y: places[i]?.[1], scale: places[i]?.[2], turn: places[i]?.[3] },
          item.svg,
        ),
      )
      .join('') +
    round('M-250,-226 L250,-226 L206,-20 Q202,0 180,0 L-180,0 Q-202,0 -206,-20Z', '#c08a50') +
    weave.join('') +
    box(-262, -244, 524, 40, 20, '#d6a468') +
    path('M0,-120 C-70,-190 -110,-120 0,-104 C110,-120 70,-190 0,-120Z', look.body) +
    path(
      'M-10,-112 L-50,-30 L-22,-42 L-8,-16 L0,-108 L8,-16 L22,-42 L50,-30 L10,-112Z',
      darken(look.body, 0.15),
    ) +
    circle(0, -112, 18, lighten(look.body, 0.2));
  return { svg, width: 524, height: 560 };
}
