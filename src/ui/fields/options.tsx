/** Values with their texts: a list of texts that are also the values, an object of texts keyed by value, or pairs. */
export type Choices =
  | readonly string[]
  | Readonly<Record<string, string>>
  | readonly (readonly [string, string])[];

/** One `<option>` for each choice. */
export function SelectOptions({ of }: { of: Choices }) {
  return toChoicePairs(of).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** Returns choices as ordered pairs of value and text. */
export function toChoicePairs(choices: Choices): readonly (readonly [string, string])[] {
  if (!Array.isArray(choices)) return Object.entries(choices);
  // The cast is safe: an array of type `Choices` contains only texts, or only pairs.
  const list = choices as readonly (string | readonly [string, string])[];
  return list.map((each) => (typeof each === 'string' ? [each, each] : each));
}
