import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getCurrentSession, onSignOut } from '#data/session.ts';
import { openFrutas, simulatedPlatform, resetTestArea } from '../testing/frutas.tsx';
import { FrutasList } from '../testing/frutas-list.tsx';
import { offerUndoInRow } from './row-undo.ts';

vi.mock('#data/session.ts', { spy: true });

/** The callbacks that run at a sign-out. */
const forgetters = vi.mocked(onSignOut).mock.calls.map(([forget]) => forget);

const offer = { table: 'banners', id: 7, version: 2 } as const;

beforeEach(() => {
  resetTestArea();
  signIn('ana');
  simulatedPlatform.readList = async () => ({ rows: [{ ...simulatedPlatform.stored }], total: 1 });
});

it('the undo offer of a row is for the user who saved it, until the sign-out', async () => {
  offerUndoInRow(offer);
  const own = await openFrutas('/frutas', { List: FrutasList });
  await expect.element(undo()).toBeVisible();
  await own.unmount();

  // A different user has signed in in another tab.
  signIn('bia');
  const others = await openFrutas('/frutas', { List: FrutasList });
  await expect.element(page.getByRole('link', { name: 'Caju', exact: true })).toBeVisible();
  expect(undo().query()).toBeNull();
  await others.unmount();

  signIn('ana');
  for (const forget of forgetters) forget('ana');
  await openFrutas('/frutas', { List: FrutasList });
  await expect.element(page.getByRole('link', { name: 'Caju', exact: true })).toBeVisible();
  expect(undo().query()).toBeNull();
});

function undo() {
  return page.getByRole('button', { name: 'Desfazer a alteração de Caju' });
}

function signIn(userId: string) {
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId, email: 'a@b' });
}
