import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillEverything, fillStorage } from '../../backend/rest/testing/fill-everything.ts';
import type { Names } from '../../backend/rest/testing/permission-requests.ts';
import { startTestServer, type TestServer } from '../../backend/testing/server.ts';
import { errorTexts } from '../../src/data/error-texts.ts';
import { translateError } from '../../src/data/errors.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';
import { addPeople } from './database.ts';
import { ACCEPTED, prepareGuards, validCalls, type Call } from './hostile-calls.ts';
import { spoil, type Spoiled } from './hostile-values.ts';
import { PEOPLE, type Person } from './people.ts';
import { FUNCTIONS } from './permission-table.ts';

/**
 * Calls every function that a client may call, with each of its arguments wrong in turn (docs/protocol.md, Arguments).
 * Functions and arguments are read from the system catalogue.
 */
const CALLABLE = Object.entries(FUNCTIONS)
  .filter(([name, roles]) => name.startsWith('public.') && roles.includes('authenticated'))
  .map(([name]) => name.replace('public.', ''));

type Routine = {
  name: string;
  isVolatile: boolean;
  types: Record<string, string>;
  /** The arguments whose default is null: null means that they are omitted. */
  nullable: string[];
};
type Result = { status: number; text: string; ms: number };

const LIMIT_MS = 2_000;
const CALLS = 4;
/** Arguments that request a number of rows. */
const SIZES = ['size', 'page_size', 'amount', 'tamanho'];

let server: TestServer;
let state: Snapshot;
let names: Names;
let routines: Map<string, Routine>;
/** The messages that our SQL raises, as patterns. */
let messagePatterns: RegExp[];
const tokens: Partial<Record<Person, string>> = {};
let cases = 0;

beforeAll(async () => {
  const env = { MAX_BODY_BYTES: '33554432', REQUESTS_PER_MINUTE: '10000000' };
  server = await startTestServer({ seed: 'schema', env });
  await addPeople((text, values) => server.sql(text, values));
  await fillStorage(server);
  names = await fillEverything(server);
  await prepareGuards(server);
  const rows = await server.sql<Routine>(ROUTINES);
  routines = new Map(rows.map((routine) => [routine.name, routine]));
  messagePatterns = await raisedMessages(server);
  for (const person of ['colaborador', 'administrador'] as const)
    tokens[person] = await server.platform.tokens.sign(PEOPLE[person].claims, 3600);
  state = await takeSnapshot(server.superuser);
}, 60_000);
afterAll(async () => {
  console.info(`${cases} hostile calls of ${CALLABLE.length} functions`);
  await state.close();
  await server.stop();
});

describe('a hostile argument', () => {
  it.each(CALLABLE)(
    'of %s is refused with a message, or has no effect',
    async (name) => {
      const routine = routines.get(name);
      if (routine === undefined) throw new Error(`There is no function public.${name}.`);
      const { types } = routine;
      const faults: string[] = [];
      for (const person of ['administrador', 'colaborador'] as const) {
        const [first, ...further] = validCalls(names, person)[name] ?? [];
        if (first === undefined || Object.keys(types).some((argument) => !(argument in first)))
          throw new Error(
            `callsOf (permission-requests.ts) lacks arguments of ${name}: add all of them there.`,
          );
        faults.push(...(await faultsOf(routine, first, types, person)));
        for (const other of further) {
          const differing = Object.entries(types).filter(
            ([argument]) =>
              argument in other && !isDeepStrictEqual(other[argument], first[argument]),
          );
          faults.push(...(await faultsOf(routine, other, Object.fromEntries(differing), person)));
        }
      }
      expect(faults.slice(0, 40), `${faults.length} faults`).toEqual([]);
    },
    // The test makes hundreds of calls.
    240_000,
  );

  it('does not run a function for an anonymous caller', async () => {
    for (const name of CALLABLE) {
      for (const body of ['{}', JSON.stringify(validCalls(names, 'administrador')[name]?.[0])]) {
        const { status, text } = await call(name, body, 'anon');
        expect([name, status === 404 ? '42501' : status, text]).toEqual([
          name,
          expect.toBeOneOf([401, '42501']),
          expect.stringMatching(/42501|PGRST202/),
        ]);
      }
    }
    expect(await state.changed()).toEqual([]);
  });

  it('is tried on every function of the system catalogue that a client may call', () => {
    expect(CALLABLE.toSorted()).toEqual([...routines.keys()].toSorted());
  });
});

