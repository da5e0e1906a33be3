import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { fetchAuthors } from '../history/record-authors.queries.ts';
import type { Authors } from '../history/record-authors.queries.ts';
import { undoEntry } from '../history/undo.ts';
import {
  findField,
  openFrutas,
  simulatedPlatform,
  clickSave,
  resetTestArea,
} from '../testing/frutas.tsx';

vi.mock('#data/session.ts', { spy: true });
vi.mock('../history/record-authors.queries.ts', { spy: true });
vi.mock('../history/undo.ts', { spy: true });

beforeEach(() => {
  resetTestArea();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
});

describe('a save', () => {
  it('stores the typed values and leads back to the list', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nota').fill('Azeda');
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Caju', nota: 'Azeda', version: 2 });
  });

  it('shows the saved values in a list before the list is read again', async () => {
    const key = ['frutas', 'list', {}];
    const row = { ...simulatedPlatform.stored };
    queryClient.setQueryData(key, { rows: [row, { ...row, id: 8 }], total: 2 });
    await openFrutas('/frutas/editar/7');
    await findField('Nota').fill('Azeda');
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    const rows = [
      { ...row, nota: 'Azeda', version: 2 },
      { ...row, id: 8 },
    ];
    expect(queryClient.getQueryData(key)).toEqual({ rows, total: 2 });
    const read = vi.fn(() => ({ rows: [], total: 0 }));
    await queryClient.fetchQuery({ queryKey: key, queryFn: read, staleTime: 30_000 });
    expect(read).toHaveBeenCalledOnce();
  });

  it('shows the error beside the field, and writes nothing', async () => {
    await openFrutas('/frutas/adicionar');
    await clickSave();
    await expect.element(page.getByText('Informe o nome.')).toBeVisible();
    await expect.element(findField('Nome')).toHaveFocus();
    expect(simulatedPlatform.writes).toBe(0);
  });

  it('blocks input while it is running, and restores the focus when it fails', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nota').fill('Azeda');
    const { promise, reject } = Promise.withResolvers();
    simulatedPlatform.beforeSave = () => promise;
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    await userEvent.keyboard('!');
    reject(new Error('boom'));
    await expect.element(page.getByText('Falha: boom')).toBeVisible();
    await expect.element(findField('Nota')).toHaveFocus();
    await expect.element(findField('Nota')).toHaveValue('Azeda');
  });

  it('removes the message of its failure when it succeeds', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nota').fill('Azeda');
    simulatedPlatform.beforeSave = () => Promise.reject(new Error('sem conexão'));
    await clickSave();
    const failure = page.getByText('Falha: sem conexão');
    await expect.element(failure).toBeVisible();
    simulatedPlatform.beforeSave = async () => {};
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    await expect.element(failure).not.toBeInTheDocument();
  });

  it('is sent once, even if it is started several times before the next page renders', async () => {
    const { form } = await openFrutas('/frutas/adicionar');
    await findField('Nome').fill('Umbu');
    await clickSave();
    await expect.poll(() => simulatedPlatform.writes).toBe(1);
    form()?.requestSubmit();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.writes).toBe(1);
  });
});

function savedBy(...authors: Authors) {
  vi.mocked(fetchAuthors).mockResolvedValue({ authors, deletion: null });
}

/** Opens and changes a record that Bruno deletes meanwhile, tries to save it, and waits for the notice. */
async function openGone() {
  const deletion = { name: 'Bruno', own: false, at: new Date().toISOString(), batch: 44 };
  vi.mocked(fetchAuthors).mockResolvedValue({ authors: [deletion], deletion });
  await openFrutas('/frutas/editar/7');
  await findField('Nome').fill('Cajá');
  simulatedPlatform.beforeSave = () => Promise.reject(new Error('Fruta não encontrada.'));
  await clickSave();
  await expect.element(page.getByText('Falha: Fruta não encontrada.')).toBeVisible();
  await expect.element(page.getByText(/^Bruno excluiu esta fruta às \d\d:\d\d\.$/)).toBeVisible();
}

