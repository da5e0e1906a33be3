import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { loseResponse } from './support/hold.ts';
import { makePicture } from './support/pictures.ts';
import { makeZip } from './support/zip.ts';

const PAGE = '/produtos/importar/imagens';

test.describe('Pictures by SKU', () => {
  test('are imported from a ZIP after a review of their products, and undone as one batch', async ({
    adminPage: page,
    db,
  }) => {
    await products(db, 'ZIP-1', 'ZIP-1-2', 'Açaí zip');
    await page.goto('/produtos');
    await page.getByRole('link', { name: 'Importar' }).click();
    await page.getByRole('link', { name: 'Incluir imagens' }).click();
    await expect(page).toHaveURL(PAGE);
    await expect(page).toHaveTitle('Imagens por SKU · Vitrine');
    await expectAccessible(page);
    await choose(page, 'fotos.zip', {
      'verao/zip-1.PNG': png(1),
      'ZIP-1-3.png': png(3),
      'ZIP-1-2.png': png(2),
      'acai_zip.png': png(4),
      '__MACOSX/._ZIP-1.png': png(5),
      'ZIP-9.png': png(6),
      'leia-me.txt': Buffer.from('oi'),
      'ZIP-1-4.png': Buffer.from('isto não é uma imagem'),
    });

    await expect(page.getByRole('button', { name: '3 a alterar' })).toBeVisible();
    const rows = page.getByRole('list', { name: 'Conferência das imagens' }).getByRole('listitem');
    await expect(rows).toHaveText([
      'Produto Açaí zipAçaí zipacai_zip.pngRemover',
      'Produto ZIP-1ZIP-1verao/zip-1.PNG, ZIP-1-3.png, ZIP-1-4.pngRemover',
      'Produto ZIP-1-2ZIP-1-2ZIP-1-2.pngRemover',
    ]);
    await expectAccessible(page);
    await page.getByRole('button', { name: '2 arquivos ignorados' }).click();
    await expect(rows).toHaveText([
      'leia-me.txtNão é uma imagem PNG, JPEG, WebP, GIF, AVIF nem SVG.',
      'ZIP-9.pngNenhum produto tem o SKU "ZIP-9".',
    ]);
    const list = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar lista de ignorados' }).click();
    expect((await list).suggestedFilename()).toBe('imagens-ignoradas.xlsx');
    expect(await readPictures(db, 'ZIP')).toEqual([]);

    await page.getByRole('button', { name: 'Incluir imagens em 3 produtos' }).click();
    await expect(page.getByText('4 imagens em 3 produtos.')).toBeVisible();
    await expect(page.getByText(/^ZIP-1-4\.png: Não foi possível abrir/)).toBeVisible();
    await expectAccessible(page);
    expect(await readPictures(db, 'zip')).toEqual([
      ['Açaí zip', 'main', true],
      ['ZIP-1', 'main', true],
      ['ZIP-1', 'additional', false],
      ['ZIP-1-2', 'main', true],
    ]);
    await page.goto('/atividade');
    const act = page.getByRole('listitem').filter({ hasText: 'incluiu imagens em 3 produtos' });
    await act.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer' }).click();
    await expect(page.getByText('Desfeito.')).toBeVisible();
    expect(await readPictures(db, 'zip')).toEqual([]);
    await expect.poll(() => countTrashed(db)).toBeGreaterThanOrEqual(8);
  });

  test('are stored once when the response is lost and the user continues', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/ERR_FAILED/);
    await products(db, 'PERDA-1');
    await page.goto(PAGE);
    await choose(page, 'perda.zip', { 'PERDA-1.png': png(21) });
    await loseResponse(page, 'POST /rest/v1/rpc/apply_batch');
    await page.getByRole('button', { name: 'Incluir imagens em 1 produto' }).click();
    await expect(page.getByText(/Sem conexão com o servidor/)).toBeVisible();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('1 imagem em 1 produto.')).toBeVisible();
    expect(await readPictures(db, 'PERDA')).toEqual([['PERDA-1', 'main', true]]);
    expect(await missingFiles(db, 'PERDA')).toEqual([]);
  });

  test('are imported from a folder, and replace the existing ones on request', async ({
    colaboradorPage: page,
    db,
  }, info) => {
    await products(db, 'PASTA-1', 'PASTA-2');
    const folder = info.outputPath('catalogo');
    await mkdir(`${folder}/dentro`, { recursive: true });
    await writeFile(`${folder}/PASTA-1.png`, png(10));
    await writeFile(`${folder}/dentro/PASTA-2-2.png`, png(11));
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(PAGE);
    await page.getByLabel('Escolher pasta').setInputFiles(folder);
    await page.getByRole('button', { name: 'Incluir imagens em 2 produtos' }).click();
    await expect(page.getByText('2 imagens em 2 produtos.')).toBeVisible();
    expect(await readPictures(db, 'PASTA')).toEqual([
      ['PASTA-1', 'main', true],
      ['PASTA-2', 'additional', false],
    ]);

    // PASTA-2-2.png in this ZIP is unchanged; PASTA-1.png has new content and replaces the stored picture.
    await page.getByRole('button', { name: 'Incluir outras imagens' }).click();
    await choose(page, 'outra.zip', { 'PASTA-1.png': png(12), 'PASTA-2-2.png': png(11) });
    await expect(page.getByText('2 produtos já têm imagens')).toBeVisible();
    await expect(page.getByRole('button', { name: '1 sem alteração' })).toBeVisible();
    await page.getByLabel('Substituir').check();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const before = await countTrashed(db);
    await page.getByRole('button', { name: 'Incluir imagens em 1 produto', exact: true }).click();
    await expect(page.getByText('1 imagem em 1 produto.')).toBeVisible();
    expect(await readPictures(db, 'PASTA')).toHaveLength(2);
    await expect.poll(() => countTrashed(db)).toBe(before + 2);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('Desfeito.')).toBeVisible();
    // The undo has moved the replaced picture out of the trash.
    await expect.poll(() => missingFiles(db, 'PASTA')).toEqual([]);
  });

  test('that were stopped continue with the rest, also from a new tab, as one batch', async ({
    adminPage: page,
    db,
  }) => {
    const skus = Array.from(
      { length: 12 },
      (_, place) => `RESTO-${String.fromCharCode(65 + place)}`,
    );
    await products(db, ...skus);
    const files = Object.fromEntries(skus.map((sku, place) => [`${sku}.png`, png(20 + place)]));
    let uploads = 0;
    await page.route('**/storage/v1/object/product-images/**', async (route) => {
      uploads += 1;
      // Each picture has two files. From the fifth product on, the uploads never complete.
      if (uploads <= 8) await route.continue();
    });
    await page.goto(PAGE);
    await choose(page, 'resto.zip', files);
    await page.getByRole('button', { name: 'Incluir imagens em 12 produtos' }).click();
    await expect.poll(async () => (await readPictures(db, 'RESTO')).length).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('heading', { name: 'Inclusão interrompida' })).toBeVisible();
    const done = (await readPictures(db, 'RESTO')).length;
    await expect(page.getByText(`${done} imagens em ${done} produtos.`)).toBeVisible();
    await expect(page.getByText(`Faltam ${12 - done} produtos.`)).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/storage/v1/object/product-images/**');

    await page.reload();
    await expect(page.getByText(/^12 produtos, desde /)).toBeVisible();
    await choose(page, 'resto.zip', files);
    await expect(page.getByRole('button', { name: `${done} já alterados` })).toBeVisible();
    await page.getByRole('button', { name: `Incluir imagens em ${12 - done} produtos` }).click();
    await expect(page.getByText('12 imagens em 12 produtos.')).toBeVisible();
    expect(await readPictures(db, 'RESTO')).toHaveLength(12);
    const batches = await db<{ note: object }>(
      `select distinct batch.note from private.batches as batch join private.changes as change on change.batch = batch.id
      where change.after ->> 'url' like '%/sku-%' and change.record_id in (select id::text from public.products where sku like 'RESTO%')`,
    );
    expect(batches).toEqual([{ note: { pictures: 12, count: 12 } }]);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect(page.getByText('Desfeito.')).toBeVisible();
    expect(await readPictures(db, 'RESTO')).toEqual([]);
  });

  test('wait for a connection, and show when a ZIP cannot be read or a product changed meanwhile', async ({
    adminPage: page,
    browserConsole,
    db,
  }) => {
    browserConsole.expect(/Failed to load resource/);
    await products(db, 'REDE-1', 'REDE-2');
    await page.goto(PAGE);
    const secret = makeZip({ 'REDE-1.png': png(40) }, { encrypted: true });
    for (const [name, buffer, words] of [
      ['senha.zip', secret, '"senha.zip" tem senha. Crie um ZIP sem senha.'],
      ['falso.zip', Buffer.from('nada'), 'O arquivo não é um ZIP, ou está incompleto.'],
    ] as const) {
      await input(page).setInputFiles({ name, mimeType: 'application/zip', buffer });
      await expect(page.getByRole('alert')).toContainText(words);
    }
    await page.route('**/rest/v1/rpc/apply_batch', (route) => route.abort());
    await choose(page, 'rede.zip', { 'REDE-1.png': png(41), 'REDE-2.png': png(42) });
    await page.getByRole('button', { name: 'Incluir imagens em 2 produtos' }).click();
    await expect(page.getByText('Sem conexão com o servidor.')).toBeVisible();
    await page.unroute('**/rest/v1/rpc/apply_batch');
    // A different user adds a picture to REDE-2 meanwhile.
    await db(
      `insert into public.product_images (product_id, url, is_main)
      select id, $1, true from public.products where sku = 'REDE-2'`,
      [new URL('/favicon.svg', page.url()).href],
    );
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('1 imagem em 1 produto.')).toBeVisible();
    await expect(
      page.getByText('SKU REDE-2: O SKU ou as imagens foram alterados depois da conferência.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Conferir novamente' }).click();
    await page.getByRole('button', { name: 'Incluir imagens em 1 produto', exact: true }).click();
    await expect(page.getByText('1 imagem em 1 produto.')).toBeVisible();
    expect(await readPictures(db, 'REDE-2')).toEqual([
      ['REDE-2', null, true],
      ['REDE-2', 'additional', false],
    ]);
  });
});

