import { darken, lighten } from './colours.ts';
import type { Item, Look } from './look.ts';
import { drawMotif } from './motifs.ts';
import { at, box, circle, ellipse, line, path, round, soft } from './svg.ts';

/** Services have no package: each is an object that staff of a shop would recognise. */
export function truck(look: Look): Item {
  const wheel = (x: number) =>
    circle(x, -58, 58, '#2d2f33') + circle(x, -58, 30, '#c9ced3') + circle(x, -58, 10, '#2d2f33');
  const svg =
    soft(
      'M-290,-380 Q-290,-400 -270,-400 L70,-400 Q90,-400 90,-380 L90,-58 L-290,-58Z',
      look.body,
    ) +
    circle(-100, -236, 104, look.label) +
    at({ x: -100, y: -236, scale: 0.74 }, drawMotif(look.motif)) +
    soft(
      'M104,-300 L214,-300 Q234,-300 244,-280 L286,-190 Q290,-180 290,-168 L290,-58 L104,-58Z',
      look.cap,
    ) +
    path('M140,-268 L206,-268 Q216,-268 220,-258 L248,-190 L140,-190Z', '#d8eef4') +
    path('M150,-258 L180,-258 L158,-200 L150,-200Z', '#fff', 'opacity=".7"') +
    box(256, -130, 36, 28, 8, '#fff3c4') +
    box(-290, -76, 580, 24, 8, darken(look.body, 0.4)) +
    wheel(-180) +
    wheel(190);
  return { svg, width: 580, height: 400 };
}

export function calendar(look: Look): Item {
  const days = Array.from({ length: 20 }, (_, i) => {
    const chosen = i === 7 || i === 13;
    return box(
      -186 + (i % 5) * 78,
      -300 + Math.floor(i / 5) * 66,
      56,
      46,
      10,
      chosen ? look.cap : lighten(look.body, 0.72),
    );
  });
  const svg =
    soft(
      'M-230,-440 Q-230,-480 -190,-480 L190,-480 Q230,-480 230,-440 L230,-30 Q230,0 200,0 L-200,0 Q-230,0 -230,-30Z',
      '#fffdf8',
    ) +
    soft(
      'M-230,-440 Q-230,-480 -190,-480 L190,-480 Q230,-480 230,-440 L230,-350 L-230,-350Z',
      look.body,
    ) +
    box(-130, -520, 30, 90, 15, darken(look.body, 0.45)) +
    box(100, -520, 30, 90, 15, darken(look.body, 0.45)) +
    box(-76, -424, 152, 18, 9, '#fff', 'opacity=".8"') +
    days.join('') +
    line('M-76,-212 l14,14 l26,-30', '#fff', 9, 'transform="translate(50 0)"');
  return { svg, width: 460, height: 520 };
}

export function headset(look: Look): Item {
  const cup = (x: number) =>
    soft(
      `M${x - 52},-300 Q${x - 52},-330 ${x - 22},-330 L${x + 22},-330 Q${x + 52},-330 ${x + 52},-300 L${x + 52},-150 Q${x + 52},-120 ${x + 22},-120 L${x - 22},-120 Q${x - 52},-120 ${x - 52},-150Z`,
      look.body,
    );
  const svg =
    line('M-190,-260 C-200,-560 200,-560 190,-260', darken(look.body, 0.3), 44) +
    line('M-190,-262 C-200,-556 200,-556 190,-262', look.cap, 18) +
    line('M196,-140 C196,-50 130,-30 40,-30', darken(look.body, 0.3), 20) +
    box(-50, -60, 120, 60, 30, look.cap) +
    cup(-190) +
    cup(190) +
    path(
      'M-92,-330 L92,-330 Q112,-330 112,-310 L112,-210 Q112,-190 92,-190 L10,-190 L-40,-140 L-40,-190 L-92,-190 Q-112,-190 -112,-210 L-112,-310 Q-112,-330 -92,-330Z',
      '#fff',
    ) +
    circle(-50, -260, 15, look.body) +
    circle(0, -260, 15, look.body) +
    circle(50, -260, 15, look.body);
  return { svg, width: 490, height: 500 };
}

