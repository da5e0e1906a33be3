import { beforeEach, describe, expect, it } from 'vitest';
import '../../styles.css';
import { useEffect } from 'react';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { usePictures } from '#crud/form/pictures.tsx';
import { ProductImages } from './images.tsx';

let shown: ReturnType<typeof useImages>;

describe('the two fields', () => {
  beforeEach(() => render(<Images />));

  it('keep all of four pictures dropped on the main one, and allow another one to become the main one', async () => {
    const files = await Promise.all(['um', 'dois', 'três', 'quatro'].map((name) => picture(name)));
    await mainField().upload(files);
    await expect.poll(order).toEqual(['um', ['dois', 'três', 'quatro']]);
    await page.getByRole('button', { name: 'Tornar principal a imagem 2' }).click();
    await expect.poll(order).toEqual(['três', ['um', 'dois', 'quatro']]);
  });

  it('offer an additional picture as the main one where there is none', async () => {
    await additionalField().upload([await picture('um')]);
    await page.getByRole('button', { name: 'Tornar principal a imagem 1' }).click();
    await expect.poll(order).toEqual(['um', []]);
  });

  it('are ordered and emptied by buttons [PROD-42]', async () => {
    await choose('a', 'b', 'c', 'd');
    await expect.element(button('Mover imagem 1 para antes')).toBeDisabled();
    await expect.element(button('Mover imagem 3 para depois')).toBeDisabled();
    await button('Mover imagem 2 para antes').click();
    await expect.poll(order).toEqual(['a', ['c', 'b', 'd']]);
    await button('Mover a principal para as adicionais').click();
    await expect.poll(order).toEqual([undefined, ['a', 'c', 'b', 'd']]);
    await button('Remover imagem 3').click();
    await expect.poll(order).toEqual([undefined, ['a', 'c', 'd']]);
    await expect.element(button('Remover imagem 3')).toHaveFocus();
  });

  it('are ordered by the arrows, and the focus and a message follow the picture', async () => {
    await choose('a', 'b', 'c');
    button('Mover imagem 1 para depois').element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(order).toEqual(['a', ['c', 'b']]);
    await expect.element(button('Mover imagem 2 para depois')).toHaveFocus();
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('b.png: agora é a imagem 2 de 2 adicionais.');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(order).toEqual(['b', ['a', 'c']]);
    await expect.element(page.getByRole('status')).toHaveTextContent('b.png: agora é a principal.');
    await expect.element(button('Mover a principal para as adicionais')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(order).toEqual([undefined, ['b', 'a', 'c']]);
    await expect.element(button('Mover imagem 1 para depois')).toHaveFocus();
  });

  it('focus the field of the main picture when that is removed', async () => {
    await choose('a');
    await button('Remover a principal').click();
    await expect.element(mainField()).toHaveFocus();
  });

  it('take a picture that is dragged from one to the other', async () => {
    await choose('a', 'b', 'c');
    await handle('c').dropTo(handle('a'));
    await expect.poll(order).toEqual(['c', ['a', 'b']]);
    await handle('c').dropTo(handle('b'));
    await expect.poll(order).toEqual([undefined, ['a', 'c', 'b']]);
    await handle('a').dropTo(handle('b'));
    await expect.poll(order).toEqual([undefined, ['c', 'b', 'a']]);
  });

  it('name no control like a field, nor like a name of the specification', async () => {
    await choose('a', 'b');
    const names = [...document.querySelectorAll('button, label, input')].map(
      (element) => element.getAttribute('aria-label') ?? element.textContent,
    );
    const taken =
      /salvar|editar|limpar|excluir|cancelar|adicionar$|imagem principal|imagens adicionais/i;
    expect(names.filter((name) => taken.test(name)).toSorted()).toEqual([
      'Imagem principal',
      'Imagens adicionais',
    ]);
  });
});

describe('files dropped or pasted anywhere on the page', () => {
  beforeEach(() => render(<Images />));

  it('become the main picture and additional ones, and other files are reported as refused', async () => {
    drag('dragover', []);
    await expect.element(page.getByText('Solte as imagens em qualquer lugar.')).toBeVisible();
    drag('drop', [new File(['x'], 'x.pdf'), await picture('um'), await picture('dois')]);
    await expect.poll(order).toEqual(['um', ['dois']]);
    await expect.element(additionalField()).toHaveAccessibleDescription(/"x\.pdf"/);
    await expect
      .element(page.getByText('Solte as imagens em qualquer lugar.'))
      .not.toBeInTheDocument();
    drag('drop', [await picture('três')]);
    await expect.poll(order).toEqual(['um', ['dois', 'três']]);
  });

  it('are accepted from the clipboard too', async () => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(await picture('um'));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await expect.poll(order).toEqual(['um', []]);
  });

  it('hide the invitation when the pointer leaves', async () => {
    drag('dragover', []);
    await expect.element(page.getByText('Solte as imagens em qualquer lugar.')).toBeVisible();
    drag('dragleave', []);
    await expect
      .element(page.getByText('Solte as imagens em qualquer lugar.'))
      .not.toBeInTheDocument();
  });
});

