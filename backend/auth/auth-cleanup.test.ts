import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from '../build-server.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { makeRecoveryToken } from './recovery-tokens.ts';
import { deleteExpiredAuthRows } from './auth-cleanup.ts';
import { createAuthClient } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterAll(() => server.stop());

async function count(what: string) {
  const [row] = await server.sql<{ rows: number }>(
    `select count(*)::int as rows from auth.${what}`,
  );
  return row?.rows;
}

it('deletes expired rows, and every open session stays valid', async () => {
  const client = createAuthClient(server);
  await client.signInWithPassword(ana);
  await client.refreshSession();
  await client.refreshSession();
  const ended = createAuthClient(server);
  const { data } = await ended.signInWithPassword(ana);
  const { claims } = (await ended.getClaims()).data ?? {};
  await makeRecoveryToken(server.platform.databases.auth, {
    id: data.user?.id ?? '',
    email: ana.email,
  });
  await deleteExpiredAuthRows(server.platform.databases.auth);
  // No row is older than 24 hours, so none was deleted.
  expect(await count('refresh_tokens where revoked')).toBe(2);

  await server.sql("update auth.refresh_tokens set updated_at = now() - interval '25 hours'");
  await server.sql(
    "update auth.sessions set not_after = now() - interval '73 hours' where id = $1",
    [claims?.session_id],
  );
  await server.sql("update auth.one_time_tokens set created_at = created_at - interval '25 hours'");
  await deleteExpiredAuthRows(server.platform.databases.auth);

  expect(await count('refresh_tokens where revoked')).toBe(0);
  expect(await count('sessions')).toBe(1);
  expect(await count('refresh_tokens')).toBe(1);
  expect(await count('one_time_tokens')).toBe(0);
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

it('deletes more rows than one step does', async () => {
  await server.sql(`insert into auth.refresh_tokens (token, revoked, updated_at)
    select 'velho ' || n, true, now() - interval '2 days' from generate_series(1, 2001) as n`);
  await deleteExpiredAuthRows(server.platform.databases.auth);
  expect(await count("refresh_tokens where token like 'velho %'")).toBe(0);
});

it('runs when a server starts', async () => {
  await server.sql(
    "insert into auth.refresh_tokens (token, revoked, updated_at) values ('velho', true, now() - interval '2 days')",
  );

  const second = await buildServer(server.platform);
  await second.listen({ port: 0, host: '127.0.0.1' });
  await second.close();

  expect(await count("refresh_tokens where token = 'velho'")).toBe(0);
});