export function camera(look: Look): Item {
  const svg =
    soft(
      'M-110,-390 L-80,-440 Q-74,-450 -60,-450 L60,-450 Q74,-450 80,-440 L110,-390Z',
      darken(look.body, 0.2),
    ) +
    soft(
      'M-270,-350 Q-270,-390 -230,-390 L230,-390 Q270,-390 270,-350 L270,-40 Q270,0 230,0 L-230,0 Q-270,0 -270,-40Z',
      look.body,
    ) +
    box(-270, -318, 540, 36, 0, look.cap) +
    box(-226, -420, 80, 34, 10, darken(look.body, 0.35)) +
    circle(0, -180, 150, '#f4f1ea') +
    circle(0, -180, 128, darken(look.body, 0.55)) +
    circle(0, -180, 92, darken(look.content, 0.25)) +
    circle(0, -180, 58, darken(look.content, 0.6)) +
    circle(-34, -216, 24, '#fff', 'opacity=".75"') +
    circle(30, -150, 11, '#fff', 'opacity=".5"') +
    circle(218, -346, 16, '#fff3c4');
  return { svg, width: 540, height: 450 };
}

export function chart(look: Look): Item {
  const bars = [90, 150, 120, 210, 260].map((h, i) =>
    round(
      `M${-170 + i * 74},-64 L${-170 + i * 74},${-64 - h} q0,-14 14,-14 l22,0 q14,0 14,14 L${-120 + i * 74},-64Z`,
      i % 2 ? look.body : look.cap,
    ),
  );
  const svg =
    soft(
      'M-250,-450 Q-250,-480 -220,-480 L220,-480 Q250,-480 250,-450 L250,-30 Q250,0 220,0 L-220,0 Q-250,0 -250,-30Z',
      '#fffdf8',
    ) +
    box(-250, -480, 500, 54, 24, darken(look.body, 0.25)) +
    [-210, -176, -142]
      .map((x, i) => circle(x, -453, 11, ['#f26a5e', '#f7c04a', '#7fc46b'][i] ?? '#fff'))
      .join('') +
    line('M-200,-130 L200,-130 M-200,-210 L200,-210 M-200,-290 L200,-290', '#e7e2d6', 4) +
    bars.join('') +
    line('M-150,-220 L-70,-270 L0,-250 L76,-330 L170,-392', look.content, 11) +
    circle(170, -392, 17, look.content) +
    line('M-200,-64 L200,-64', darken(look.body, 0.5), 6);
  return { svg, width: 500, height: 480 };
}

export function diploma(look: Look): Item {
  const svg =
    at(
      { y: -60 },
      path('M-150,-190 L-150,-90 C-110,-50 110,-50 150,-90 L150,-190Z', darken(look.body, 0.3)) +
        soft('M0,-360 L290,-240 L0,-120 L-290,-240Z', look.body) +
        line('M0,-240 L226,-210 L226,-90', look.cap, 10) +
        circle(226, -80, 20, look.cap) +
        path('M214,-70 L238,-70 L246,0 L206,0Z', look.cap),
    ) +
    at(
      { x: -30, y: -44, turn: -7 },
      round('M-190,-44 L170,-44 L170,44 L-190,44Z', '#fdf6e3') +
        ellipse(-190, 0, 20, 44, '#eadfbf') +
        ellipse(-190, 0, 9, 22, '#cdbd90') +
        box(-30, -46, 44, 92, 0, '#d3453f') +
        circle(-8, 8, 34, '#e45a50') +
        circle(-8, 8, 20, '#f2867c'),
    );
  return { svg, width: 580, height: 430 };
}

