import { expect, it } from 'vitest';
import { withDeadlockRetry } from './retry-deadlocks.ts';

const deadlock = () => Response.json({ code: '40P01', message: 'deadlock' }, { status: 500 });

function responding(...responses: (() => Response)[]) {
  const bodies: unknown[] = [];
  const send: typeof fetch = async (_input, init) => {
    bodies.push(init?.body);
    return responses.shift()?.() ?? Response.json('saved');
  };
  const request = () =>
    withDeadlockRetry(send)('/rest/v1/frutas', { method: 'POST', body: 'caju' });
  return { request, bodies };
}

it('sends a request again after a deadlock', async () => {
  const { request, bodies } = responding(deadlock, deadlock);
  expect(await (await request()).json()).toBe('saved');
  expect(bodies).toEqual(['caju', 'caju', 'caju']);
});

it('returns the response of a deadlock that repeats, with its body', async () => {
  const { request, bodies } = responding(...Array<() => Response>(20).fill(deadlock));
  expect(await (await request()).json()).toMatchObject({ code: '40P01' });
  expect(bodies).toHaveLength(6);
});

it('sends a request that failed otherwise once', async () => {
  const { request, bodies } = responding(() => Response.json({ code: 'XX000' }, { status: 500 }));
  expect((await request()).status).toBe(500);
  expect(bodies).toHaveLength(1);
});
