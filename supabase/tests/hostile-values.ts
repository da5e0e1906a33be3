/** One call with one hostile value in its arguments. */
export type HostileCall = {
  /** The path of the hostile value in the arguments, for example 'filters.status'. */
  place: string;
  /** The hostile value, as text for a message. */
  shown: string;
  /** The kind of the value. It decides which users send the value in the tests, and which result is a fault. */
  kind: Kind;
  /** Whether PostgreSQL itself refuses most hostile values, because the argument has a type such as `integer`. */
  isTyped: boolean;
  /** Returns the arguments as one JSON object. The text is created for each request, because some texts are long. */
  body(): string;
  /**
   * The same call with a value of 10 MB. This call is slow: tests send it only if the call with the shorter value
   * succeeds.
   */
  longer?: HostileCall;
};

type Kind = 'missing' | 'null' | 'number' | 'text' | 'shape' | 'huge';
/**
 * A hostile value as JSON text, because JavaScript cannot represent some of the numbers. If `json` is undefined, the
 * value is missing.
 */
type Value = { kind: Kind; json: string | undefined; longer?: Value };
type Path = (string | number)[];

/** Returns calls that each have one argument, or one member of a JSON argument, replaced by one hostile value. */
export function makeHostileCalls(
  args: Record<string, unknown>,
  types: Record<string, string>,
): HostileCall[] {
  return Object.entries(types).flatMap(([argument, type]) => {
    const given = argument in args ? args : { ...args, [argument]: null };
    const isTyped = !['text', 'text[]', 'jsonb'].includes(type);
    const at = (path: Path) => (value: Value) => replaceAt(given, path, value, isTyped);
    return [
      ...[...(argument in args ? [MISSING] : []), ...valuesFor(type)].map(at([argument])),
      ...(type === 'jsonb' ? membersOf(args[argument], [argument]) : []).flatMap((path) =>
        [MISSING, ...MEMBERS].map(at(path)),
      ),
    ];
  });
}

function replaceAt(
  args: Record<string, unknown>,
  path: Path,
  { kind, json, longer }: Value,
  isTyped: boolean,
): HostileCall {
  const shown = json ?? 'missing';
  return {
    isTyped,
    ...(longer && { longer: replaceAt(args, path, longer, isTyped) }),
    place: path.join('.'),
    shown: shown.length > 60 ? `${shown.slice(0, 40)}… (${shown.length} letters)` : shown,
    kind,
    body: () => print(args, path, json) ?? '{}',
  };
}

