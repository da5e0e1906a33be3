import { join } from 'node:path';
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTestUsers } from '../../supabase/tests/database.ts';
import {
  ANA_ID,
  BRUNO_ID,
  CAIO_ID,
  TEST_CALLERS,
  type TestCaller,
} from '../../supabase/tests/people.ts';
import {
  EXECUTE_GRANTS,
  PROTECTED_COLUMNS,
  SERVED_CALLERS,
  TABLE_PERMISSIONS,
  TABLE_RIGHTS_BY_LETTER,
  type RightLetter,
} from '../../supabase/tests/permission-table.ts';
import { createDiskStore } from '../storage/disk-store.ts';
import { sweepFiles } from '../storage/sweep.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { fillTestDatabase, insertStorageRows } from './testing/fill-test-database.ts';
import {
  createFunctionArguments,
  createPermissionRequests,
  type RowIds,
} from './testing/permission-requests.ts';

const PERSONS = Object.keys(TEST_CALLERS) as TestCaller[]; // TEST_CALLERS has only these keys
const LETTERS = Object.keys(TABLE_RIGHTS_BY_LETTER) as RightLetter[]; // TABLE_RIGHTS_BY_LETTER has only these keys

let server: TestServer;
let rowIds: RowIds;
let clients: Record<TestCaller | 'service', PostgrestClient>;

beforeAll(async () => {
  server = await startTestServer({ seed: 'schema' });
  await insertTestUsers((text, values) => server.sql(text, values));
  await insertStorageRows(server);
  await fill();
  // Sweep here, so that a sweep certainly runs after the files were added: the server itself sweeps at some time after
  // its start.
  const store = await createDiskStore(join(server.dataDir, 'files'));
  await sweepFiles(server.platform, store, new AbortController().signal);
  const entries = PERSONS.map(async (person) => [person, await clientOf(person)] as const);
  clients = {
    ...(Object.fromEntries(await Promise.all(entries)) as Record<TestCaller, PostgrestClient>), // one client for each person
    service: client(server.serviceKey, server.serviceKey),
  };
}, 60_000);
afterAll(() => server.stop());

function client(apikey: string, token: string, more: Record<string, string> = {}) {
  const headers = { apikey, authorization: `Bearer ${token}`, ...more };
  return new PostgrestClient(`${server.url}/rest/v1`, { headers });
}

async function clientOf(person: TestCaller, more: Record<string, unknown> = {}) {
  const { claims } = TEST_CALLERS[person];
  if (claims.role === 'anon') return client(server.anonKey, server.anonKey);
  return client(server.anonKey, await server.platform.tokens.sign({ ...claims, ...more }, 600));
}

async function fill() {
  rowIds = await fillTestDatabase(server);
}

/**
 * The result of a request. `done` tells whether the request changed or returned something. `code` is the code of the
 * error, or an empty text.
 */
type Outcome = { done: boolean; code: string; status: number };

async function attempt(request: PromiseLike<{ data: unknown; error: unknown; status: number }>) {
  const { data, error, status } = await request;
  const code = error instanceof Object ? String(Reflect.get(error, 'code')) : '';
  const rpcStatus: unknown = data instanceof Object ? Reflect.get(data, 'status') : undefined;
  const isNothing =
    data === null ||
    rpcStatus === 'missing' ||
    rpcStatus === 'nothing' ||
    (Array.isArray(data) && data.length === 0);
  return { done: code === '' && !isNothing, code, status } satisfies Outcome;
}

describe('the permission matrix, through the protocol', () => {
  for (const [table, may] of Object.entries(TABLE_PERMISSIONS)) {
    for (const person of PERSONS) {
      for (const letter of LETTERS) {
        const allowed = may[person].includes(letter);
        it(`${allowed ? 'lets' : 'does not let'} ${person} ${TABLE_RIGHTS_BY_LETTER[letter]} ${table} [ROLE-15]`, async () => {
          const request = createPermissionRequests(table, rowIds)[letter];
          const outcome = await attempt(request(clients[person].from(table)));
          if (outcome.done && letter !== 'r') await fill();
          expect(outcome).toMatchObject(allowed ? { done: true } : refusedTo(person));
        });
      }
    }
  }

  it('names every table that the API could reach [ROLE-15]', async () => {
    const tables = await server.sql<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(tables.map(({ relname }) => relname).toSorted()).toEqual(
      Object.keys(TABLE_PERMISSIONS).toSorted(),
    );
    for (const relname of Object.keys(TABLE_PERMISSIONS))
      expect(createPermissionRequests(relname, rowIds)).toBeDefined();
  });

  it('grants no right for additional claims of the token [ROLE-17]', async () => {
    const claims = {
      user_metadata: { role: 'Administrador' },
      app_metadata: { role: 'Administrador', roles: ['service_role'] },
    };
    const caio = await clientOf('loginWithoutProfile', claims);
    for (const table of Object.keys(TABLE_PERMISSIONS)) {
      expect(await attempt(caio.from(table).select('id'))).toMatchObject({ done: false });
    }
  });

  it.each(PROTECTED_COLUMNS)('lets no user write %s.%s', async (table, column) => {
    const change = clients.administrador.from(table).update({ [column]: null });
    const { error, status } = await change.not('id', 'is', null);
    expect([status, error?.code]).toEqual([403, '42501']);
  });
});

