/** `share` 0 is the first colour, 1 the second; colours are '#rrggbb'. */
export function mix(first: string, second: string, share: number) {
  const [a, b] = [channels(first), channels(second)];
  const mixed = a.map((value, index) => Math.round(value + ((b[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function lighten(colour: string, share: number) {
  return mix(colour, '#ffffff', share);
}

export function darken(colour: string, share: number) {
  return mix(colour, '#100c08', share);
}

function channels(colour: string) {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