/** Returns the JSON of a value in which `json` replaces the member at the path. Undefined `json` removes the member. */
function print(
  value: unknown,
  [step, ...rest]: Path,
  json: string | undefined,
): string | undefined {
  if (step === undefined) return json;
  const inner = (key: string | number, member: unknown) =>
    key === step ? print(member, rest, json) : JSON.stringify(member);
  if (Array.isArray(value))
    return `[${value
      .map((member, place) => inner(place, member))
      .filter((text) => text !== undefined)
      .join()}]`;
  const members = Object.entries(value as object).flatMap(([key, member]) => {
    const text = inner(key, member);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${members.join()}}`;
}

/** Returns the paths inside a JSON value: every member of an object, and the first element of a list. */
function membersOf(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const members: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((member, place) => [place, member])
    : Object.entries(value);
  return members.flatMap(([key, member]) => [[...path, key], ...membersOf(member, [...path, key])]);
}

const numbers = (...json: string[]): Value[] =>
  json.map((each) => ({ kind: 'number', json: each }));
const texts = (...values: string[]): Value[] =>
  values.map((each) => ({ kind: 'text', json: JSON.stringify(each) }));
const shapes = (...json: string[]): Value[] => json.map((each) => ({ kind: 'shape', json: each }));
const huge = (...json: string[]): Value[] => json.map((each) => ({ kind: 'huge', json: each }));

const NULL: Value = { kind: 'null', json: 'null' };
const MISSING: Value = { kind: 'missing', json: undefined };
const NUMBERS = numbers(
  '-1',
  '0',
  '1.5',
  '2147483647',
  '2147483648',
  '9223372036854775807',
  '9223372036854775808',
  '1e308',
  '-1e308',
  '"NaN"',
  '"Infinity"',
  '"-Infinity"',
);
const TEXTS = texts(
  '',
  ' ',
  '\\',
  '%',
  `'"`,
  "'; select 1; --",
  '\u0000',
  '\ud800',
  '\u202e\u0301😀',
  '{}',
  '(',
  '..',
  'infinity',
  '1e308',
);
const DEEP = shapes(nestedJson(10), nestedJson(1_000));
const LONG_TEXT = JSON.stringify('á b'.repeat(10_000));
const TEN_MEGABYTES = 'x'.repeat(10 * 1024 * 1024);
const LONGEST_TEXT: Value = { kind: 'huge', json: `"${TEN_MEGABYTES}"` };
const HUGE_TEXTS = [...huge(LONG_TEXT), LONGEST_TEXT];
const HUGE_JSON = huge(`[${'0,'.repeat(100_000)}0]`, `{"a":"${TEN_MEGABYTES}"}`);

function nestedJson(depth: number) {
  return `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`;
}

/** Hostile values for a member of a JSON argument. */
const MEMBERS: Value[] = [
  NULL,
  ...numbers('-1', '2147483648', '1e308', '"NaN"'),
  ...texts('', '\\', "'", '\u0000', '\ud800', 'infinity'),
  ...shapes('true', '[]', '{}', nestedJson(10)),
  { kind: 'huge', json: LONG_TEXT, longer: LONGEST_TEXT },
];

function valuesFor(type: string): Value[] {
  if (type.endsWith('[]')) return [NULL, ...listsOf(type)];
  if (type === 'text') {
    return [
      NULL,
      ...TEXTS,
      ...numbers('-1', '1e308'),
      ...shapes('true', '[]', '{"a":1}'),
      ...DEEP,
      ...HUGE_TEXTS,
    ];
  }
  if (type === 'jsonb') {
    return [
      NULL,
      ...numbers('-1', '1e308'),
      ...texts('', '\\', '\u0000', '\ud800'),
      ...shapes('true', '[]', '{}', '[null]', '[[]]', '[{}]', '{"":null}', '{"a":1}', '["a"]'),
      ...DEEP,
      ...HUGE_JSON,
    ];
  }
  return [
    NULL,
    ...NUMBERS,
    ...texts('', "'", '\u0000'),
    ...shapes('true', '[]', '{}', nestedJson(10)),
  ];
}

function listsOf(type: string): Value[] {
  const one = type === 'bigint[]' ? '1' : type === 'uuid[]' ? `"${UNKNOWN_ID}"` : '"x"';
  const many = 100_000;
  return [
    ...shapes(
      '[]',
      '[null]',
      '[null,null]',
      `[${one},${one}]`,
      `[[${one}]]`,
      `[[${one}],[${one}]]`,
      '[{}]',
      '{}',
      'true',
      '[""]',
      '["\\\\"]',
      '["\\u0000"]',
      '["\\ud800"]',
      // PostgreSQL's text form of an array, without and with a lower bound.
      `"{${one}}"`,
      `"[5:5]={${one.replaceAll('"', '')}}"`,
      '""',
      '"x"',
    ),
    ...numbers('-1', '[-1]', '[1e308]', '["NaN"]'),
    ...DEEP,
    ...huge(`[${`${one},`.repeat(many)}${one}]`),
    ...(type === 'text[]' ? huge(LONG_LIST) : []),
  ];
}

const UNKNOWN_ID = '00000000-0000-4000-8000-0000000000ff';
const LONG_LIST = JSON.stringify(
  Array.from({ length: 20_000 }, (_, n) => `/storage/v1/object/public/logos/parceiros/${n}.png`),
);
