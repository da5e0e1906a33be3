/**
 * A stored record as the fields of a form, or the blank form when there is none. A column that holds
 * nothing is an empty box; what the form has no field for is left out.
 */
export function formValues<V extends object>(
  blank: V,
  row: { [Name in keyof V]?: V[Name] | null } | undefined,
): V {
  const fields = Object.entries(blank).map(([name, empty]: [string, unknown]) => {
    // Object.entries widens the names to string; they are those of V.
    return [name, row?.[name as keyof V] ?? empty];
  });
  // The same names as `blank`, each with a value of its own type.
  return Object.fromEntries(fields) as V;
}