describe('two users, one record', () => {
  beforeEach(() => savedBy({ name: 'Maria', own: false }));

  it("merges the other user's changes of other fields without a question, and shows them", async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nota: 'Bem doce', version: 2 };
    await clickSave();
    await expect.element(page.getByText('Incluídas as alterações de Maria: Nota')).toBeVisible();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Cajá', nota: 'Bem doce', version: 3 });
  });

  it('asks only about the fields that both changed, side by side', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = {
      ...simulatedPlatform.stored,
      nome: 'Caju amarelo',
      nota: 'Bem doce',
      version: 2,
    };
    await clickSave();
    const question = page.getByRole('dialog', { name: 'Maria salvou antes de você' });
    await expect.element(question.getByRole('group', { name: 'Nome' })).toBeVisible();
    expect(question.getByRole('group').elements()).toHaveLength(1);
    await expect.element(question.getByRole('radio', { name: 'Sua versão' })).toHaveFocus();
    expect(simulatedPlatform.writes).toBe(0);
    const waits = page.getByText('Escolha uma versão para salvar.');
    await expect.element(waits).toBeInTheDocument();
    await question.getByRole('radio', { name: 'Versão salva' }).click();
    await question.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({
      nome: 'Caju amarelo',
      nota: 'Bem doce',
      version: 3,
    });
  });

  it("shows 'Você' for changes in another tab, in the list or on another device", async () => {
    savedBy({ name: 'Ana', own: true });
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju amarelo', version: 2 };
    await clickSave();
    const question = page.getByRole('dialog', { name: 'Você já salvou outra versão' });
    await expect.element(question.getByText(/^Você alterou os mesmos campos/)).toBeVisible();
    await expect.element(question.getByRole('radio', { name: 'Digitada aqui' })).toHaveFocus();
    expect(fetchAuthors).toHaveBeenCalledWith('banners', [7], { version: 1 });
    await question.getByRole('button', { name: 'Voltar ao formulário' }).click();
    savedBy({ name: 'Maria', own: false }, { name: 'Ana', own: true });
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju roxo', version: 3 };
    await clickSave();
    await expect
      .element(page.getByRole('dialog', { name: 'Maria e você salvaram antes' }))
      .toBeVisible();
  });

  it('agrees with the named users: the system is not one of them', async () => {
    const [maria, system] = [
      { name: 'Maria', own: false },
      { name: null, own: false },
    ];
    savedBy(maria, system);
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju amarelo', version: 2 };
    await clickSave();
    const one = page.getByRole('dialog', { name: 'Maria salvou antes de você' });
    await expect.element(one.getByText(/Maria alterou os mesmos campos/)).toBeVisible();
    await one.getByRole('button', { name: 'Voltar ao formulário' }).click();
    savedBy(maria, { name: 'João', own: false }, system);
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju roxo', version: 3 };
    await clickSave();
    const two = page.getByRole('dialog', { name: 'Maria e João salvaram antes' });
    await expect.element(two.getByText(/Maria e João alteraram os mesmos campos/)).toBeVisible();
  });

  it("shows 'Alguém' if the platform returns no names", async () => {
    vi.mocked(fetchAuthors).mockRejectedValue(new Error('sem conexão'));
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju amarelo', version: 2 };
    await clickSave();
    await expect
      .element(page.getByRole('dialog', { name: 'Alguém salvou antes de você' }))
      .toBeVisible();
  });

  it('names the user who deleted the record, restores it and saves over it', async () => {
    await openGone();
    const restore = vi.mocked(undoEntry).mockImplementation(async () => {
      simulatedPlatform.beforeSave = async () => {};
      return true;
    });
    await page.getByRole('button', { name: 'Restaurar a fruta' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(restore).toHaveBeenCalledExactlyOnceWith(44, '7', 'Fruta restaurada.');
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Cajá' });
  });

  it('saves the form of a deleted record as a new record', async () => {
    await openGone();
    simulatedPlatform.beforeSave = async () => {};
    simulatedPlatform.stored = { ...simulatedPlatform.stored, version: 5 };
    await page.getByRole('button', { name: 'Criar outra com estes dados' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Cajá', version: 6 });
  });

  it('keeps the typed values when the user returns to the form, and asks again', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = { ...simulatedPlatform.stored, nome: 'Caju amarelo', version: 2 };
    await clickSave();
    await page.getByRole('button', { name: 'Voltar ao formulário' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
    await expect.element(page.getByText('Alterações não salvas')).toBeVisible();
    await clickSave();
    await page.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored.nome).toBe('Cajá');
  });

  it("shows the other user's changes when the record is read again, and keeps the typed values", async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = {
      ...simulatedPlatform.stored,
      nome: 'Caju amarelo',
      nota: 'Bem doce',
      version: 2,
    };
    await queryClient.refetchQueries();
    await expect.element(findField('Nota')).toHaveValue('Bem doce');
    await expect.element(findField('Nome')).toHaveValue('Cajá');
    await clickSave();
    await expect.element(page.getByRole('group', { name: 'Nome' })).toBeVisible();
  });

  it("takes back the other user's change that it showed, when that user undoes it", async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    const before = simulatedPlatform.stored;
    simulatedPlatform.stored = { ...before, nome: 'Caju amarelo', preco: 20, version: 2 };
    await queryClient.refetchQueries();
    await expect.element(findField('Preço')).toHaveValue('20,00');
    simulatedPlatform.stored = { ...before, version: 3 };
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Cajá', preco: 12, version: 4 });
  });

  it("saves a value that the user changed back after the other user's was shown", async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    simulatedPlatform.stored = {
      ...simulatedPlatform.stored,
      nome: 'Caju amarelo',
      nota: 'Bem doce',
      version: 2,
    };
    await queryClient.refetchQueries();
    await expect.element(findField('Nota')).toHaveValue('Bem doce');
    await findField('Nota').fill('Doce');
    await clickSave();
    await page.getByRole('button', { name: 'Gravar o que escolhi' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(simulatedPlatform.stored).toMatchObject({ nome: 'Cajá', nota: 'Doce', version: 3 });
  });

  it('never shows cached data when the refetch fails', async () => {
    queryClient.setQueryData(['frutas', 'detail', '7'], simulatedPlatform.stored, { updatedAt: 1 });
    simulatedPlatform.beforeRead = () => Promise.reject(new Error('boom'));
    await openFrutas('/frutas/editar/7');
    await expect.element(page.getByText('Não abriu: boom')).toBeVisible();
    expect(findField('Nome').query()).toBeNull();
  });
});

describe('leaving', () => {
  it('asks about unsaved changes, and stays when the user declines', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    await page.getByRole('link', { name: 'Embora' }).click();
    const question = page.getByRole('alertdialog');
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
  });

  it('by a link during a save asks only after the save has failed', async () => {
    const { router } = await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    const saving = holdSave();
    await clickSave();
    router.history.push('/frutas/adicionar');
    await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    const question = page.getByRole('alertdialog');
    expect(question.query()).toBeNull();
    saving.reject(new Error('boom'));
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    simulatedPlatform.beforeSave = async () => {};
    await clickSave();
    await expect.element(page.getByText('A lista')).toBeVisible();
    expect(router.state.location.pathname).toBe('/frutas');
  });

  it('by a link during a save that succeeds follows the last link, without a question', async () => {
    const { router } = await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    const saving = holdSave();
    await clickSave();
    router.history.push('/frutas');
    router.history.push('/frutas/adicionar');
    saving.resolve(undefined);
    await expect.poll(() => router.state.location.pathname).toBe('/frutas/adicionar');
    await expect.element(findField('Nome')).toHaveValue('');
    expect(page.getByRole('alertdialog').query()).toBeNull();
    expect(simulatedPlatform.stored.nome).toBe('Cajá');
    router.history.back();
    await expect.element(findField('Nome')).toHaveValue('Cajá');
  });

  it("by 'Cancelar' follows the link that waits for the save", async () => {
    const { router } = await openFrutas('/frutas/editar/7');
    await findField('Nome').fill('Cajá');
    const saving = holdSave();
    await clickSave();
    router.history.push('/frutas/adicionar');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/frutas/adicionar');
    saving.resolve(undefined);
    await expect.poll(() => simulatedPlatform.writes).toBe(1);
    await expect.element(findField('Nome')).toHaveValue('');
  });

  it('asks no question if the same price was typed in another notation', async () => {
    await openFrutas('/frutas/editar/7');
    await findField('Preço').fill('12');
    await userEvent.tab();
    await expect.element(findField('Preço')).toHaveValue('12,00');
    await page.getByRole('link', { name: 'Embora' }).click();
    await expect.element(page.getByText('A lista')).toBeVisible();
  });
});

function holdSave() {
  const held = Promise.withResolvers<unknown>();
  simulatedPlatform.beforeSave = () => held.promise;
  return held;
}
