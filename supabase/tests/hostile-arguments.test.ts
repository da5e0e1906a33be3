import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fillTestDatabase,
  insertStorageRows,
} from '../../backend/rest/testing/fill-test-database.ts';
import type { RowIds } from '../../backend/rest/testing/permission-requests.ts';
import { startTestServer, type TestServer } from '../../backend/testing/server.ts';
import { errorTexts } from '../../src/data/error-texts.ts';
import { translateError } from '../../src/data/errors.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';
import { insertTestUsers } from './database.ts';
import {
  ACCEPTED_HOSTILE_VALUES,
  makeValidCalls,
  hasDefinedArguments,
  prepareHostileCallData,
  type CallArguments,
  type FunctionSignature,
} from './hostile-calls.ts';
import { makeHostileCalls, type HostileCall } from './hostile-values.ts';
import { TEST_CALLERS, type TestCaller } from './people.ts';
import { EXECUTE_GRANTS } from './permission-table.ts';

type Routine = FunctionSignature & {
  isVolatile: boolean;
  /** The arguments whose default is null: null has the same effect as omitting them. */
  nullable: string[];
};
type Result = { status: number; text: string; ms: number };

const LIMIT_MS = 2_000;
const CALLS = 4;
const MEGABYTE = 1_000_000;
/** Names of the arguments that set the number of requested rows. */
const SIZES = ['size', 'page_size', 'amount', 'tamanho'];

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

const env = { MAX_BODY_BYTES: '33554432', REQUESTS_PER_MINUTE: '10000000' };
/** The server. It starts before the tests are collected, because each function in its catalogue gets a test. */
const server: TestServer = await startTestServer({ seed: 'schema', env });

/**
 * All functions that a client may call. The tests call each function many times, with one hostile value at a time
 * (docs/protocol.md, Arguments). The list comes from the system catalogue, so that new functions are tested, too.
 */
const routines = await readRoutines(server);

let state: Snapshot;
let rowIds: RowIds;
/** The messages that our SQL raises, as patterns. */
let messagePatterns: RegExp[];
const tokens: Partial<Record<TestCaller, string>> = {};
const agent = new Agent({ keepAlive: true });
let cases = 0;

beforeAll(async () => {
  await insertTestUsers((text, values) => server.sql(text, values));
  await insertStorageRows(server);
  rowIds = await fillTestDatabase(server);
  await prepareHostileCallData(server);
  messagePatterns = await raisedMessages(server);
  for (const person of ['colaborador', 'administrador'] as const)
    tokens[person] = await server.platform.tokens.sign(TEST_CALLERS[person].claims, 3600);
  state = await takeSnapshot(server.superuser);
}, 60_000);
afterAll(async () => {
  console.info(
    `${cases} hostile calls (${longCalls} of over 1 MB) of ${routines.length} functions`,
  );
  agent.destroy();
  await state.close();
  await server.stop();
});