describe('the main picture', () => {
  beforeEach(() => render(<Images />));

  it('can be cropped by keyboard to the frame of the catalogues, and restored', async () => {
    await mainField().upload([await picture('larga', 1400, 1000)]);
    await expect.element(page.getByText(/Os catálogos mostram só o meio/)).toBeVisible();
    await button('Recortar').click();
    const frame = page.getByRole('application', { name: 'Moldura do recorte' });
    await expect.element(page.getByText('O recorte tem 700x1000 px.')).toBeVisible();
    frame.element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await button('Usar este recorte').click();
    await expect.poll(mainSize).toEqual([700, 1000]);
    await expect.element(page.getByText(/Os catálogos mostram só o meio/)).not.toBeInTheDocument();
    await expect.poll(() => shown.lists.in('main')[0]?.area?.x).toBeLessThan(0.25);
    await expect.element(button('Recortar')).toHaveFocus();
    await button('Recortar').click();
    await button('Usar a imagem inteira').click();
    await expect.poll(mainSize).toEqual([1400, 1000]);
  });

  it('is unchanged by opening and closing the dialog', async () => {
    await mainField().upload([await picture('larga', 1400, 1000)]);
    await button('Recortar').click();
    await page.getByRole('slider', { name: 'Aproximar' }).fill('2');
    await expect.element(page.getByText(/menos que 700x1000/)).toBeVisible();
    await button('Voltar').click();
    await expect.poll(mainSize).toEqual([1400, 1000]);
  });
});

it('shows the alternative text of a picture with the picture', async () => {
  await render(<Images />);
  await choose('a', 'b');
  await page.getByLabelText('Texto alternativo da principal').fill('Tigela de açaí');
  await page.getByLabelText('Texto alternativo da imagem 1').fill('De lado');
  await expect.element(page.getByRole('img', { name: 'Tigela de açaí' })).toBeVisible();
  await expect.poll(() => shown.lists.held('additional')).toMatchObject([{ alt: 'De lado' }]);
});

function useImages() {
  const place = { bucket: 'product-images', folder: 'main' };
  return usePictures('/produtos/adicionar', { main: place, additional: place }, () => []);
}

function Images() {
  const images = useImages();
  useEffect(function exposeToTest() {
    shown = images;
  });
  return <ProductImages main={images.fields.main} additional={images.fields.additional} />;
}

/** Returns the file names, without extension, of the main picture and of the additional pictures. */
function order() {
  const names = (list: string) => shown.lists.in(list).map(({ name }) => name.replace('.png', ''));
  return [names('main')[0], names('additional')];
}

async function choose(main: string, ...additional: string[]) {
  await mainField().upload([await picture(main)]);
  await additionalField().upload(await Promise.all(additional.map((name) => picture(name))));
  await expect.poll(order).toEqual([main, additional]);
  const isReady = () => page.getByRole('img').elements().length === additional.length + 1;
  await expect.poll(isReady).toBe(true);
}

function mainField() {
  return page.getByLabelText('Imagem principal', { exact: true });
}

function additionalField() {
  return page.getByLabelText('Imagens adicionais', { exact: true });
}

function button(name: string) {
  return page.getByRole('button', { name, exact: true });
}

function handle(name: string) {
  return page.getByRole('img', { name: `${name}.png` });
}

async function mainSize() {
  const image = document.querySelector('img');
  return [image?.naturalWidth, image?.naturalHeight];
}

function drag(type: string, files: File[]) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([''], 'any'));
  if (files.length > 0) dataTransfer.items.clear();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(
    new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
  );
}

async function picture(name: string, width = 7, height = 10): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob()], `${name}.png`, { type: 'image/png' });
}
