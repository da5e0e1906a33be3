/** A function that checks a parsed JSON value. It checks only the fields without which a page would not work. */
export type ShapeCheck<T> = (value: unknown) => value is T;

type Check = (value: unknown) => boolean;
type Fields<T> = { [Name in keyof T]?: Check };

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isTextOrNull: Check = (value) => value === null || isText(value);
export const isNumberOrNull: Check = (value) => value === null || isNumber(value);
export const isObject: Check = (value) => typeof value === 'object' && value !== null;

/** Returns the check for an object with these fields. */
export function objectOf<T>(fields: Fields<T>): ShapeCheck<T> {
  return (value): value is T =>
    isObject(value) &&
    Object.entries<Check | undefined>(fields).every(
      // `isObject` above ensures an object.
      ([name, is]) => is?.(Reflect.get(value as object, name)),
    );
}

/** Returns the check for an object whose values all pass the check `is`. Each key can be absent. */
export function recordOf<Name extends string, Value>(
  is: Check,
): ShapeCheck<Partial<Record<Name, Value>>> {
  return (value): value is Partial<Record<Name, Value>> =>
    isObject(value) && Object.values(value as object).every(is); // `isObject` ensures an object
}

/** Returns the check for an array whose values all pass the check `item`. */
export function listOf<T>(item: ShapeCheck<T>): ShapeCheck<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(item);
}

/** Returns the check for a value that is null or passes the check `is`. */
export function nullableOf<T>(is: ShapeCheck<T>): ShapeCheck<T | null> {
  return (value): value is T | null => value === null || is(value);
}

/** The members of the union `T` whose `status` can be `Status`. */
type WithStatus<T, Status> = T extends { status: infer Own }
  ? Status extends Own
    ? T
    : never
  : never;

/** Returns the check for an object whose `status` is a key of `fields`, and which has the fields of this status. */
export function unionByStatus<T extends { status: string }>(fields: {
  [Status in T['status']]: Fields<WithStatus<T, Status>>;
}): ShapeCheck<T> {
  const shapes = new Map(Object.entries<Fields<T>>(fields));
  const withStatus = objectOf<{ status: string }>({ status: isText });
  return (value): value is T => {
    const own = withStatus(value) && shapes.get(value.status);
    return !!own && objectOf<T>(own)(value);
  };
}
