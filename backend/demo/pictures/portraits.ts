import { darken } from './colours.ts';
import { box, circle, ellipse, line, path } from './svg.ts';

/** The two people of the demonstration, 400 × 400. */
const PORTRAITS = {
  ana: () => {
    const [skin, hair] = ['#c98d63', '#3a241b'];
    return (
      box(0, 0, 400, 400, 0, '#f6d7a8') +
      circle(300, 90, 120, '#f3c27c') +
      path('M92,330 C70,150 110,62 200,60 C290,62 330,150 308,330 C300,372 100,372 92,330Z', hair) +
      path('M52,420 C60,330 130,304 200,304 C270,304 340,330 348,420Z', '#2f7f6d') +
      path('M160,250 L240,250 L240,310 C230,344 170,344 160,310Z', darken(skin, 0.14)) +
      path('M156,306 L200,352 L244,306 L262,316 L200,392 L138,316Z', '#f7f3ea') +
      path(
        'M128,176 C128,120 160,98 200,98 C240,98 272,120 272,176 C272,240 240,284 200,284 C160,284 128,240 128,176Z',
        skin,
      ) +
      path(
        'M120,196 C112,110 160,76 208,80 C264,84 290,130 280,196 C272,150 250,130 214,126 C190,150 140,150 120,196Z',
        hair,
      ) +
      circle(126, 214, 9, '#f0c33c') +
      circle(274, 214, 9, '#f0c33c') +
      face(hair, '#b8433f')
    );
  },
  bruno: () => {
    const [skin, hair] = ['#8f5f42', '#1f1815'];
    return (
      box(0, 0, 400, 400, 0, '#bfdbe8') +
      circle(90, 300, 130, '#a3cbdd') +
      path('M44,420 C52,326 130,300 200,300 C270,300 348,326 356,420Z', '#3b4d73') +
      path('M158,246 L242,246 L242,306 C230,336 170,336 158,306Z', darken(skin, 0.16)) +
      path('M150,300 L200,340 L250,300 L262,312 L214,362 L200,350 L186,362 L138,312Z', '#e9eef5') +
      ellipse(122, 196, 16, 24, skin) +
      ellipse(278, 196, 16, 24, skin) +
      path(
        'M126,170 C126,116 158,94 200,94 C242,94 274,116 274,170 C274,240 244,284 200,284 C156,284 126,240 126,170Z',
        skin,
      ) +
      path(
        'M126,206 C130,262 160,292 200,292 C240,292 270,262 274,206 C262,240 246,236 230,232 C212,224 188,224 170,232 C154,236 138,240 126,206Z',
        hair,
      ) +
      path(
        'M118,182 C108,104 150,66 206,66 C262,66 294,108 282,182 C274,146 262,134 244,128 C216,138 160,134 146,126 C132,140 124,158 118,182Z',
        hair,
      ) +
      face(hair, '#f4e3dc') +
      line(
        'M134,186 a30,26 0 1 0 60,0 a30,26 0 1 0 -60,0 M206,186 a30,26 0 1 0 60,0 a30,26 0 1 0 -60,0 M194,182 q6,-6 12,0',
        '#2b2b30',
        6,
      )
    );
  },
};

export type Person = keyof typeof PORTRAITS;

export function portraitDrawing(person: Person) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${PORTRAITS[person]()}</svg>`;
}

function face(hair: string, lips: string) {
  return (
    ellipse(164, 188, 9, 11, '#2a1d18') +
    ellipse(236, 188, 9, 11, '#2a1d18') +
    circle(167, 184, 3, '#fff') +
    circle(239, 184, 3, '#fff') +
    line('M146,162 q18,-12 36,-2 M218,160 q18,-10 36,2', hair, 7) +
    line('M200,196 q-8,22 4,24', '#000', 5, 'opacity=".22"') +
    path('M172,240 Q200,268 228,240 Q200,248 172,240Z', lips)
  );
}
