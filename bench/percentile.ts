/** Returns a percentile (nearest rank) of the values; NaN for an empty list. `share` is from 0 to 1: 0.95 for p95. */
export function computePercentile(values: number[], share: number) {
  const rank = Math.max(1, Math.ceil(values.length * share));
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN;
}

export function computeMedian(values: number[]) {
  return computePercentile(values, 0.5);
}