export function shop(look: Look): Item {
  const awning = Array.from({ length: 8 }, (_, i) =>
    path(
      `M${-280 + i * 70},-430 L${-210 + i * 70},-430 L${-210 + i * 70},-330 A35,35 0 0 1 ${-280 + i * 70},-330Z`,
      i % 2 ? '#fffaf0' : look.body,
    ),
  );
  const svg =
    soft('M-250,-400 L250,-400 L250,0 L-250,0Z', look.label) +
    box(-210, -270, 230, 190, 8, '#cfe9ef') +
    path('M-210,-270 L-90,-270 L-190,-80 L-210,-80Z', '#fff', 'opacity=".45"') +
    at({ x: -150, y: -122, scale: 0.44 }, drawMotif(look.motif)) +
    at({ x: -46, y: -122, scale: 0.4 }, drawMotif('laranja')) +
    box(-222, -84, 254, 24, 6, look.cap) +
    box(70, -270, 140, 270, 8, darken(look.body, 0.2)) +
    box(90, -250, 100, 140, 6, '#cfe9ef') +
    circle(188, -90, 9, look.cap) +
    awning.join('') +
    path('M-280,-430 L280,-430 L280,-400 L-280,-400Z', '#000', 'opacity=".1"') +
    box(-284, -456, 568, 32, 8, darken(look.body, 0.3)) +
    box(-280, -16, 560, 16, 0, darken(look.label, 0.35));
  return { svg, width: 570, height: 456 };
}

export function megaphone(look: Look): Item {
  const svg = at(
    { y: -40, turn: -14 },
    path(
      'M-120,-140 L-66,-150 L-30,20 Q-28,40 -48,42 L-84,46 Q-98,46 -102,30Z',
      darken(look.body, 0.35),
    ) +
      soft('M-60,-290 L190,-400 L190,-20 L-60,-130Z', look.body) +
      soft(
        'M-220,-250 Q-220,-290 -180,-290 L-60,-290 L-60,-130 L-180,-130 Q-220,-130 -220,-170Z',
        look.cap,
      ) +
      ellipse(190, -210, 46, 192, darken(look.body, 0.3)) +
      ellipse(196, -210, 32, 160, darken(look.body, 0.55)) +
      line('M276,-300 L330,-330 M286,-210 L350,-210 M276,-120 L330,-90', look.content, 20),
  );
  return { svg, width: 560, height: 450 };
}

export function clipboard(look: Look): Item {
  const rows = [0, 1, 2, 3].map(
    (i) =>
      box(-146, -390 + i * 88, 52, 52, 12, i < 3 ? look.cap : '#e9e3d4') +
      (i < 3 ? line(`M-134,${-364 + i * 88} l11,11 l22,-24`, '#fff', 9) : '') +
      box(-70, -384 + i * 88, 200 - i * 22, 16, 8, darken(look.body, 0.3), 'opacity=".7"') +
      box(-70, -356 + i * 88, 130, 11, 5, darken(look.body, 0.3), 'opacity=".35"'),
  );
  const svg =
    soft(
      'M-220,-490 Q-220,-520 -190,-520 L190,-520 Q220,-520 220,-490 L220,-30 Q220,0 190,0 L-190,0 Q-220,0 -220,-30Z',
      look.body,
    ) +
    box(-182, -470, 364, 434, 10, '#fffdf8') +
    rows.join('') +
    round(
      'M-90,-550 L90,-550 Q104,-550 104,-536 L104,-470 L-104,-470 L-104,-536 Q-104,-550 -90,-550Z',
      '#b8bec4',
    ) +
    circle(0, -530, 22, darken(look.body, 0.2));
  return { svg, width: 440, height: 552 };
}

export function parcel(look: Look): Item {
  const svg =
    path('M0,-330 L270,-410 L270,-110 L0,0Z', '#b98148') +
    path('M0,-330 L-270,-410 L-270,-110 L0,0Z', '#cf9a60') +
    path('M0,-330 L270,-410 L0,-490 L-270,-410Z', '#e3b680') +
    path('M-150,-446 L120,-366 L160,-378 L-110,-458Z', look.cap) +
    path('M120,-366 L160,-378 L160,-290 L120,-278Z', darken(look.cap, 0.2)) +
    at({ x: -140, y: -210, scale: 0.6 }, circle(0, 0, 130, look.label) + drawMotif(look.motif)) +
    line(
      'M70,-70 L70,-150 M70,-150 l-26,24 M70,-150 l26,16 M150,-104 L150,-184 M150,-184 l-26,24 M150,-184 l26,16',
      '#7d5228',
      10,
    );
  return { svg, width: 540, height: 490 };
}
