import { expect, type Page } from '@playwright/test';
import { waitForNetworkIdle } from './network-idle.ts';

export const ANA = { email: 'ana@vitrine.exemplo', name: 'Ana Souza' };
export const BRUNO = { email: 'bruno@vitrine.exemplo', name: 'Bruno Lima' };
export const PASSWORD = 'senha-de-teste';

/** Signs in without the form. Returns a `storageState` of Playwright, with the local storage of a signed-in panel. */
export async function makeSignedInStorageState(url: string, email: string, password = PASSWORD) {
  const value = JSON.stringify(await requestSession(url, email, password));
  const session = { name: 'vitrine:session', value };
  const site = { origin: url, localStorage: [session] };
  return { cookies: [], origins: [site] as [typeof site] };
}

/** Signs in by password, and returns the platform's response. Throws if the platform refuses. */
export async function requestSession(url: string, email: string, password = PASSWORD) {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await readPublicApiKey(url), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Sign-in as ${email}: ${await response.text()}`);
  return (await response.json()) as { access_token: string; refresh_token: string }; // the response of a successful sign-in
}

/** Returns the public API key, which the panel sends with each request. */
export async function readPublicApiKey(url: string) {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const [, key] = (await page.text()).match(/"publicKey":"([^"]+)"/) ?? [];
  if (!key) throw new Error('The page carries no public key');
  return key;
}

/**
 * Waits until the page has no request in flight, and then ends all sessions of the user. Without the wait, the session
 * can end before the server has accepted it in a request of the page. The panel then shows the sign-in page instead of
 * the dialog for an ended session.
 */
export async function signOutElsewhere(page: Page, email: string) {
  await waitForNetworkIdle(page);
  await endSessions(page, email);
}

/** Ends all sessions of a user, as a click on 'Sair' on a second device does. */
export async function endSessions(page: Page, email: string) {
  const { origin } = new URL(page.url());
  const { access_token } = await requestSession(origin, email);
  const ended = await fetch(`${origin}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: await readPublicApiKey(origin), authorization: `Bearer ${access_token}` },
  });
  expect(ended.status).toBe(204);
}
