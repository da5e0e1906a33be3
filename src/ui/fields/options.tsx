/** Choices: texts that are their own values, an object of texts by value, or ordered pairs of both. */
export type Choices =
  | readonly string[]
  | Readonly<Record<string, string>>
  | readonly (readonly [string, string])[];

/** Choices as `<option>`s. */
export function Options({ of }: { of: Choices }) {
  return choicePairs(of).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}

/** The values of choices, each with its text. */
export function choicePairs(choices: Choices): readonly (readonly [string, string])[] {
  if (!Array.isArray(choices)) return Object.entries(choices);
  // an array has either texts or pairs
  const list = choices as readonly (string | readonly [string, string])[];
  return list.map((each) => (typeof each === 'string' ? [each, each] : each));
}
