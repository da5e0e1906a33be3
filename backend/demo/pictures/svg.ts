/**
 * The few marks that every drawing of the demonstration is made of. Lengths are units of the
 * drawing's own view box, colours '#rrggbb'.
 */
export function path(d: string, fill: string, more = '') {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

export function line(d: string, stroke: string, width: number, more = '') {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, more = '') {
  return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}" ${more}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = '') {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
}

/** Corners are rounded by `r`. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
  fill: string,
  more = '',
) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${r}" fill="${fill}" ${more}/>`;
}

export type Place = { x?: number; y?: number; scale?: number; turn?: number };

/** Moves a drawing, `turn` in degrees. */
export function at({ x = 0, y = 0, scale = 1, turn = 0 }: Place, drawing: string) {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${drawing}</g>`;
}

/** A shape lit like a cylinder: dark edges, a soft light left of the middle. */
export function round(d: string, fill: string, strength = 1) {
  return path(d, fill) + path(d, 'url(#round)', `opacity="${strength}"`);
}

/** A shape lit like a cushion or a flat side: lighter above and left, darker below. */
export function soft(d: string, fill: string) {
  return path(d, fill) + path(d, 'url(#soft)');
}

/** The gradients that `round`, `soft` and the shadows refer to. */
export const GRADIENTS = `<linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity=".26"/>
<stop offset=".1" stop-color="#000" stop-opacity=".06"/><stop offset=".24" stop-color="#fff" stop-opacity=".34"/>
<stop offset=".42" stop-color="#fff" stop-opacity=".04"/><stop offset=".7" stop-color="#000" stop-opacity=".03"/>
<stop offset=".9" stop-color="#000" stop-opacity=".18"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>
<linearGradient id="soft" x2=".9" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/>
<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>
<radialGradient id="shadow"><stop offset="0" stop-color="#000" stop-opacity=".42"/>
<stop offset=".55" stop-color="#000" stop-opacity=".2"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff" stop-opacity=".75"/>
<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;
