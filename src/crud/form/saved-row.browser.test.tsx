import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { uploadPicture } from '#data/upload.ts';
import { toListedRow } from '../row-mutations.queries.ts';
import {
  frutasListQuery,
  openFrutas,
  simulatedPlatform,
  clickSave,
  resetTestArea,
} from '../testing/frutas.tsx';
import type { Fruta } from '../testing/frutas.tsx';
import { FrutasList } from '../testing/frutas-list.tsx';

vi.mock('#data/session.ts', { spy: true });
vi.mock('#data/upload.ts', () => ({ uploadPicture: vi.fn<typeof uploadPicture>() }));

beforeEach(() => {
  resetTestArea();
  vi.mocked(uploadPicture).mockReset().mockResolvedValue('/caju.png');
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
  simulatedPlatform.readList = async () => ({ rows: [{ ...simulatedPlatform.stored }], total: 1 });
});

it('a list shows the saved row as the platform returned it, whichever field was changed', async () => {
  // Simulate a platform that normalizes texts differently than the form.
  simulatedPlatform.settle = ({ nome, nota, ...fruta }) => ({
    ...fruta,
    nome: `${nome.trim()}!`,
    nota: nota.toUpperCase(),
  });
  const { form } = await openFrutas('/frutas', { List: FrutasList });
  const tried: string[] = [];
  for (let place = 0; tried.length === place; place += 1) {
    await openRecord();
    await expect.poll(() => form()?.querySelectorAll('input').length).toBeGreaterThan(3);
    const field = form()?.querySelectorAll('input')[place];
    if (!field) break;
    tried.push(field.name || field.type);
    if (field.type === 'file') await page.elementLocator(field).upload(await picture());
    else await page.elementLocator(field).fill(`${place}1`);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { readList } = simulatedPlatform;
    simulatedPlatform.readList = async (params) => (await released, readList(params));
    const { writes } = simulatedPlatform;
    await clickSave();
    await expect.element(page.getByRole('table')).toBeVisible();
    expect(simulatedPlatform.writes).toBe(writes + 1);
    const [early, earlyText] = [listed(), rowText()];
    expect(early).toEqual(simulatedPlatform.stored);
    simulatedPlatform.readList = readList;
    release();
    await expect.poll(() => queryClient.isFetching({ queryKey: ['frutas', 'list'] })).toBe(0);
    expect(listed()).toEqual(early);
    expect(rowText()).toBe(earlyText);
  }
  // There are two file inputs: one to choose a picture, and one to take a picture with the camera.
  expect(tried).toEqual(['nome', 'nota', 'preco', 'file', 'file']);
});

it("the types refuse a form's values as a row of a list", () => {
  const values = { nome: 'Caju', nota: 'Doce', preco: '12,00' };
  // @ts-expect-error The form has no columns that only the platform sets.
  toListedRow(frutasListQuery, values);
  // @ts-expect-error `preco` is the text of the input, not a number.
  toListedRow(frutasListQuery, { ...values, id: 7, version: 2, foto: null });
  const row: Fruta = { ...values, id: 7, version: 2, foto: null, preco: 12 };
  expect(toListedRow(frutasListQuery, row)).toEqual({ list: ['frutas', 'list'], row });
});

async function openRecord() {
  await page.getByRole('link', { name: simulatedPlatform.stored.nome, exact: true }).click();
  await expect.element(page.getByLabelText('Nome', { exact: true })).toBeVisible();
}

/** Returns the row in the cached list. */
function listed() {
  const [query] = queryClient.getQueriesData<{ rows: Fruta[] }>({ queryKey: ['frutas', 'list'] });
  return query?.[1]?.rows[0];
}

function rowText() {
  return document.querySelector('tbody tr')?.textContent;
}

async function picture() {
  const canvas = new OffscreenCanvas(8, 8);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
  return new File([await canvas.convertToBlob()], 'caju.png', { type: 'image/png' });
}
