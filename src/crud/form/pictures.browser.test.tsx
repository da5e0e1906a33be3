import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import type { moveUnusedPicturesToTrash } from '#data/unused-pictures.ts';
import { uploadPicture } from '#data/upload.ts';
import {
  findField,
  openFrutas,
  simulatedPlatform,
  clickSave,
  resetTestArea,
} from '../testing/frutas.tsx';
import { clearToasts } from '#ui/testing/clear-toasts.ts';

vi.mock('#data/session.ts', { spy: true });
vi.mock('#data/upload.ts', () => ({ uploadPicture: vi.fn<typeof uploadPicture>() }));
vi.mock('#data/unused-pictures.ts', () => ({
  moveUnusedPicturesToTrash: vi.fn<typeof moveUnusedPicturesToTrash>(),
}));

beforeEach(() => {
  resetTestArea();
  clearToasts();
  vi.mocked(uploadPicture).mockReset().mockResolvedValue('/caju.png');
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
});

it("are restored after a mistaken 'Cancelar', and then saved", async () => {
  await openFrutas('/frutas/editar/7');
  await findField('Foto').upload(await picture('caju.png'));
  await expect.element(shown('caju.png')).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.element(shown('caju.png')).toBeVisible();
  const image = shown('caju.png').element() as HTMLImageElement;
  await image.decode();
  await clickSave();
  await expect.element(page.getByText('A lista')).toBeVisible();
  expect(simulatedPlatform.stored.foto).toBe('/caju.png');
});

it('are restored in that form only, and not after the message has closed', async () => {
  await openFrutas('/frutas/editar/7');
  await findField('Foto').upload(await picture('caju.png'));
  await expect.element(shown('caju.png')).toBeVisible();
  const address = (shown('caju.png').element() as HTMLImageElement).src;
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(page.getByText('A lista')).toBeVisible();
  expect((await fetch(address)).ok).toBe(true);
  await page.getByRole('button', { name: 'Fechar mensagem' }).click();
  await expect.poll(() => fetch(address).catch(() => 'gone')).toBe('gone');
  await openFrutas('/frutas/editar/7');
  await expect.element(findField('Nome')).toHaveValue('Caju');
  expect(shown('caju.png').query()).toBeNull();
});

it('have to be chosen again after a crash; the draft lists their names', async () => {
  const first = await openFrutas('/frutas/editar/7');
  await findField('Foto').upload(await picture('caju.png'));
  await expect.poll(drafts).toHaveLength(1);
  await first.unmount();
  queryClient.clear();
  await openFrutas('/frutas/editar/7');
  await expect.element(page.getByText(/Escolha novamente as imagens: caju\.png\./)).toBeVisible();
});

it('leave no draft when they are removed again', async () => {
  await openFrutas('/frutas/editar/7');
  await findField('Foto').upload(await picture('caju.png'));
  await expect.poll(drafts).toHaveLength(1);
  await page.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect.poll(drafts).toHaveLength(0);
});

it('show a failed upload on their tile, and are uploaded alone on request', async () => {
  vi.mocked(uploadPicture).mockRejectedValueOnce(new Error('Sem conexão.'));
  await openFrutas('/frutas/editar/7');
  await findField('Foto').upload(await picture('caju.png'));
  await clickSave();
  await expect.element(page.getByText('Não enviada: Sem conexão.')).toBeVisible();
  expect(simulatedPlatform.writes).toBe(0);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect.element(page.getByText('Não enviada: Sem conexão.')).not.toBeInTheDocument();
  await clickSave();
  await expect.element(page.getByText('A lista')).toBeVisible();
  expect(simulatedPlatform.stored.foto).toBe('/caju.png');
  expect(uploadPicture).toHaveBeenCalledTimes(2);
});

it('can be dropped anywhere on the form, but not while it is being saved', async () => {
  await openFrutas('/frutas/editar/7');
  await expect.element(findField('Nome')).toHaveValue('Caju');
  drop(await picture('caju.png'));
  await expect.element(shown('caju.png')).toBeVisible();
  const { promise, resolve } = Promise.withResolvers();
  simulatedPlatform.beforeSave = () => promise;
  await clickSave();
  await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
  drop(await picture('outra.png'));
  resolve(undefined);
  await expect.element(page.getByText('A lista')).toBeVisible();
  expect(uploadPicture).toHaveBeenCalledTimes(1);
});

function shown(name: string) {
  return page.getByRole('img', { name });
}

function drafts() {
  return Object.keys(localStorage).filter((key) => key.startsWith('vitrine:draft:'));
}

function drop(file: File) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}

async function picture(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}
