import { expect, it } from 'vitest';
import { startTestServer } from './testing/server.ts';

it('stops at once, though clients keep the connections of their answers open', async () => {
  const server = await startTestServer();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetch(`${server.url}/auth/v1/health`)),
  );
  await Promise.all(answers.map((answer) => answer.text()));

  const begun = Date.now();
  await server.stop();

  expect(Date.now() - begun).toBeLessThan(5_000); // an idle connection stays open for more than a minute
});
