import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findField, openFrutas, simulatedPlatform, resetTestArea } from '#crud/testing/frutas.tsx';
import { FrutasList } from '#crud/testing/frutas-list.tsx';
import { waitUntilSettled } from '#crud/testing/wait-until-settled.ts';
import { authorizedFetch } from '#data/authorized-fetch.ts';
import { setMessageHandlers, queryClient } from '#data/query-client.ts';
import { getCurrentSession, stopWaitingForSignIn, signOut } from '#data/session.ts';
import { verifyCode } from '#data/second-factor.ts';
import { signIn } from '#features/auth/sign-in.queries.ts';
import { openTitularDialog } from '#features/titular/titular.queries.ts';
import type { Titular } from '#features/titular/titular.queries.ts';
import { TitularDialogHost } from '#features/titular/titular-host.tsx';
import { askConfirmation } from '#ui/confirm.tsx';
import { toast, toasts } from '#ui/toast.ts';
import { SessionEndedDialog } from './session-ended.tsx';

type Session = { user: { id: string; email: string }; access_token: string };
type Listener = (event: string, session: Session | null) => void;

/** A fake of the platform's auth client. It stores the session, and calls the listener after every change. */
const client = vi.hoisted(() => {
  let listener: Listener = () => {};
  let session: Session | null = null;
  let signIns = 0;
  return {
    /** Returns the session, or null. */
    session: () => session,
    /** Simulates a report of this session by another tab. */
    reports: (reported: Session | null) => listener('SIGNED_IN', reported),
    /** Simulates a sign-in of this user, here or in another tab; with null, the end of the session. */
    becomes(person: string | null) {
      const user = { id: person ?? '', email: `${person}@vitrine.exemplo` };
      signIns += 1;
      session = person ? { user, access_token: `token of ${person} ${signIns}` } : null;
      listener(person ? 'SIGNED_IN' : 'SIGNED_OUT', session);
    },
    auth: {
      onAuthStateChange: (given: Listener) => (listener = given),
      getSession: async () => ({ data: { session }, error: null }),
      getUser: async () => ({ data: { user: session?.user ?? null }, error: null }),
      async signInWithPassword({ email }: { email: string }) {
        client.becomes(email.replace(/@.*/, ''));
        return { data: { session: null }, error: null };
      },
      async signOut() {
        client.becomes(null);
        return { error: null };
      },
    },
  };
});
vi.mock('#data/auth-client.ts', () => ({ auth: client.auth }));
vi.mock('#data/second-factor.ts', { spy: true });
vi.mock('#features/auth/sign-in.queries.ts', { spy: true });

/** The `Authorization` header of each request that was sent, without the number; 'nothing' without the header. */
let sent: string[];

beforeEach(async () => {
  resetTestArea();
  sent = [];
  await signOut();
  client.becomes('ana');
  simulatedPlatform.beforeSave = () =>
    authorizedFetch('/rest/v1/frutas', {}, async (_input, init) => {
      const { authorization = 'nothing' } = Object.fromEntries(new Headers(init?.headers));
      sent.push(authorization.replace(/ \d+$/, ''));
      return new Response();
    });
});

