import { makePicture } from '../support/pictures.ts';
import { ANA } from '../support/sign-in.ts';
import { storePicture } from '../support/stored-files.ts';
import { makeZip } from '../support/zip.ts';
import {
  makeMenuStep,
  makeDownloadStep,
  OFFLINE_TEXT,
  makeClickStep,
  OUTCOME_CHECK,
  AUTOMATIC_RETRY,
} from './journey.ts';
import type { Journey } from './journey.ts';

const inMenu = (item: string) => makeMenuStep(/^Opções da visualização/, item);

const BANNERS = `select titulo from banners where titulo ~ '^(Um|Dois|Três)' order by ordem, id`;
const VIEWS = `select name from list_views where area = 'parceiros' order by position, name`;

export const listPageJourneys: Record<string, Journey> = {
  'banners are moved once, and duplicated once': {
    async given(db, { url }) {
      await db(
        `insert into banners (titulo, ordem, imagem_url) values ('Um', 1, $1), ('Dois', 2, null), ('Três', 3, null)`,
        [await storePicture(url, 'images/banners/movido.png')],
      );
      return '/banners';
    },
    mutations: [
      {
        first: makeClickStep('Mover Um'),
        lost: { 'POST /rest/v1/rpc/order_banners': OUTCOME_CHECK },
        act: (page) => page.getByRole('menuitem', { name: 'Mover para baixo' }).click(),
        stored: [BANNERS, { titulo: 'Dois' }, { titulo: 'Um' }, { titulo: 'Três' }],
      },
      {
        lost: { 'POST /rest/v1/rpc/duplicate_banner': `Falha ao duplicar banner: ${OFFLINE_TEXT}` },
        act: makeClickStep('Duplicar Um'),
        success: 'Banner duplicado com sucesso!',
        stored: [
          BANNERS,
          { titulo: 'Dois' },
          { titulo: 'Um' },
          { titulo: 'Um (Cópia)' },
          { titulo: 'Três' },
        ],
      },
    ],
  },
  'a product is duplicated once': {
    async given(db) {
      await db(
        `with category as (insert into categories (name) values ('Dos copiados') returning id)
        insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
        select 'Copiado', 's', 'm', 'd', 'COP-9', id, 10 from category`,
      );
      return '/produtos?busca=COP-9';
    },
    mutations: [
      {
        lost: {
          'POST /rest/v1/rpc/duplicate_product':
            'Falha ao duplicar produto. Por favor, tente novamente.',
        },
        act: makeClickStep('Duplicar Copiado'),
        success: 'Produto duplicado com sucesso!',
        stored: [
          `select sku from products where sku like 'COP-9%' order by sku`,
          { sku: 'COP-9' },
          { sku: 'COP-9-COPY' },
        ],
      },
    ],
  },
  'a saved view is created, renamed, moved, removed and restored once': {
    async given(db) {
      await db(
        `insert into list_views (owner, area, name, address)
        select id, 'parceiros', 'Antiga', '' from profiles where email = $1`,
        [ANA.email],
      );
      return '/parceiros?busca=perdido';
    },
    mutations: [
      {
        async first(page) {
          await makeClickStep('Criar visualização')(page);
          await page.getByLabel('Nome da visualização').fill('Segunda');
        },
        lost: { 'POST /rest/v1/list_views': AUTOMATIC_RETRY },
        act: makeClickStep('Gravar'),
        success: 'Visualização criada.',
        stored: [VIEWS, { name: 'Antiga' }, { name: 'Segunda' }],
        entries: 0,
      },
      {
        async first(page) {
          await inMenu('Renomear')(page);
          await page.getByLabel('Nome da visualização').fill('Última');
        },
        lost: { 'PATCH /rest/v1/list_views': AUTOMATIC_RETRY },
        act: makeClickStep('Gravar'),
        success: 'Visualização alterada.',
        stored: [VIEWS, { name: 'Antiga' }, { name: 'Última' }],
        entries: 0,
      },
      {
        lost: { 'POST /rest/v1/rpc/order_list_views': AUTOMATIC_RETRY },
        act: inMenu('Mover para a esquerda'),
        stored: [VIEWS, { name: 'Última' }, { name: 'Antiga' }],
        entries: 0,
      },
      {
        lost: { 'DELETE /rest/v1/list_views': AUTOMATIC_RETRY },
        act: inMenu('Apagar visualização'),
        success: 'Visualização apagada.',
        stored: [VIEWS, { name: 'Antiga' }],
        entries: 0,
      },
      {
        lost: { 'POST /rest/v1/list_views': AUTOMATIC_RETRY },
        act: makeClickStep('Desfazer'),
        success: 'Visualização criada.',
        stored: [VIEWS, { name: 'Última' }, { name: 'Antiga' }],
        entries: 0,
      },
    ],
  },
  'hidden columns of a list are stored once': {
    given: async () => '/categorias',
    mutations: [
      {
        first: makeClickStep('Colunas'),
        lost: { 'POST /rest/v1/rpc/set_list': AUTOMATIC_RETRY },
        act: (page) => page.getByLabel('Descrição').uncheck(),
        stored: [
          'select area, hidden_columns from list_settings',
          { area: 'categories', hidden_columns: 'description' },
        ],
        entries: 0,
      },
    ],
  },
  'settings are applied once': {
    given: async () => '/dashboard',
    mutations: [
      {
        async first(page) {
          await makeMenuStep('Menu do usuário', 'Alerta de preços')(page);
          await page.getByLabel('Redução acima de (%)').fill('41');
        },
        lost: {
          'PATCH /rest/v1/price_guard': `Falha ao atualizar o alerta de preços: ${OFFLINE_TEXT}`,
        },
        act: makeClickStep('Aplicar'),
        success: 'Alerta de preços atualizado com sucesso!',
        stored: ['select down_limit::int from price_guard', { down_limit: 41 }],
      },
      {
        async first(page) {
          await makeMenuStep('Menu do usuário', 'Acesso de outros sistemas')(page);
          await page.getByLabel('Menu de Parceiros').selectOption('Qualquer pessoa, sem senha');
        },
        lost: {
          'PATCH /rest/v1/catalogue_readers': new RegExp(`^Falha .* sistemas: ${OFFLINE_TEXT}`),
        },
        act: makeClickStep('Aplicar'),
        success: 'Acesso de outros sistemas atualizado com sucesso!',
        stored: ['select menu_parceiros from catalogue_readers', { menu_parceiros: 'todos' }],
      },
    ],
  },
  'a bulk change is planned once, without a row that is left out once': {
    async given(db) {
      await db(`insert into categories (name) values ('Muita 1'), ('Muita 2')`);
      return '/categorias?busca=muita';
    },
    mutations: [
      {
        first: (page) => page.getByRole('checkbox', { name: 'Selecionar a página' }).click(),
        lost: { 'POST /rest/v1/rpc/plan_change': OFFLINE_TEXT },
        act: makeClickStep('Inativar'),
        retry: makeClickStep('Tentar novamente'),
        stored: [rowsOf('change'), { rows: 'change, change' }],
        entries: 0,
      },
      {
        lost: { 'POST /rest/v1/rpc/leave_out': OFFLINE_TEXT },
        act: makeClickStep('Remover: Muita 1'),
        stored: [rowsOf('change'), { rows: 'out, change' }],
        entries: 0,
      },
    ],
  },
  'a spreadsheet is sent once, planned once and dropped once': {
    given: async () => '/categorias/importar',
    mutations: [
      {
        first: (page) =>
          page.getByLabel('Escolha ou arraste a planilha').setInputFiles({
            name: 'perdida.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from('Nome\nPlanilha 1\nPlanilha 2'),
          }),
        lost: {
          'POST /rest/v1/rpc/stage_rows': OFFLINE_TEXT,
          'POST /rest/v1/rpc/plan_import': OFFLINE_TEXT,
        },
        act: makeClickStep(/^(Conferir|Continuar importação)/),
        stored: [rowsOf('import'), { rows: 'create, create' }],
        entries: 0,
      },
      {
        first: (page) => page.goto('/categorias/importar'),
        lost: { 'POST /rest/v1/rpc/drop_batch': `Falha ao descartar: ${OFFLINE_TEXT}` },
        act: makeClickStep('Descartar'),
        stored: [rowsOf('import')],
        entries: 0,
      },
    ],
  },
  'pictures by SKU are planned once': {
    async given(db) {
      await db(
        `with category as (insert into categories (name) values ('Das fotos') returning id)
        insert into products (name, subtitle, mini_description, description, sku, category_id, real_price)
        select 'Foto', 's', 'm', 'd', 'FOTO-1', id, 10 from category`,
      );
      return '/produtos/importar/imagens';
    },
    mutations: [
      {
        lost: { 'POST /rest/v1/rpc/plan_pictures': OFFLINE_TEXT },
        act: (page) =>
          page
            .getByLabel('Escolha ou arraste')
            .first()
            .setInputFiles({
              name: 'fotos.zip',
              mimeType: 'application/zip',
              buffer: makeZip({ 'FOTO-1.png': makePicture('FOTO-1.png', [1, 2, 3]).buffer }),
            }),
        stored: [rowsOf('pictures'), { rows: 'change' }],
        entries: 0,
      },
    ],
  },
  'an export is downloaded at the second attempt': {
    given: async () => '/notificacoes',
    mutations: [
      makeExport('note_export'),
      { first: (page) => page.goto('/produtos'), ...makeExport('export_products') },
    ],
  },
};

/** Returns SQL that selects, for each staged batch of this kind, the outcomes of its rows. */
function rowsOf(kind: 'change' | 'import' | 'pictures'): string {
  return `select (
      select string_agg(staged_row.outcome, ', ' order by staged_row.place)
      from private.staged_batch_rows as staged_row where staged_row.batch_id = staged.id
    ) as rows
    from private.staged_batches as staged where staged.kind = '${kind}'`;
}

/** Returns a mutation that exports a list. The lost and the repeated request each add an entry to the history. */
function makeExport(request: string) {
  const act = makeMenuStep('Exportar', 'Tudo, em CSV');
  return {
    lost: { [`POST /rest/v1/rpc/${request}`]: `Falha ao exportar: ${OFFLINE_TEXT}` },
    act,
    retry: makeDownloadStep(act),
    entries: 2,
  };
}
