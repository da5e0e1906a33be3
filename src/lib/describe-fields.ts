/** The labelled fields of a form as they are typed. */
export function describeFields<V>(
  labels: { [Name in keyof V]?: string },
  values: V,
): Record<string, string> {
  const names = Object.keys(labels) as (keyof V)[]; // Object.keys widens them to string.
  return Object.fromEntries(
    names.map((name): [string, string] => [labels[name] ?? '', String(values[name] ?? '')]),
  );
}
