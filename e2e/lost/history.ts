import type { Page } from '@playwright/test';
import type { RunSql } from '../fixtures.ts';
import { expectSuccessMessage } from '../support/messages.ts';
import { makePicture } from '../support/pictures.ts';
import { storePicture } from '../support/stored-files.ts';
import {
  makeMenuStep,
  makeConfirmedClickStep,
  makeDownloadStep,
  expectFilesMatchRecords,
  findField,
  OFFLINE_TEXT,
  makeClickStep,
} from './journey.ts';
import type { Journey } from './journey.ts';

const NOT_UNDONE = `Não foi possível desfazer: ${OFFLINE_TEXT}`;
const NOT_RESTORED = `Não foi possível restaurar: ${OFFLINE_TEXT}`;
const tryAgain = makeClickStep('Tentar novamente');

const LEFT = `select name from categories where name like 'Lixo%' order by name`;

export const historyJourneys: Record<string, Journey> = {
  'a save is undone once and redone once, with its picture': {
    given: (db, { url }) => makeCategory(db, url, 'Desfeita'),
    mutations: [
      {
        first: choosePicture,
        lost: { 'PATCH /rest/v1/categories': `Falha ao salvar a categoria: ${OFFLINE_TEXT}` },
        act: makeClickStep('Salvar'),
        success: 'Categoria atualizada com sucesso!',
        stored: [pictureOf('Desfeita'), { is_first: false }],
      },
      {
        lost: { 'POST /rest/v1/rpc/undo_batch': NOT_UNDONE },
        act: makeClickStep('Desfazer'),
        retry: tryAgain,
        success: 'Desfeito.',
        stored: [pictureOf('Desfeita'), { is_first: true }],
      },
      {
        lost: { 'POST /rest/v1/rpc/undo_batch': `Não foi possível refazer: ${OFFLINE_TEXT}` },
        act: makeClickStep('Refazer'),
        retry: tryAgain,
        success: 'Refeito.',
        stored: [pictureOf('Desfeita'), { is_first: false }],
      },
    ],
  },
  'a field and a version are restored once, with the picture': {
    given: (db, { url }) => makeCategory(db, url, 'Antiga'),
    mutations: [
      {
        async first(page, db) {
          await findField(page, 'Nome').fill('Nova');
          await choosePicture(page);
          await makeClickStep('Salvar')(page);
          await expectSuccessMessage(page, 'Categoria atualizada com sucesso!');
          await expectFilesMatchRecords(db);
          await page.getByRole('link', { name: 'Nova', exact: true }).click();
          await makeMenuStep('Mais opções', 'Histórico')(page);
        },
        lost: { 'POST /rest/v1/rpc/restore_record': NOT_RESTORED },
        act: makeClickStep(/^Restaurar Nome/),
        success: 'O registro já está assim.',
        stored: [pictureOf('Antiga'), { is_first: false }],
      },
      {
        lost: { 'POST /rest/v1/rpc/restore_record': NOT_RESTORED },
        act: (page) => page.getByRole('button', { name: 'Restaurar esta versão' }).last().click(),
        retry: tryAgain,
        success: 'O registro já está assim.',
        stored: [pictureOf('Antiga'), { is_first: true }],
      },
    ],
  },
  'the pictures of a deleted product return once': {
    async given(db, { url }) {
      await db(
        `with category as (insert into categories (name) values ('Dos apagados') returning id),
        product as (
          insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
          select 'Apagado', 's', 'm', 'd', 'APA-1', id, 10 from category returning id
        )
        insert into product_images (product_id, url, is_main) select id, $1, true from product`,
        [await storePicture(url, 'product-images/main/apagado.png')],
      );
      return '/produtos?busca=APA-1';
    },
    mutations: [
      {
        async first(page, db) {
          await makeConfirmedClickStep('Excluir Apagado', 'Excluir')(page);
          await expectSuccessMessage(page, 'Produto excluído com sucesso!');
          await expectFilesMatchRecords(db);
        },
        lost: { 'POST /rest/v1/rpc/undo_batch': NOT_UNDONE },
        act: makeClickStep('Desfazer'),
        retry: tryAgain,
        success: 'Desfeito.',
        stored: [`select sku from products where name = 'Apagado'`, { sku: 'APA-1' }],
      },
    ],
  },
  'records leave the trash once, alone and together, and are deleted permanently once': {
    async given(db, { url }) {
      for (const name of ['a', 'b', 'c'])
        await db('insert into categories (name, image_url) values ($1, $2)', [
          `Lixo ${name}`,
          await storePicture(url, `images/categories/lixo-${name}.png`),
        ]);
      return '/categorias?busca=lixo';
    },
    mutations: [
      {
        async first(page, db) {
          await deleteAll(page, db);
          await page.goto('/lixeira');
        },
        lost: { 'POST /rest/v1/rpc/undo_batch': NOT_RESTORED },
        act: makeClickStep('Restaurar Lixo a'),
        retry: tryAgain,
        success: 'Categoria restaurada.',
        stored: [LEFT, { name: 'Lixo a' }],
      },
      {
        lost: { 'POST /rest/v1/rpc/restore_trashed': NOT_RESTORED },
        act: makeClickStep('Restaurar 2 categorias'),
        retry: tryAgain,
        success: /2 categorias/,
        stored: [LEFT, { name: 'Lixo a' }, { name: 'Lixo b' }, { name: 'Lixo c' }],
      },
      {
        async first(page, db) {
          await page.goto('/categorias?busca=lixo');
          await deleteAll(page, db);
          await page.goto('/lixeira');
          await page.getByRole('checkbox', { name: 'Selecionar 3 categorias' }).check();
        },
        lost: {
          'POST /rest/v1/rpc/discard_records': `Não foi possível apagar de vez: ${OFFLINE_TEXT}`,
        },
        async act(page) {
          const bar = page.getByRole('region', { name: 'Seleção' });
          await bar.getByRole('button', { name: 'Apagar de vez' }).click();
          await discard(page);
        },
        async retry(page) {
          await tryAgain(page);
          await discard(page);
        },
        success: 'Você apagou 3 categorias de vez.',
        stored: [`select name from storage.objects where name like '%lixo%'`],
      },
    ],
  },
  'a titular is anonymised once, with the logo': {
    async given(db, { url }) {
      const [row] = await db<{ id: string }>(
        `insert into parceiros (name, email, phone, address, logo_url)
        values ('Rui Some', 'rui@perdido.exemplo', '1', 'nº 1', $1) returning id`,
        [await storePicture(url, 'logos/parceiros/titular.png')],
      );
      return `/parceiros/editar/${row?.id}`;
    },
    mutations: [
      {
        first: makeMenuStep('Mais opções', 'Exportar dados do titular'),
        lost: { 'POST /rest/v1/rpc/personal_data': `Falha ao exportar os dados: ${OFFLINE_TEXT}` },
        act: makeClickStep('Baixar em JSON'),
        retry: makeDownloadStep(makeClickStep('Baixar em JSON')),
        // Each export of a titular's data adds an entry to the history: the lost and the repeated request add one each.
        entries: 2,
      },
      {
        async first(page) {
          await page.keyboard.press('Escape');
          await makeMenuStep('Mais opções', 'Anonimizar')(page);
          await page.getByRole('alertdialog').getByRole('textbox').fill('Rui Some');
        },
        lost: {
          'POST /rest/v1/rpc/anonymise': `Falha ao anonimizar: ${OFFLINE_TEXT}`,
          'DELETE /storage/v1/object/logos': /^Falha ao anonimizar: Os dados foram/,
        },
        act: makeClickStep('Anonimizar'),
        success: 'Titular anonimizado.',
        stored: [
          `select name from parceiros where email like 'anonimizado%'
          union all select name from storage.objects where name like '%titular%'`,
          { name: 'Titular anonimizado' },
        ],
      },
    ],
  },
};

async function makeCategory(db: RunSql, url: string, name: string): Promise<string> {
  const [row] = await db<{ id: string }>(
    'insert into categories (name, image_url) values ($1, $2) returning id',
    [name, await storePicture(url, `images/categories/${name}.png`)],
  );
  return `/categorias/editar/${row?.id}`;
}

/** Returns SQL that selects whether the category has the picture of `makeCategory`. */
function pictureOf(name: string): string {
  return `select image_url like '%/${name}.png' as is_first from categories where name = '${name}'`;
}

async function choosePicture(page: Page) {
  await findField(page, 'Imagem').setInputFiles(makePicture('outra.png', [90, 9, 9]));
}

async function deleteAll(page: Page, db: RunSql) {
  await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
  await makeClickStep('Mover para a Lixeira')(page);
  await makeClickStep(/^Mover 3 categorias/)(page);
  await expectSuccessMessage(page, /para a Lixeira\./);
  await expectFilesMatchRecords(db);
}

/** Confirms the permanent deletion of 3 records: enters their number and clicks the button. */
async function discard(page: Page) {
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('3');
  await question.getByRole('button', { name: 'Apagar de vez' }).click();
}
