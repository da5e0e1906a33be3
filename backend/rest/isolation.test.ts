import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRestTestServer, type RestTestServer } from './testing/rest-test-server.ts';

/**
 * The SQL that creates a function. The function first waits for `wait` seconds, so that a later request can end before
 * an earlier request. Then it returns the database role and the claims of its request.
 */
const WHO = `
  create function public.who(tag text, wait float default 0) returns jsonb language plpgsql volatile as $$
  begin
    perform pg_sleep(wait);
    if tag like 'fail%' then raise exception '%', tag; end if;
    return jsonb_build_object('tag', tag, 'role', current_user, 'login', session_user,
      'sub', current_setting('request.jwt.claims', true)::json ->> 'sub',
      'path', current_setting('request.path', true));
  end $$;
  grant execute on function public.who to anon, authenticated, service_role;`;

let world: RestTestServer;
let tokens: { ana: string; bruno: string };
beforeAll(async () => {
  world = await startRestTestServer();
  await world.sql(WHO);
  const [ana, bruno] = await Promise.all([
    world.signIn('ana@vitrine.exemplo'),
    world.signIn('bruno@vitrine.exemplo'),
  ]);
  tokens = { ana: ana.token, bruno: bruno.token };
}, 60_000);
afterAll(() => world.stop());

it('never mixes the roles and claims of requests that are pipelined on one socket', async () => {
  const people = await expectedPeople();
  const requests = Array.from({ length: 20 }, () => people)
    .flat()
    .map((person, index) => ({
      person,
      tag: `${index % 7 === 3 ? 'fail' : 'tag'}${index}`,
      wait: ((index * 37) % 11) / 500,
    }));
  const responses = await pipeline(
    requests.map(({ person, tag, wait }) => requestText(person, tag, wait)),
  );
  const expected = requests.map(({ person: { role, sub }, tag }) =>
    tag.startsWith('fail')
      ? { code: 'P0001', message: tag }
      : { tag, role, sub, login: 'authenticator', path: null },
  );
  expect(responses).toMatchObject(expected);
});

it('leaves no role, claim or setting in its connections', async () => {
  await pipeline(
    (await expectedPeople()).flatMap((person) => [
      requestText(person, 'tag', 0),
      requestText(person, 'fail', 0),
    ]),
  );
  const left = await Promise.all(
    Array.from({ length: 24 }, () =>
      world.platform.databases.rest.query(
        `select current_user as role, coalesce(current_setting('request.jwt.claims', true), '') as claims,
          current_setting('statement_timeout') as time, pg_sleep(0.01)`,
      ),
    ),
  );
  for (const { rows } of left)
    expect(rows[0]).toMatchObject({ role: 'authenticator', claims: '', time: '8s' });
});

it('does not let a request choose its role or claims', async () => {
  const called = await world.service.rpc('who', { tag: "x'; set role postgres; --" });
  expect(called.data).toMatchObject({ role: 'service_role', tag: "x'; set role postgres; --" });
  const response = await fetch(`${world.url}/rest/v1/rpc/who`, {
    method: 'POST',
    headers: {
      apikey: world.anonKey,
      'content-type': 'application/json',
      role: 'postgres',
      'request.jwt.claims': '{}',
    },
    body: '{"tag":"a"}',
  });
  expect(await response.json()).toMatchObject({ role: 'anon', sub: null });
});

type Person = { key: string; token: string; role: string; sub: string | null };

async function expectedPeople(): Promise<Person[]> {
  const ids = await world.sql<{ id: string; email: string }>(
    'select id, email from public.profiles',
  );
  const sub = (email: string) => ids.find((row) => row.email === email)?.id ?? null;
  const { anonKey, serviceKey } = world;
  return [
    { key: anonKey, token: tokens.ana, role: 'authenticated', sub: sub('ana@vitrine.exemplo') },
    { key: anonKey, token: anonKey, role: 'anon', sub: null },
    { key: anonKey, token: tokens.bruno, role: 'authenticated', sub: sub('bruno@vitrine.exemplo') },
    { key: serviceKey, token: serviceKey, role: 'service_role', sub: null },
  ];
}

function requestText({ key, token }: Person, tag: string, wait: number) {
  const body = JSON.stringify({ tag, wait });
  return [
    'POST /rest/v1/rpc/who HTTP/1.1',
    'host: localhost',
    `apikey: ${key}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Sends all requests on one socket without waiting for responses. Returns the JSON of the responses, in the order in
 * which they arrive.
 */
function pipeline(requests: string[]) {
  return new Promise<unknown[]>((resolve, reject) => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    const timer = setTimeout(() => socket.destroy(new Error('no response in time')), 20_000);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('close', () => clearTimeout(timer));
    socket.on('data', (chunk: string) => {
      text += chunk;
      const responses = readResponses(text);
      if (responses.length < requests.length) return;
      socket.end();
      resolve(responses);
    });
    socket.write(requests.join(''));
  });
}

function readResponses(text: string): unknown[] {
  const found = /^HTTP\/1\.1 \d+ .*?\r\ncontent-length: (\d+)\r\n.*?\r\n\r\n/is.exec(text);
  if (!found) return [];
  const start = found[0].length;
  const end = start + Number(found[1]);
  if (text.length < end) return [];
  return [JSON.parse(text.slice(start, end)), ...readResponses(text.slice(end))];
}
