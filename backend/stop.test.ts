import { expect, it } from 'vitest';
import { startTestServer } from './testing/server.ts';

it('stops at once although clients keep their connections open', async () => {
  const server = await startTestServer();
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${server.url}/auth/v1/health`)),
  );
  await Promise.all(responses.map((response) => response.text()));

  const begun = Date.now();
  await server.stop();

  expect(Date.now() - begun).toBeLessThan(5_000); // idle connections could delay the stop by more than a minute
});
