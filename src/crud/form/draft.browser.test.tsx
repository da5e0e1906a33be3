import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { readStoredSession } from '#data/stored-session.ts';
import type { SaveVariables } from '../row-mutations.queries.ts';
import type { StoredRow } from '../rows.queries.ts';
import {
  findField,
  openFrutas,
  simulatedPlatform,
  clickSave,
  resetTestArea,
} from '../testing/frutas.tsx';

vi.mock('#data/session.ts', { spy: true });
vi.mock('#data/stored-session.ts', { spy: true });

const ana = { userId: 'ana', email: 'a@b' };

beforeEach(() => {
  resetTestArea();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', ...ana });
  vi.mocked(readStoredSession).mockReturnValue({ ...ana, accessToken: 'a', isFresh: true });
});

describe('a draft', () => {
  it("is offered after a crash and merged with a colleague's later save", async () => {
    await typeAndCrash('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nota: 'Bem doce', version: 2 };
    await openFrutas('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
    await expect.element(findField('Nota')).toHaveValue('Bem doce');
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Cajá', nota: 'Bem doce' });
  });

  it('asks for a choice if the colleague has changed the same field', async () => {
    await typeAndCrash('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju amarelo', version: 2 };
    await openFrutas('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await clickSave();
    await expect.element(page.getByRole('dialog').getByText('Caju amarelo')).toBeVisible();
    expect(simulatedPlatform.writes).toBe(0);
  });

  it("does not store a colleague's change that it showed, after the colleague has undone it", async () => {
    const before = simulatedPlatform.stored;
    const first = await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = { ...before, nome: 'Caju amarelo', nota: 'Bem doce', version: 2 };
    await queryClient.refetchQueries();
    await expect.element(findField('Nota')).toHaveValue('Bem doce');
    await first.unmount();
    queryClient.clear();
    simulatedPlatform.stored = { ...before, version: 3 };
    await openFrutas('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
    await expect.element(findField('Nota')).toHaveValue('Doce');
  });

  it('is still offered while something else is typed, and after the next crash', async () => {
    await typeAndCrash('Cajá');
    const second = await openFrutas('/frutas/editar/7');
    await findField('Nota').fill('Outra coisa');
    await expect.element(page.getByRole('button', { name: 'Recuperar' })).toBeVisible();
    await second.unmount();
    await openFrutas('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(findField('Nota')).toHaveValue('Outra coisa');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
  });

  it('is deleted after thirty days', async () => {
    await typeAndCrash('Cajá');
    const [key = ''] = drafts();
    const draft = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: string };
    const old = new Date(Date.now() - 31 * 24 * 3600 * 1000).toISOString();
    localStorage.setItem(key, JSON.stringify({ ...draft, at: old }));
    await openFrutas('/frutas/editar/7');
    await expect.element(findField('Nome')).toHaveValue('Caju');
    expect(page.getByRole('button', { name: 'Recuperar' }).query()).toBeNull();
  });
});

describe('a draft of a new record', () => {
  it('is saved under the key of the creation that was sent before the tab was closed', async () => {
    const sent: SaveVariables<unknown>[] = [];
    simulatedPlatform.beforeSave = (saving) => {
      sent.push(saving);
      return new Promise(() => {});
    };
    const first = await openFrutas('/frutas/adicionar');
    await findField('Nome').fill(' Umbu ');
    await clickSave();
    await expect.poll(() => sent).toHaveLength(1);
    await first.unmount();
    const second = await openFrutas('/frutas/adicionar');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await findField('Nota').fill('Azeda');
    await second.unmount();
    await openFrutas('/frutas/adicionar');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(findField('Nota')).toHaveValue('Azeda');
    await clickSave();
    await expect.poll(() => sent).toHaveLength(2);
    expect(sent[1]?.creation?.id).toBe(sent[0]?.creation?.id);
    const stored = { ...simulatedPlatform.stored, nome: 'Umbu', preco: 0 };
    expect(sent[1]?.isStored?.({ ...stored, nota: '' } as StoredRow)).toBe(false);
    expect(sent[1]?.isStored?.({ ...stored, nota: 'Azeda' } as StoredRow)).toBe(true);
  });
});

describe('a draft of the same form in another tab', () => {
  it("stays when this tab's form is saved, and is offered by the next form", async () => {
    const [own, other] = [
      await openFrutas('/frutas/editar/7'),
      await openFrutas('/frutas/editar/7'),
    ];
    await nameIn(own, 'Cajá');
    await nameIn(other, 'Umbu');
    await saveIn(own);
    await expect.poll(() => simulatedPlatform.stored.nome).toBe('Cajá');
    await expect.poll(drafts).toHaveLength(1);
    await own.unmount();
    await other.unmount();
    queryClient.clear();
    await openFrutas('/frutas/editar/7');
    await page.getByRole('button', { name: 'Recuperar' }).click();
    await expect.element(findField('Nome')).toHaveValue('Umbu');
    expect(page.getByRole('button', { name: 'Recuperar' }).query()).toBeNull();
  });

  it('is written again by its tab after this tab has deleted it', async () => {
    const other = await openFrutas('/frutas/editar/7');
    await nameIn(other, 'Umbu');
    await expect.poll(drafts).toHaveLength(1);
    const own = await openFrutas('/frutas/editar/7');
    await nameIn(own, 'Cajá');
    await page.elementLocator(own.form()!).getByRole('button', { name: 'Cancelar' }).click();
    await expect.poll(drafts).toHaveLength(0);
    // Both forms are in one tab, but the browser sends this event only to other tabs: dispatch the event here.
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(drafts()).toHaveLength(1);
    localStorage.clear();
    vi.mocked(readStoredSession).mockReturnValue(undefined);
    dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(drafts(), 'after the sign-out in another tab').toHaveLength(0);
  });
});

describe("'Cancelar'", () => {
  it('leaves at once, and its message opens the form again with the typed values', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(page.getByText('Alterações descartadas')).toBeVisible();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(drafts()).toHaveLength(0);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
    expect(page.getByRole('button', { name: 'Recuperar' }).query()).toBeNull();
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored.nome).toBe('Cajá');
  });

  it('restores the typed values also if the form was opened again before', async () => {
    const { router } = await openFrutas(['/frutas', '/frutas/editar/7']);
    await findField('Nome').fill('Cajá');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    await router.navigate({ to: '/frutas/editar/$id', params: { id: '7' } });
    await expect.element(findField('Nome')).toHaveValue('Caju');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored.nome).toBe('Cajá');
  });

  it('also restores a new record', async () => {
    await openFrutas('/frutas/adicionar');
    await findField('Nome').fill('Umbu');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.element(findField('Nome')).toHaveValue('Umbu');
  });

  it('shows no message if nothing was typed, and does not delete an offered draft', async () => {
    await typeAndCrash('Cajá');
    await openFrutas('/frutas/editar/7');
    await expect.element(page.getByRole('button', { name: 'Recuperar' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(page.getByText('Alterações descartadas').query()).toBeNull();
    expect(drafts()).toHaveLength(1);
  });
});

async function typeAndCrash(nome: string) {
  const first = await openFrutas('/frutas/editar/7');
  await findField('Nome').fill(nome);
  await expect.poll(drafts).toHaveLength(1);
  await first.unmount();
  queryClient.clear();
}

type Tab = Awaited<ReturnType<typeof openFrutas>>;

async function nameIn({ form }: Tab, nome: string) {
  await expect.poll(() => form()?.querySelector('[name=nome]')).toBeTruthy();
  await page.elementLocator(form()!.querySelector('[name=nome]')!).fill(nome);
}

async function saveIn({ form }: Tab) {
  await page.elementLocator(form()!).getByRole('button', { name: 'Salvar' }).click();
}

function drafts() {
  return Object.keys(localStorage).filter((key) => key.startsWith('vitrine:draft:'));
}
