/** A unit of a merge between two users: a field, or several fields that belong together. */
export type MergeUnit = {
  label: string;
  names: readonly string[];
  /**
   * The fields of the unit that users enter; absent if users enter all `names`. Only these fields are compared, because
   * the other fields are derived from them. If these fields are empty in both versions, or `deciding` is absent, all
   * `names` are compared.
   */
  deciding?: readonly string[];
};

/** The values of a record in its form: the form values, keyed by field, and the pictures, keyed by list. */
export type RecordValues = Readonly<Record<string, unknown>>;

export type MergeComparison = {
  /** Units that only the other user changed: the form takes over the value without a question. */
  taken: MergeUnit[];
  /** Units that both users changed differently: the user has to choose a value. */
  disputed: MergeUnit[];
};

/**
 * Compares the stored values from which the form was made (`base`), the form values (`mine`), and the values that
 * another user has stored since then (`theirs`).
 */
export function compareForMerge(
  units: readonly MergeUnit[],
  base: RecordValues,
  mine: RecordValues,
  theirs: RecordValues,
): MergeComparison {
  const open = units.filter((unit) => differ(unit, base, theirs) && differ(unit, mine, theirs));
  return {
    taken: open.filter((unit) => !differ(unit, base, mine)),
    disputed: open.filter((unit) => differ(unit, base, mine)),
  };
}

/** Whether two versions of a record have the same values. */
export function haveSameValues(
  units: readonly MergeUnit[],
  one: RecordValues,
  other: RecordValues,
): boolean {
  return !units.some((unit) => differ(unit, one, other));
}

/**
 * Returns a unit for each labelled field, in the order of the labels. The fields of one group in `together`, for
 * example `{ Preços: ['real_price', 'promo_price'] }`, form one unit, at the position of its first labelled field.
 */
export function createMergeUnits(
  labels: Readonly<Record<string, string | undefined>>,
  together: Readonly<Record<string, readonly string[]>> = {},
): MergeUnit[] {
  const groups = Object.entries(together).map(([label, names]) => ({ label, names }));
  return Object.entries(labels).flatMap(([name, label = '']) => {
    const group = groups.find(({ names }) => names.includes(name));
    if (!group) return [{ label, names: [name] }];
    // Users cannot enter a field without a label, so it does not decide whether the unit differs.
    const deciding = group.names.filter((each) => each in labels);
    if (deciding[0] !== name) return [];
    return [deciding.length < group.names.length ? { ...group, deciding } : group];
  });
}

function differ(
  { names, deciding = names }: MergeUnit,
  one: RecordValues,
  other: RecordValues,
): boolean {
  const isEmpty = deciding.every((name) => isBlank(one[name]) && isBlank(other[name]));
  const compared = isEmpty ? names : deciding;
  return compared.some((name) => comparable(one[name]) !== comparable(other[name]));
}

function isBlank(value: unknown): boolean {
  return ['null', '""'].includes(comparable(value));
}

function comparable(value: unknown): string {
  // Compare numbers as text, because form values are text.
  const plain = typeof value === 'number' ? String(value) : value;
  return JSON.stringify(typeof plain === 'string' ? plain.trim() : (plain ?? null));
}