describe('a hostile argument', () => {
  it.each(routines)(
    'of $name is refused with a message, or has no effect',
    async (routine) => {
      expect(await faultsOfRoutine(routine)).toEqual([]);
    },
    // A long time limit, because the test of one function makes hundreds of calls.
    240_000,
  );

  it('does not run a function for an anonymous caller', async () => {
    for (const routine of routines) {
      const [valid] = makeValidCalls(routine, rowIds, 'administrador');
      for (const body of ['{}', JSON.stringify(valid)]) {
        const { status, text } = await call(routine.name, body, 'anon');
        expect([routine.name, status === 404 ? '42501' : status, text]).toEqual([
          routine.name,
          expect.toBeOneOf([401, '42501']),
          expect.stringMatching(/42501|PGRST202/),
        ]);
      }
    }
    expect(await state.changed()).toEqual([]);
  });

  it('is tried on every function that the permission table lets a client call', () => {
    const callable = Object.entries(EXECUTE_GRANTS)
      .filter(([name, roles]) => name.startsWith('public.') && roles.includes('authenticated'))
      .map(([name]) => name.replace('public.', ''));
    const tried = routines.map(({ name }) => name);
    expect(callable.filter((name) => !tried.includes(name))).toEqual([]);
  });

  it('is tried on a new function: its first call has a value of the type of each argument', async () => {
    await server.sql(NEW_FUNCTION);
    try {
      const [added] = (await readRoutines(server)).filter(({ name }) => name === 'new_function');
      // Poll: the server reloads its catalogue for an unknown function, but not at every call.
      const valid = JSON.stringify(makeValidCalls(added!, rowIds, 'administrador')[0]);
      await expect
        .poll(async () => (await call('new_function', valid, 'administrador')).status)
        .toBe(200);
      expect(await faultsOfRoutine(added!)).toEqual([
        '4 faults',
        ...['administrador', 'colaborador'].flatMap((person) => [
          `${person}: label = "%": no message of the panel: 400 22012 division by zero`,
          expect.stringMatching(
            `^${person}: quantity = -1: changes private.batches, .*public.categories$`,
          ),
        ]),
      ]);
    } finally {
      await server.sql('drop function public.new_function');
    }
  });
});

/** Returns texts: the number of faults of a function, then its first 40 faults. Empty if the function has no fault. */
async function faultsOfRoutine(routine: Routine): Promise<string[]> {
  const { types } = routine;
  const faults: string[] = [];
  for (const person of ['administrador', 'colaborador'] as const) {
    const [first, ...further] = makeValidCalls(routine, rowIds, person);
    faults.push(...(await faultsOf(routine, first, types, person)));
    for (const other of further) {
      const differing = Object.entries(types).filter(
        ([argument]) => argument in other && !isDeepStrictEqual(other[argument], first[argument]),
      );
      faults.push(...(await faultsOf(routine, other, Object.fromEntries(differing), person)));
    }
  }
  return faults.length === 0 ? [] : [`${faults.length} faults`, ...faults.slice(0, 40)];
}

async function faultsOf(
  routine: Routine,
  args: CallArguments,
  types: Routine['types'],
  person: TestCaller,
) {
  const valid = await call(routine.name, JSON.stringify(args), person);
  if (valid.status === 403 && parseError(valid.text).code === '42501') return [];
  const fault = valid.status >= 300 ? faultOfRefusal(valid.status, valid.text) : undefined;
  if (fault !== undefined || (valid.status >= 300 && hasDefinedArguments(routine, rowIds)))
    return [`${person}: the valid call returns ${valid.status} ${valid.text}`];
  await state.restore(await state.changed());
  const faults: string[] = [];
  for (const spoiled of makeHostileCalls(args, types))
    if (person === 'administrador' || !isForAdministrador(routine, spoiled))
      faults.push(...(await faultsOfCall(routine, spoiled, person)));
  const changed = await state.changed();
  await state.restore(changed);
  return changed.length === 0 ? faults : [...faults, `a refusal changed ${changed.join(', ')}`];
}

/** Number of calls whose body is longer than a megabyte. */
let longCalls = 0;

/** Keys of the values that PostgreSQL could not convert to the argument's type. It refuses them for every role. */
const unconverted = new Set<string>();
const keyOf = ({ name }: Routine, { place, shown }: HostileCall) => `${name} ${place} ${shown}`;

/**
 * Returns whether the tests send this value only as an Administrador. True for huge values, for values that PostgreSQL
 * cannot convert, and for members of JSON: sending them in both roles would take half of the time of this file. Always
 * false for missing and null values.
 */
function isForAdministrador(routine: Routine, spoiled: HostileCall) {
  const { place, kind } = spoiled;
  if (kind === 'missing' || kind === 'null') return false;
  return place.includes('.') || kind === 'huge' || unconverted.has(keyOf(routine, spoiled));
}

/**
 * JSON arguments that the tests have sent with a member of 10 MB. Each argument is sent only once with such a member,
 * because this call takes as long as 40 other calls.
 */