async function faultsOf(routine: Routine, args: Call, types: Routine['types'], person: Person) {
  const valid = await call(routine.name, JSON.stringify(args), person);
  if (valid.status === 403 && parseError(valid.text).code === '42501') return [];
  if (valid.status >= 300)
    return [`${person}: the valid call returns ${valid.status} ${valid.text}`];
  await state.restore(await state.changed());
  const faults: string[] = [];
  for (const spoiled of spoil(args, types)) {
    // Callers other than an Administrador are tested with missing and null arguments only.
    if (person !== 'administrador' && !['missing', 'null'].includes(spoiled.kind)) continue;
    const fault = await faultOf(routine, spoiled, person);
    if (fault !== undefined)
      faults.push(`${person}: ${spoiled.place} = ${spoiled.shown}: ${fault}`);
  }
  const changed = await state.changed();
  await state.restore(changed);
  return changed.length === 0 ? faults : [...faults, `a refusal changed ${changed.join(', ')}`];
}

async function faultOf(routine: Routine, spoiled: Spoiled, person: Person) {
  cases += 1;
  const body = spoiled.body();
  const limit = body.length > 1_000_000 ? 2 * LIMIT_MS : LIMIT_MS; // sending the value takes time, too
  const result = await call(routine.name, body, person);
  // A busy host may be slow: only the fastest call counts.
  let { ms } = result;
  for (let calls = 1; ms > limit && calls < CALLS; calls += 1)
    ms = Math.min(ms, (await call(routine.name, body, person)).ms);
  if (ms > limit) return `took ${Math.round(ms)} ms`;
  if (result.status >= 300) return faultOfRefusal(result.status, result.text);
  const changed = routine.isVolatile ? await state.changed() : [];
  await state.restore(changed);
  return faultOfSuccess(routine, spoiled, result.text, changed);
}

function faultOfSuccess(
  { name, nullable }: Routine,
  { place, kind, shown }: Spoiled,
  text: string,
  changed: string[],
) {
  if (kind === 'null' && !place.includes('.') && !nullable.includes(place))
    return /"status" ?: ?"(missing|nothing)"/.test(text)
      ? undefined
      : `null is accepted: ${text.slice(0, 80)}`;
  if (SIZES.includes(place) && ['-1', '2147483647'].includes(shown)) return 'has no limit';
  if (changed.length === 0 || kind === 'missing' || kind === 'null') return undefined;
  const isAccepted =
    ACCEPTED[name]?.some((pattern) => pattern.test(`${place} = ${shown}`)) === true;
  return isAccepted ? undefined : `changes ${changed.join(', ')}`;
}

function faultOfRefusal(status: number, text: string): string | undefined {
  const result = parseError(text);
  const { code, message } = result;
  const shown = `${status} ${code} ${message.slice(0, 120)}`;
  if (status >= 500) return shown;
  if (code === '42501' || code.startsWith('PGRST')) return undefined;
  if (code === 'P0001' || code === '22023' || code === 'PT404') {
    if (!messagePatterns.some((pattern) => pattern.test(message)))
      return `not a message of the schema: ${shown}`;
    if (!/^\p{Lu}/u.test(message) || !message.endsWith('.')) return `not a sentence: ${shown}`;
    return message.length > 300 ? `${message.length} letters: ${shown}` : undefined;
  }
  const translated = translateError({ code, message }, status);
  return Object.values(errorTexts).includes(translated)
    ? undefined
    : `no message of the panel: ${shown}`;
}

function parseError(text: string) {
  const result: unknown = JSON.parse(text);
  const read = (key: string) =>
    result instanceof Object ? String(Reflect.get(result, key) ?? '') : '';
  return { code: read('code'), message: read('message') };
}

async function call(name: string, body: string, person: Person): Promise<Result> {
  const begun = performance.now();
  const response = await fetch(`${server.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    body,
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${tokens[person] ?? server.anonKey}`,
      'content-type': 'application/json',
    },
  });
  const text = await response.text();
  return { status: response.status, text, ms: performance.now() - begun };
}

/** The texts of `raise exception` in all functions; `%` matches any text. */
async function raisedMessages({ sql }: Pick<TestServer, 'sql'>) {
  const rows = await sql<{ text: string }>(
    `select distinct found[1] as text from pg_proc, regexp_matches(prosrc, 'raise exception\\s+''((?:[^'']|'''')*)''', 'g') as found
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  return rows
    .filter(({ text }) => /[^%\s]/.test(text))
    .map(
      ({ text }) =>
        new RegExp(
          `^${text
            .replaceAll("''", "'")
            .split('%')
            .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
            .join('[^]*')}$`,
          'u',
        ),
    );
}

const ROUTINES = `
  select p.proname as name, p.provolatile = 'v' as "isVolatile",
    coalesce(
      json_object_agg(given.name, format_type(given.type, null) order by given.place) filter (where given.name is not null), '{}'
    ) as types,
    array(
      select argument.name
      from unnest(p.proargnames[:p.pronargs]) with ordinality as argument (name, place)
      where pg_get_function_arg_default(p.oid, argument.place::integer) ~ '^NULL'
    ) as nullable
  from pg_proc p
  left join lateral (
    select input.name, input.type, input.place
    from unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) with ordinality as input (name, type, place)
  ) as given on true
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
  group by p.oid, p.proname, p.provolatile, p.proargnames, p.pronargs
  order by p.proname`;
