/** What counts as one thing when two people change a record: a field, or fields that mean nothing apart. */
export type Unit = { label: string; names: readonly string[] };

/** A record as its form holds it: fields as they are typed, and URLs by the name of their list of pictures. */
export type Held = Readonly<Record<string, unknown>>;

export type Merge = {
  /** Changed by the other person alone: theirs goes without saying. */
  taken: Unit[];
  /** Changed by both, each in another way: somebody has to choose. */
  asked: Unit[];
};

/** Three versions of a record: the one that the form was made from, the one typed into it, the one stored meanwhile. */
export function merge(units: readonly Unit[], base: Held, mine: Held, theirs: Held): Merge {
  const open = units.filter((unit) => differ(unit, base, theirs) && differ(unit, mine, theirs));
  return {
    taken: open.filter((unit) => !differ(unit, base, mine)),
    asked: open.filter((unit) => differ(unit, base, mine)),
  };
}

/**
 * One unit for each labelled field, in the order of the labels. Those that `together` names are one:
 * `{ Preços: ['real_price', 'promo_price'] }` stands where its first field would.
 */
export function unitsOf(
  labels: Readonly<Record<string, string | undefined>>,
  together: Readonly<Record<string, readonly string[]>> = {},
): Unit[] {
  const groups = Object.entries(together).map(([label, names]) => ({ label, names }));
  return Object.entries(labels).flatMap(([name, label = '']) => {
    const group = groups.find(({ names }) => names.includes(name));
    if (group) return group.names[0] === name ? [group] : [];
    return [{ label, names: [name] }];
  });
}

function differ({ names }: Unit, one: Held, other: Held): boolean {
  return names.some((name) => comparable(one[name]) !== comparable(other[name]));
}

function comparable(value: unknown): string {
  // A number that was typed is text.
  const plain = typeof value === 'number' ? String(value) : value;
  return JSON.stringify(typeof plain === 'string' ? plain.trim() : (plain ?? null));
}
