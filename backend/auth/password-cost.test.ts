import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { hashPassword } from './passwords.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ana = { email: 'ana@vitrine.exemplo', password: 'senha-de-teste' };

/** A server with the default PASSWORD_COST; other tests use the lowest cost, which is faster. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff', env: { PASSWORD_COST: undefined } });
});
afterAll(() => server.stop());

it('raises the cost of a stored password at the next sign-in, and leaves links as they are', async () => {
  expect(await storedHash()).toMatch(/^\$2a\$04\$/);
  await server.sql(`update auth.users set recovery_token = 'unused' where email = $1`, [ana.email]);

  expect((await createAuthClient(server).signInWithPassword(ana)).error).toBeNull();

  const raised = await storedHash();
  expect(raised).toMatch(/^\$2a\$12\$/);
  expect((await createAuthClient(server).signInWithPassword(ana)).error).toBeNull();
  expect(await storedHash()).toBe(raised);
  expect(await server.sql('select recovery_token from auth.users')).toContainEqual({
    recovery_token: 'unused',
  });
});

it('does not raise it for a wrong password', async () => {
  const cheap = await hashPassword(ana.password, 5);
  await server.sql('update auth.users set encrypted_password = $1 where email = $2', [
    cheap,
    ana.email,
  ]);
  const wrong = { ...ana, password: 'errada-errada' };
  expect((await createAuthClient(server).signInWithPassword(wrong)).error).not.toBeNull();
  expect(await storedHash()).toBe(cheap);
});

it('takes as long for an unknown e-mail as for a wrong password', async () => {
  await createAuthClient(server).signInWithPassword(ana); // raises the stored hash to the default cost
  const timeOf = async (email: string) => {
    const start = performance.now();
    await sendRawAuthRequest(server, '/token?grant_type=password', {
      body: { email, password: 'errada-errada' },
    });
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    known.push(await timeOf(ana.email));
    unknown.push(await timeOf(`ninguem${round}@vitrine.exemplo`));
  }

  // Without the dummy comparison, an unknown e-mail would get its response at least ten times faster.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
});

async function storedHash() {
  const [row] = await server.sql<{ encrypted_password: string }>(
    'select encrypted_password from auth.users where email = $1',
    [ana.email],
  );
  return row?.encrypted_password;
}