function png(seed: number): Buffer {
  return makePicture('', [seed * 5, 255 - seed * 5, 90]).buffer;
}

function input(page: Page) {
  return page.getByLabel('Escolha ou arraste o ZIP, a pasta ou as imagens');
}

async function choose(page: Page, name: string, files: Record<string, Buffer>) {
  await input(page).setInputFiles({ name, mimeType: 'application/zip', buffer: makeZip(files) });
}

async function products(db: RunSql, ...skus: string[]) {
  await db(
    `with category as (insert into public.categories (name) values ('Imagens ' || ($1::text[])[1]) returning id)
    insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || sku, 's', 'm', 'd', sku, category.id, 10 from unnest($1::text[]) as sku cross join category`,
    [skus],
  );
}

async function readPictures(db: RunSql, like: string) {
  const rows = await db<{ sku: string; folder: string; is_main: boolean }>(
    `select sku, substring(url from 'product-images/(\\w+)/') as folder, is_main
    from public.product_images join public.products on products.id = product_id
    where sku ilike '%' || $1 || '%' order by sku, position`,
    [like],
  );
  return rows.map(({ sku, folder, is_main }) => [sku, folder, is_main]);
}

async function countTrashed(db: RunSql): Promise<number> {
  const [row] = await db<{ files: number }>(
    `select count(*)::int as files from storage.objects where bucket_id = 'lixeira' and name like '%/sku-%'`,
  );
  return row?.files ?? 0;
}

/** Returns the URLs of pictures without a file in the bucket, for the products whose SKU begins with `like`. */
async function missingFiles(db: RunSql, like: string) {
  return db(
    `select url from public.product_images join public.products on products.id = product_id
    where sku like $1 || '%' and not exists (
      select from storage.objects where bucket_id = 'product-images' and url like '%/' || name
    )`,
    [like],
  );
}
