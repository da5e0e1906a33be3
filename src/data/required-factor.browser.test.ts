import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auth } from './auth-client.ts';
import { isSessionComplete, isFactorMissing, storeFactorRequirement } from './stored-session.ts';

const tokenOf = (claims: object) => `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`;
const granted = (aal: string, factors: { status: string }[] = []) => ({
  access_token: tokenOf({ session_id: 'one', aal }),
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: 'r',
  user: { id: 'ana', email: 'ana@vitrine.exemplo', factors },
});

/** The responses of the platform, keyed by the part of the URL after '/v1/'. */
let answers: Record<string, () => Response | Promise<Response>>;
let requests: string[];

beforeEach(() => {
  localStorage.clear();
  requests = [];
  answers = {};
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const path = String(input instanceof Request ? input.url : input).replace(/^.*\/v1\//, '');
    requests.push(path);
    return (await answers[path]?.()) ?? new Response('{}', { status: 404 });
  });
});

const RULE = 'factor_rule?select=id';
const demanded = () =>
  Response.json({ code: 'PT401', hint: 'factor_required', message: '…' }, { status: 401 });
const signIn = () => auth.signInWithPassword({ email: 'ana@vitrine.exemplo', password: 'x' });

describe('a sign-in', () => {
  it('counts as signed out, from the first event on, if the data API requires a factor', async () => {
    answers['token?grant_type=password'] = () => Response.json(granted('aal1'));
    answers[RULE] = demanded;
    const heard: boolean[] = [];
    const { data: listening } = auth.onAuthStateChange((event, session) => {
      if (event === 'SIGNED_IN' && session) heard.push(isSessionComplete(session));
    });
    const { data } = await signIn();
    expect(heard).toEqual([false]);
    expect(data.session && isFactorMissing(data.session)).toBe(true);

    answers[RULE] = () => Response.json([]);
    await signIn();
    expect(heard).toEqual([false, true]);
    listening.subscription.unsubscribe();
  });

  it('of a user with a factor sends no request: the user still has to enter the code', async () => {
    answers['token?grant_type=password'] = () =>
      Response.json(granted('aal1', [{ status: 'verified' }]));
    await signIn();
    expect(requests).not.toContain(RULE);
  });

  it('continues when the request fails, has another response, or reports that the session ended', async () => {
    answers['token?grant_type=password'] = () => Response.json(granted('aal1'));
    for (const answer of [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('<html>', { status: 401 }),
      () => Response.json({ code: 'PT401', hint: null }, { status: 401 }),
      () => new Response('', { status: 503 }),
    ]) {
      answers[RULE] = answer;
      const { data, error } = await signIn();
      expect(error).toBeNull();
      expect(data.session && isSessionComplete(data.session)).toBe(true);
    }
  });
});

describe('a refresh', () => {
  it('past the limit of requests is repeated, and the session stays', async () => {
    answers['token?grant_type=password'] = () => Response.json(granted('aal1'));
    answers[RULE] = () => Response.json([]);
    await signIn();
    const refusals = [
      () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 }),
      () => new Response('Too many requests', { status: 429 }),
    ];
    answers['token?grant_type=refresh_token'] = () =>
      refusals.shift()?.() ?? Response.json({ ...granted('aal1'), refresh_token: 'next' });
    const { data, error } = await auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).toBe('next');
    expect(refusals).toEqual([]);
  });
});

describe('the requirement of a second factor', () => {
  it('belongs to one session, until it is verified', () => {
    const session = (claims: object) => ({ access_token: tokenOf(claims), user: { id: 'ana' } });
    storeFactorRequirement(session({ session_id: 'one', aal: 'aal1' }), true);
    expect(isFactorMissing(session({ session_id: 'one', aal: 'aal1' }))).toBe(true);
    expect(isFactorMissing(session({ session_id: 'one', aal: 'aal2' }))).toBe(false);
    expect(isFactorMissing(session({ session_id: 'two', aal: 'aal1' }))).toBe(false);
    storeFactorRequirement(session({ session_id: 'two', aal: 'aal1' }), false);
    expect(isFactorMissing(session({ session_id: 'one', aal: 'aal1' }))).toBe(false);
  });
});