describe('a session that ends over a form', () => {
  it('asks for a sign-in in place, which Escape does not close; no request is sent until then, and the save continues', async () => {
    const { form } = await openFrutas('/frutas/editar/7', { beside: <SessionEndedDialog /> });
    await findField('Nome').fill('Cajá');
    client.becomes(null);
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}{Escape}{Escape}');
    await waitUntilSettled();
    await expect.element(dialog).toBeVisible();
    form()?.requestSubmit();
    await expect.element(page.getByText('Salvando...')).toHaveAttribute('aria-hidden', 'false');
    expect(sent).toEqual([]);
    await dialog.getByLabelText('Senha', { exact: true }).fill('senha-de-ana');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(sent).toEqual(['Bearer token of ana']);
    expect(simulatedPlatform.stored.nome).toBe('Cajá');
  });

  it('sends no request if the user gives up, neither as that user nor as an anonymous client', async () => {
    const { form } = await openFrutas('/frutas/editar/7', { beside: <SessionEndedDialog /> });
    await findField('Nome').fill('Cajá');
    client.becomes(null);
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect.element(dialog).toBeVisible();
    form()?.requestSubmit();
    await expect.element(page.getByText('Salvando...')).toHaveAttribute('aria-hidden', 'false');
    await dialog.getByRole('button', { name: 'Sair' }).click();
    await expect.element(page.getByRole('button', { name: 'Salvando...' })).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    expect(simulatedPlatform.writes).toBe(0);
  });

  it('continues with the new e-mail of the same user, and not with another user', async () => {
    const { form } = await openFrutas('/frutas/editar/7', { beside: <SessionEndedDialog /> });
    await findField('Nome').fill('Cajá');
    client.becomes(null);
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    const email = dialog.getByLabelText('E-mail');
    await expect.element(email).toHaveValue('ana@vitrine.exemplo');
    form()?.requestSubmit();
    await email.fill('bia@vitrine.exemplo');
    await dialog.getByLabelText('Senha', { exact: true }).fill('senha-de-bia');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect.element(dialog.getByText(/^Você entrou como outro usuário/)).toBeVisible();
    expect(sent).toEqual([]);
    await email.fill('ana@novo.exemplo');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(sent).toEqual(['Bearer token of ana']);
  });

  it('does not continue with another user who enters a code', async () => {
    await openFrutas('/frutas/editar/7', { beside: <SessionEndedDialog /> });
    await findField('Nome').fill('Cajá');
    client.becomes(null);
    vi.mocked(signIn).mockResolvedValueOnce({ factors: [{ id: 'f', name: 'Celular' }] });
    vi.mocked(verifyCode).mockImplementationOnce(async () => {
      client.becomes('bia');
      return undefined;
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Senha', { exact: true }).fill('senha-de-bia');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await dialog.getByLabelText('Código de verificação').fill('123456');
    await dialog.getByRole('button', { name: 'Verificar' }).click();
    await expect.element(dialog.getByText(/^Você entrou como outro usuário/)).toBeVisible();
    await dialog.getByLabelText('Senha', { exact: true }).fill('senha-de-ana');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
  });

  it('keeps the input in a row of a list', async () => {
    simulatedPlatform.readList = async () => ({ rows: [simulatedPlatform.stored], total: 1 });
    const { router } = await openFrutas('/frutas', {
      List: FrutasList,
      beside: <SessionEndedDialog />,
    });
    await page.getByRole('link', { name: 'Caju', exact: true }).hover();
    await page.getByRole('button', { name: 'Preço (F2)' }).click();
    const editor = page.getByRole('textbox', { name: 'Preço de Caju' });
    await editor.fill('3');
    client.becomes(null);
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await dialog.getByLabelText('Senha', { exact: true }).fill('senha-de-ana');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(editor).toHaveValue('3');
    expect(router.state.location.pathname).toBe('/frutas');
    await editor.click();
    await userEvent.keyboard('{Escape}');
    client.becomes(null);
    await expect.poll(() => getCurrentSession().status).toBe('signedOut');
  });

  it('also ends when another user signs in in another tab: nothing is sent with their token', async () => {
    const { form } = await openFrutas('/frutas/editar/7', { beside: <SessionEndedDialog /> });
    await findField('Nome').fill('Cajá');
    client.becomes('bia');
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect.element(dialog.getByLabelText('E-mail')).toHaveValue('ana@vitrine.exemplo');
    form()?.requestSubmit();
    await expect.element(page.getByText('Salvando...')).toHaveAttribute('aria-hidden', 'false');
    expect(sent).toEqual([]);
    await dialog.getByLabelText('Senha', { exact: true }).fill('senha-de-ana');
    await dialog.getByRole('button', { name: 'Entrar' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(sent).toEqual(['Bearer token of ana']);
  });
});

it("'Sair' deletes the drafts of this user in the browser, and keeps those of others", async () => {
  await openFrutas('/frutas/editar/7');
  await findField('Nome').fill('Cajá');
  localStorage.setItem('vitrine:draft:bia:/frutas/adicionar', '{}');
  expect(Object.keys(localStorage)).toContain('vitrine:draft:ana:/frutas/editar/7');
  await signOut();
  expect(Object.keys(localStorage)).toEqual(['vitrine:draft:bia:/frutas/adicionar']);
});

describe('a late report of the ended session by another tab', () => {
  it('signs nobody in after a sign-out', async () => {
    const late = client.session();
    await signOut();
    client.reports(late);
    expect(getCurrentSession().status).toBe('signedOut');
    client.becomes('bia');
    client.reports(late);
    expect(getCurrentSession()).toMatchObject({ status: 'signedIn', userId: 'bia' });
  });

  it('does not close the question for a new sign-in', async () => {
    const late = client.session();
    client.becomes(null);
    client.reports(late);
    expect(getCurrentSession().status).toBe('ended');
    client.becomes('ana');
    expect(getCurrentSession().status).toBe('signedIn');
  });
});

describe('the next user', () => {
  it('sees neither questions, messages nor data of the previous one', async () => {
    const titular = { area: { table: 'profiles' }, id: '1', name: 'Titular' } as Titular;
    await openFrutas('/frutas/editar/7', { beside: <TitularDialogHost areas={[]} /> });
    queryClient.setQueryData(['frutas'], 'rows of ana');
    const answer = askConfirmation({ message: 'Excluir?', action: 'Excluir' });
    toast.success('Excluída.', { action: { label: 'Desfazer', run: () => {} } });
    openTitularDialog({ what: 'export', titular });
    const dialog = page.getByRole('dialog', { name: 'Exportar dados do titular' });
    await expect.element(dialog).toBeVisible();
    client.becomes('bia');
    expect(toasts.get()).toHaveLength(1);
    stopWaitingForSignIn();
    expect(getCurrentSession()).toMatchObject({ status: 'signedIn', userId: 'bia' });
    expect(await answer).toBe(false);
    expect(toasts.get()).toEqual([]);
    expect(queryClient.getQueryData(['frutas'])).toBeUndefined();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('gets no message about a save that the previous one has sent', async () => {
    const messages: string[] = [];
    setMessageHandlers({
      success: (text) => messages.push(text),
      error: (text) => messages.push(text),
      saved() {},
      succeeded() {},
    });
    const response = Promise.withResolvers<void>();
    const saving = new MutationObserver(queryClient, {
      mutationFn: () => response.promise,
      meta: { success: 'Salva.' },
    }).mutate();
    await signOut();
    client.becomes('bia');
    response.resolve();
    await saving;
    expect(messages).toEqual([]);
  });
});
