import type { Page } from '@playwright/test';
import { areas } from '../../src/areas/index.ts';
import { makePicture } from '../support/pictures.ts';
import { makeConfirmedClickStep, findField, makeClickStep } from './journey.ts';
import type { Journey, LostMutation } from './journey.ts';

type Records = {
  /** The values of the fields besides the name, keyed by label. */
  fields: Readonly<Record<string, string>>;
  /** The label of the field for the picture, and the bucket of the picture. */
  image?: readonly [label: string, bucket: string];
  /** The requests that save and delete a record; by default the requests to the table of the area. */
  requests?: readonly [save: string, remove: string];
};

const company = {
  'E-mail': 'empresa@perdida.exemplo',
  Telefone: '11912345678',
  CEP: '01001000',
  Número: '10',
};

type Name = Exclude<keyof typeof areas, 'usuarios'>;

const RECORDS: Record<Name, Records> = {
  categories: { fields: {}, image: ['Imagem', 'images'] },
  distribuidores: {
    fields: { ...company, Plano: 'Pro' },
    image: ['Logo', 'logos'],
  },
  parceiros: { fields: company, image: ['Logo', 'logos'] },
  banners: { fields: {}, image: ['Imagem', 'images'] },
  notificacoes: { fields: { Conteúdo: 'Texto' } },
  products: {
    fields: {
      Subtítulo: 's',
      'Mini descrição': 'm',
      Descrição: 'd',
      SKU: 'PER-1',
      Categoria: 'Dos perdidos',
      'Preço de venda': '10',
    },
    image: ['Imagem principal', 'product-images'],
    requests: ['POST /rest/v1/rpc/save_product', 'POST /rest/v1/rpc/delete_product'],
  },
};

/** Journeys for each area besides users: create, change and delete a record, with its picture if there is one. */
export const recordJourneys = Object.fromEntries(
  (Object.keys(RECORDS) as Name[]).map((name): [string, Journey] => [
    `a record of ${name} is created once, changed once and deleted once, with its picture`,
    {
      async given(db) {
        if (name === 'products') await db(`insert into categories (name) values ('Dos perdidos')`);
        return areas[name].add;
      },
      mutations: mutationsOf(areas[name], RECORDS[name]),
    },
  ]),
);

function mutationsOf(
  { table, title }: (typeof areas)[Name],
  { fields, image, requests }: Records,
): LostMutation[] {
  // The label of the name in the form, and the column of the name in the table.
  const [label, column] = ['banners', 'notificacoes'].includes(table)
    ? ['Título', 'titulo']
    : ['Nome', 'name'];
  const ofTable = (method: string) => `${method} /rest/v1/${table}`;
  const [save, remove = ofTable('DELETE')] = requests ?? [];
  const versions = `select ${column} as name, version, (
      select count(*)::int from storage.objects where bucket_id = '${image?.[1] ?? ''}'
    ) as files from ${table} where ${column} in ('Perdida', 'Achada')`;
  // The number of stored files: a picture and its thumbnail.
  const files = image ? 2 : 0;
  async function fill(page: Page, name: string, file: string) {
    await findField(page, label).fill(name);
    if (!image) return;
    const colour: [number, number, number] = [file.length * 9, 90, 9];
    await findField(page, image[0]).setInputFiles(makePicture(file, colour));
  }
  return [
    {
      async first(page) {
        await fill(page, 'Perdida', 'uma.png');
        for (const [name, value] of Object.entries(fields)) {
          const input = findField(page, name);
          if (['Plano', 'Categoria'].includes(name)) await input.selectOption(value);
          else await input.fill(value);
        }
      },
      lost: {
        ...(image && { [`POST /storage/v1/object/${image[1]}/*`]: /^Erro ao fazer upload/ }),
        [save ?? ofTable('POST')]: /^(Falha|Erro) ao (salvar|criar) .*Sem conexão/,
      },
      act: makeClickStep('Salvar'),
      title,
      stored: [versions, { name: 'Perdida', version: 1, files }],
    },
    {
      async first(page) {
        await page.getByRole('link', { name: 'Perdida', exact: true }).click();
        await fill(page, 'Achada', 'outra.png');
      },
      lost: { [save ?? ofTable('PATCH')]: /^(Falha|Erro) ao (salvar|atualizar) .*Sem conexão/ },
      act: makeClickStep('Salvar'),
      title,
      stored: [versions, { name: 'Achada', version: 2, files }],
    },
    {
      lost: { [remove]: /^Falha ao excluir/ },
      act: makeConfirmedClickStep('Excluir Achada', 'Excluir'),
      success: /excluíd[ao] com sucesso!/,
      stored: [versions],
    },
  ];
}
