import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import * as v from 'valibot';
import { frutas } from '../testing/frutas.tsx';
import type { AreaImport } from './import-area.ts';
import { MapColumns } from './map-columns.tsx';
import type { MappedSheet } from './map-columns.tsx';

const rule = v.string();
let ready: MappedSheet | undefined;

beforeEach(() => {
  localStorage.clear();
  ready = undefined;
});

it("creates the file's categories by default if there are no categories yet", async () => {
  await open([]);
  await expect.element(creates()).toBeChecked();
  await expect.element(page.getByText('Ainda não existem: Doces, Azedas.')).toBeVisible();
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect.poll(() => ready?.creates).toBe(true);
  await creates().click();
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect.poll(() => ready?.creates).toBe(false);
});

it('shows the unknown categories, and creates none by default if other categories exist', async () => {
  await open(['doces']);
  const refused = page.getByText('Ainda não existem: Azedas. As linhas delas serão recusadas.');
  await expect.element(refused).toBeVisible();
  await expect.element(creates()).not.toBeChecked();
});

it('shows no question if all categories of the file exist', async () => {
  await open(['Doces', 'AZEDAS']);
  await expect.element(creates()).not.toBeChecked();
  expect(page.getByText(/Ainda não existem/).query()).toBeNull();
});

it('does not count the error of a formula as an unknown category', async () => {
  await open(['Doces'], {}, '#N/D');
  const refused = page.getByText('Ainda não existem: Azedas. As linhas delas serão recusadas.');
  await expect.element(refused).toBeVisible();
});

it('says before the review that a unit of columns is replaced as a whole, if the file has one of them', async () => {
  await open([], { unit: { names: ['category', 'cor'], text: 'Muda por inteiro.' } });
  await expect.element(page.getByText('Muda por inteiro.')).toBeVisible();
  await page.getByLabelText('Categoria', { exact: true }).selectOptions('Não importar');
  await expect.element(page.getByText('Muda por inteiro.')).not.toBeInTheDocument();
});

it('names the other sheets of the workbook, which are not read', async () => {
  await open([], {}, '', ['Cafés', 'Chás', 'Doces']);
  const others = 'Só a aba "Cafés" foi lida. O arquivo tem outras: "Chás", "Doces".';
  await expect.element(page.getByText(others)).toBeVisible();
});

it('names the only other sheet, and no sheet of a workbook with one', async () => {
  const { unmount } = await open([], {}, '', ['Cafés', 'Chás']);
  const other = 'Só a aba "Cafés" foi lida. O arquivo tem outra: "Chás".';
  await expect.element(page.getByText(other)).toBeVisible();
  await unmount();
  await open([], {}, '', ['Cafés']);
  await expect.element(page.getByText('frutas.csv: 4 linhas.')).toBeVisible();
  expect(page.getByText(/Só a aba/).query()).toBeNull();
});

function creates() {
  return page.getByLabelText('Criar as categorias que não existem');
}

async function open(
  known: string[],
  more?: Pick<AreaImport, 'unit'>,
  last = '',
  sheets: string[] = [],
) {
  const importing: AreaImport = {
    ...more,
    area: frutas,
    key: 'nome',
    columns: [
      { name: 'nome', label: 'Nome', rule, example: 'Caju' },
      { name: 'category', label: 'Categoria', rule, example: 'Doces' },
    ],
    store: (cells) => ({ cells }),
    reference: {
      name: 'category',
      column: 'category_id',
      known: async () => known,
      creates: 'creates_categories',
      words: {
        create: 'Criar as categorias que não existem',
        refused: 'As linhas delas serão recusadas.',
        missing: (name) => `A categoria "${name}" não existe.`,
      },
    },
  };
  const rows = ['Doces', 'Azedas', ' Doces ', last].map((category, index) => ({
    line: index + 2,
    cells: [`Fruta ${index}`, category],
  }));
  return render(
    <MapColumns
      importing={importing}
      rows={[{ line: 1, cells: ['Nome', 'Categoria'] }, ...rows]}
      sheets={sheets}
      known={known}
      fileName="frutas.csv"
      onBack={() => {}}
      onReady={(mapped) => (ready = mapped)}
    />,
  );
}
