import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { usePictures } from '#crud/form/pictures.tsx';
import { ProductImages } from './product-images.tsx';

it('loses none of four pictures given to the main one, and lets another one become it', async () => {
  await render(<Images />);
  const files = await Promise.all(['um', 'dois', 'três', 'quatro'].map(picture));
  await page.getByLabelText('Imagem principal').upload(files);
  await expect.element(page.getByRole('img', { name: 'um.png' })).toBeInTheDocument();
  const additional = page.getByRole('list').getByRole('img');
  await expect.poll(() => names(additional.elements())).toEqual(['dois', 'três', 'quatro']);
  await page.getByRole('button', { name: 'Tornar principal a imagem 2' }).click();
  await expect.poll(() => names(additional.elements())).toEqual(['um', 'dois', 'quatro']);
  await expect.element(page.getByRole('img', { name: 'três.png' })).toBeInTheDocument();
});

it('offers an additional picture as the main one where there is none', async () => {
  await render(<Images />);
  await page.getByLabelText('Imagens adicionais').upload([await picture('um')]);
  await page.getByRole('button', { name: 'Tornar principal a imagem 1' }).click();
  await expect.element(page.getByRole('img', { name: 'um.png' })).toBeInTheDocument();
  expect(page.getByRole('list').getByRole('img').elements()).toHaveLength(0);
});

function Images() {
  const place = { bucket: 'product-images', folder: 'main' };
  const { main, additional } = usePictures({ main: place, additional: place }, () => []);
  return <ProductImages main={main} additional={additional} />;
}

function names(images: Element[]) {
  return images.map((image) => image.getAttribute('alt')?.replace('.png', ''));
}

async function picture(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  return new File([await canvas.convertToBlob()], `${name}.png`, { type: 'image/png' });
}
