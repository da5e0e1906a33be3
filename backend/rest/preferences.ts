import { refuse, RestError } from './errors.ts';

/** What the `Prefer` headers ask for (PostgREST docs, Prefer Header). */
export type Preferences = {
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  representation: boolean;
  count?: Count;
  /** What a row leaves out takes the column's default, not null. */
  hasDefaults: boolean;
  isStrict: boolean;
  maxAffected?: number;
  /** The preferences taken, as they were written and in the order PostgREST lists them. */
  taken: { name: string; text: string }[];
};

/** All rows that match; what the planner expects; exactly up to the longest page and then what it expects. */
export type Count = 'exact' | 'planned' | 'estimated';

const COUNTS: readonly Count[] = ['exact', 'planned', 'estimated'];

const TAKEN: Record<string, readonly string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal'],
  count: COUNTS,
  handling: ['strict', 'lenient'],
};

/** PostgREST would act on these; ignoring them would change the answer. */
const REFUSED = [/^return=headers-only$/, /^tx=rollback$/, /^timezone=/];

/** The first of two preferences of one name counts; unknown ones are ignored unless handling is strict. @throws RestError */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const given = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((text) => text.trim());
  const refused = given.find((text) => REFUSED.some((pattern) => pattern.test(text)));
  if (refused !== undefined) refuse(`The preference '${refused}' is not supported.`);
  const values = new Map<string, string>();
  for (const [name, allowed] of Object.entries(TAKEN)) {
    const value = allowed.find((candidate) => candidate === firstValue(given, name, allowed));
    if (value !== undefined) values.set(name, value);
  }
  const maxAffected = readMaxAffected(given, values.get('handling') === 'strict');
  if (values.get('handling') === 'strict') refuseUnknown(given);
  const resolution = values.get('resolution');
  const count = COUNTS.find((candidate) => candidate === values.get('count'));
  return {
    ...(resolution === 'merge-duplicates' || resolution === 'ignore-duplicates'
      ? { resolution }
      : {}),
    representation: values.get('return') === 'representation',
    ...(count === undefined ? {} : { count }),
    hasDefaults: values.get('missing') === 'default',
    isStrict: values.get('handling') === 'strict',
    ...(maxAffected === undefined ? {} : { maxAffected }),
    taken: [
      ...[...values].map(([name, value]) => ({ name, text: `${name}=${value}` })),
      ...(maxAffected === undefined
        ? []
        : [{ name: 'max-affected', text: `max-affected=${maxAffected}` }]),
    ],
  };
}

/** The `Preference-Applied` header, or undefined: only what has a meaning for the kind of request is listed. */
export function appliedPreferences(preferences: Preferences, meaningful: readonly string[]) {
  const listed = preferences.taken.filter(
    ({ name }) => meaningful.includes(name) || name === 'count' || name === 'handling',
  );
  return listed.length > 0 ? listed.map(({ text }) => text).join(', ') : undefined;
}

function firstValue(given: string[], name: string, allowed: readonly string[]) {
  const first = given.find((text) => allowed.some((value) => text === `${name}=${value}`));
  return first?.slice(name.length + 1);
}

function readMaxAffected(given: string[], isStrict: boolean) {
  const text = given.find((preference) => preference.startsWith('max-affected='));
  if (text === undefined) return undefined;
  const value = text.slice('max-affected='.length);
  if (!/^\d{1,15}$/.test(value)) refuse(`The preference '${text}' is not a number of rows.`);
  if (!isStrict) refuse("The preference 'max-affected' needs 'handling=strict'.");
  return Number(value);
}

function refuseUnknown(given: string[]) {
  const unknown = given.filter((text) => !isKnown(text));
  if (unknown.length === 0) return;
  const message = 'Invalid preferences given with handling=strict';
  throw new RestError(400, 'PGRST122', message, `Invalid preferences: ${unknown.join(', ')}`);
}

function isKnown(text: string) {
  const [name = '', value = ''] = text.split('=');
  return name === 'max-affected' || text === 'tx=commit' || (TAKEN[name]?.includes(value) ?? false);
}