/**
 * Returns the expected outcome of a request without permission. Anonymous clients get 401 and `42501`. An ended session
 * gets `PT401` or `42501`. All other callers get `42501` or an empty result.
 */
function refusedTo(person: TestCaller) {
  if (person === 'anon') return { done: false, code: '42501', status: 401 };
  const code = person === 'signedOutAdministrador' ? 'PT401' : '';
  return { done: false, code: expect.toBeOneOf([code, '42501']) };
}

describe('functions, through the protocol', () => {
  const reachable = Object.entries(EXECUTE_GRANTS).filter(([name]) => name.startsWith('public.'));

  for (const [qualified, roles] of reachable) {
    const name = qualified.replace('public.', '');
    for (const person of PERSONS) {
      const mayCall = roles.includes(TEST_CALLERS[person].claims.role);
      const isServed = SERVED_CALLERS[name]?.includes(person);
      it(`${isServed ? 'serves' : mayCall ? 'returns nothing of' : 'does not run'} ${name} for ${person} [ROLE-15]`, async () => {
        const outcome = await attempt(
          clients[person].rpc(name, createFunctionArguments(rowIds, person)[name]),
        );
        if (outcome.done) await fill();
        expect(outcome).toMatchObject(isServed ? { done: true } : refusedTo(person));
        if (!mayCall) expect(outcome.code).toBeOneOf(['42501', 'PT401']);
      });
    }

    it(`${roles.includes('service_role') ? 'lets' : 'does not let'} the service role call ${name}`, async () => {
      const { code } = await attempt(
        clients.service.rpc(name, createFunctionArguments(rowIds, 'administrador')[name]),
      );
      if (roles.includes('service_role')) expect(code).not.toBe('42501');
      else expect(code).toBe('42501');
    });
  }

  it('names every function that the API could reach [ROLE-15]', async () => {
    const functions = await server.sql<{ proname: string }>(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
    );
    const named = functions.map(({ proname }) => proname);
    expect(reachable.map(([name]) => name.replace('public.', '')).toSorted()).toEqual(named);
    expect(Object.keys(SERVED_CALLERS).toSorted()).toEqual(named);
    expect(Object.keys(createFunctionArguments(rowIds, 'administrador')).toSorted()).toEqual(named);
  });

  it.each(Object.keys(EXECUTE_GRANTS).filter((name) => name.startsWith('private.')))(
    'does not know %s',
    async (qualified) => {
      const name = qualified.replace('private.', '');
      expect(await attempt(clients.administrador.rpc(name))).toMatchObject({
        status: 404,
        code: 'PGRST202',
      });
      const elsewhere = clients.administrador.schema('private').rpc(name);
      expect(await attempt(elsewhere)).toMatchObject({ status: 406, code: 'PGRST106' });
    },
  );
});

describe('rules of profiles, through the protocol', () => {
  const own = (person: TestCaller, id: string, change: Record<string, unknown>) =>
    clients[person].from('profiles').update(change).eq('id', id).select('id');

  it('lets users change their own name, but not their own role [ROLE-17]', async () => {
    const named = await own('colaborador', BRUNO_ID, { name: 'Bruno Lima', phone: '1' });
    expect(named.data).toEqual([{ id: BRUNO_ID }]);
    for (const [person, id, role] of [
      ['colaborador', BRUNO_ID, 'Administrador'],
      ['administrador', ANA_ID, 'Colaborador'],
    ] as const) {
      const { error, status } = await own(person, id, { role });
      expect([status, error?.code, error?.hint]).toEqual([400, 'P0001', 'own_role']);
    }
  });

  it('refuses a profile with another e-mail than that of its login [USER-27]', async () => {
    const { error } = await clients.administrador
      .from('profiles')
      .insert({ id: CAIO_ID, name: 'Caio', email: 'outro@vitrine.exemplo' });
    expect([error?.code, error?.hint]).toEqual(['P0001', 'profile_email']);
  });

  it('refuses the deletion of the own profile, and of the last Administrador even by the service role', async () => {
    for (const [somebody, hint] of [
      [clients.administrador, 'own_profile'],
      [clients.service, 'last_administrador'],
    ] as const) {
      const { error, status } = await somebody.from('profiles').delete().eq('id', ANA_ID);
      expect([status, error?.code, error?.hint]).toEqual([400, 'P0001', hint]);
    }
  });
});