const lengthened = new Set<string>();

async function faultsOfCall(
  routine: Routine,
  spoiled: HostileCall,
  person: TestCaller,
): Promise<string[]> {
  const { fault, isRefused } = await tryCall(routine, spoiled, person);
  const faults =
    fault === undefined ? [] : [`${person}: ${spoiled.place} = ${spoiled.shown}: ${fault}`];
  const argument = `${routine.name} ${spoiled.place.split('.')[0]}`;
  if (spoiled.longer === undefined || isRefused || lengthened.has(argument)) return faults;
  lengthened.add(argument);
  return [...faults, ...(await faultsOfCall(routine, spoiled.longer, person))];
}

type Trial = { fault: string | undefined; isRefused: boolean };

async function tryCall(routine: Routine, spoiled: HostileCall, person: TestCaller): Promise<Trial> {
  cases += 1;
  const body = spoiled.body();
  if (body.length > MEGABYTE) longCalls += 1;
  const limit = body.length > MEGABYTE ? 2 * LIMIT_MS : LIMIT_MS; // sending the value takes time, too
  const result = await call(routine.name, body, person);
  // A busy host is sometimes slow: only the fastest call counts.
  let { ms } = result;
  for (let calls = 1; ms > limit && calls < CALLS; calls += 1)
    ms = Math.min(ms, (await call(routine.name, body, person)).ms);
  const isRefused = result.status >= 300;
  if (ms > limit) return { fault: `took ${Math.round(ms)} ms`, isRefused };
  if (isRefused) {
    if (spoiled.isTyped && isConversion(result.text)) unconverted.add(keyOf(routine, spoiled));
    return { fault: faultOfRefusal(result.status, result.text), isRefused };
  }
  const changed = routine.isVolatile ? await state.changed() : [];
  await state.restore(changed);
  return { fault: faultOfSuccess(routine, spoiled, result.text, changed), isRefused };
}

function isConversion(text: string) {
  const { code, message } = parseError(text);
  return code === '22P02' || / is out of range for type /.test(message);
}

function faultOfSuccess(
  { name, nullable }: Routine,
  { place, kind, shown }: HostileCall,
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
    ACCEPTED_HOSTILE_VALUES[name]?.some((pattern) => pattern.test(`${place} = ${shown}`)) === true;
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

/** Calls a function as a user. Uses `node:http`, which takes half of the processor time of `fetch`. */
async function call(name: string, body: string, person: TestCaller): Promise<Result> {
  const begun = performance.now();
  const sent = request(`${server.url}/rest/v1/rpc/${name}`, {
    agent,
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${tokens[person] ?? server.anonKey}`,
      'content-type': 'application/json',
    },
  });
  sent.end(Buffer.from(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the only value of this event
  const text = await readText(response);
  return { status: response.statusCode ?? 0, text, ms: performance.now() - begun };
}

async function readRoutines({ sql }: Pick<TestServer, 'sql'>): Promise<Routine[]> {
  return sql<Routine>(ROUTINES);
}

/** Returns patterns for the texts of `raise exception` in all functions; `%` in a text matches any text. */
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

/** SQL of a function with two faults: it fails for one text, and inserts a row for a negative number. */
const NEW_FUNCTION = `
  create function public.new_function(
    label text, id uuid, quantity integer, total bigint, is_new boolean, options jsonb, labels text[], ids uuid[]
  ) returns jsonb language plpgsql security definer set search_path = '' as $$
  begin
    if num_nulls(label, id, quantity, total, is_new, options, labels, ids) > 0 then
      return '{"status": "missing"}';
    end if;
    if label = '%' then
      perform 1 / 0;
    end if;
    if quantity < 0 then
      insert into public.categories (name) values ('Nova');
    end if;
    return '{"status": "done"}';
  end $$;
  revoke execute on function public.new_function from public, anon;
  grant execute on function public.new_function to authenticated`;
