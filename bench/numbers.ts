/** Returns the value at a share from 0 to 1 of the ordered values (nearest rank); NaN for an empty list. */
export function percentile(values: number[], share: number) {
  const rank = Math.max(1, Math.ceil(values.length * share));
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN;
}

export function median(values: number[]) {
  return percentile(values, 0.5);
}
