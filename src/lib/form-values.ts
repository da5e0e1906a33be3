/**
 * A stored record as the fields of a form, or the blank form when there is no record. A null column becomes an empty
 * field; columns without a field are left out.
 */
export function formValues<V extends object>(
  blank: V,
  row: { [Name in keyof V]?: V[Name] | null } | undefined,
): V {
  const fields = Object.entries(blank).map(([name, empty]: [string, unknown]) => {
    // The type of Object.entries widens the keys of V to string.
    return [name, row?.[name as keyof V] ?? empty];
  });
  // The same keys as `blank`, each with a value of its own type.
  return Object.fromEntries(fields) as V;
}
