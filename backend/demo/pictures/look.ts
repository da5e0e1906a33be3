import { darken } from './colours.ts';
import { drawMotif, type Motif } from './motifs.ts';
import { at, box, circle, path } from './svg.ts';

/** How one product's package is dressed; `body` is the package, `content` what shows through glass. */
export type Look = {
  body: string;
  cap: string;
  label: string;
  content: string;
  motif: Motif;
};

/** A package standing on y = 0, its middle at x = 0. */
export type Item = { svg: string; width: number; height: number };

/** Drawn in place of printed text: no font is needed and nothing pretends to be readable. */
export function print(
  look: Look,
  x: number,
  y: number,
  width: number,
  ink = darken(look.label, 0.62),
) {
  return (
    box(x - width / 2, y, width, 16, 8, ink, 'opacity=".85"') +
    box(x - width * 0.32, y + 30, width * 0.64, 11, 5.5, ink, 'opacity=".5"')
  );
}

/** A rectangular label with the motif above two printed lines. */
export function panel(look: Look, y: number, width: number, height: number) {
  const size = Math.min(width, height - 70) / 230;
  return (
    box(-width / 2, y, width, height, 14, look.label) +
    at({ y: y + (height - 62) / 2 + 6, scale: size }, drawMotif(look.motif)) +
    print(look, 0, y + height - 68, width * 0.62)
  );
}

/** A label bent round a cylinder of that width; lit by the package's own light drawn over it. */
export function band(look: Look, y: number, width: number, height: number) {
  const [left, right, bow] = [-width / 2, width / 2, width * 0.05];
  const shape = `M${left},${y} Q0,${y + bow * 2} ${right},${y} L${right},${y + height} Q0,${y + height + bow * 2} ${left},${y + height}Z`;
  const size = Math.min(width * 0.85, height - 70) / 220;
  return (
    path(shape, look.label) +
    at({ y: y + bow + (height - 62) / 2, scale: size }, drawMotif(look.motif)) +
    print(look, 0, y + height - 62 + bow, width * 0.5) +
    path(shape, 'url(#round)', 'opacity=".7"')
  );
}

/** A round sticker. */
export function sticker(look: Look, y: number, radius: number) {
  return (
    circle(0, y, radius, look.label) +
    circle(
      0,
      y,
      radius - 10,
      'none',
      `stroke="${darken(look.label, 0.3)}" stroke-width="3" opacity=".5"`,
    ) +
    at({ y, scale: radius / 150 }, drawMotif(look.motif))
  );
}
