/** What a form calls its fields; those without a label are not for people. */
export type Labels<V> = { [Name in keyof V]?: string };

/** The labelled fields of a form as they are typed. */
export function describeFields<V>(labels: Labels<V>, values: V): Record<string, string> {
  const names = Object.keys(labels) as (keyof V)[]; // Object.keys widens them to string.
  return Object.fromEntries(
    names.map((name): [string, string] => [labels[name] ?? '', String(values[name] ?? '')]),
  );
}
