import { expect, it } from 'vitest';
import { formatMoney } from '#lib/money.ts';
import type { HistoryEntry, AreaBulkChange, BulkChange, RecordChange } from './history.queries.ts';
import { describeBulkChange, listChangedFields, listChangedPictures } from './changed-fields.ts';

const words = {
  fields: {
    name: { label: 'Nome' },
    category_id: { label: 'Categoria', article: 'a' },
    real_price: { label: 'Preço de venda', text: formatMoney },
    image_url: { label: 'Imagem', article: 'a' },
  },
  changeText: ({ value }: AreaBulkChange) => ({
    done: 'reajustou o preço de',
    undone: 'o reajuste de',
    detail: `: ${value}`,
  }),
} as const;

function entry(...changes: Partial<RecordChange>[]): HistoryEntry {
  return {
    batch: 1,
    at: '2026-11-21T12:00:00Z',
    actor: 'Maria',
    area: 'products',
    record_id: '1',
    kind: 'update',
    title: 'Açaí',
    undoes: null,
    amount: null,
    note: null,
    undone: false,
    undoable: true,
    missing_pictures: [],
    records: { count: 1, mixed: false },
    changes: changes.map((change) => ({
      table: 'products',
      row_id: '1',
      kind: 'update',
      before: null,
      after: null,
      ...change,
    })),
  };
}

it('describes changed columns with the labels, formats and order of their form', () => {
  const fields = listChangedFields(
    entry({
      before: { real_price: 10, category_id: 'a', discount_percentage: 1 },
      after: { real_price: 12, category_id: 'b', discount_percentage: null },
    }),
    words,
    { a: 'Bebidas', b: 'Sorvetes' },
  );
  expect(fields).toEqual([
    {
      column: 'category_id',
      label: 'Categoria',
      name: 'a categoria',
      from: 'Bebidas',
      to: 'Sorvetes',
    },
    {
      column: 'real_price',
      label: 'Preço de venda',
      name: 'o preço de venda',
      from: 'R$\u00a010,00',
      to: 'R$\u00a012,00',
    },
  ]);
});

it('combines several changes of one column from the first to the last', () => {
  const there = { before: { name: 'A' }, after: { name: 'B' } };
  expect(
    listChangedFields(entry(there, { before: { name: 'B' }, after: { name: 'C' } }), words, {}),
  ).toEqual([{ column: 'name', label: 'Nome', name: 'o nome', from: '"A"', to: '"C"' }]);
  expect(
    listChangedFields(entry(there, { before: { name: 'B' }, after: { name: 'A' } }), words, {}),
  ).toEqual([]);
});

it('lists removed and added pictures, of a product and of a column', () => {
  const product = entry(
    { table: 'product_images', kind: 'delete', before: { url: '/a.png' } },
    { table: 'product_images', kind: 'insert', after: { url: '/b.png' } },
    { table: 'product_images', before: { position: 1 }, after: { position: 0 } },
  );
  expect(listChangedPictures(product)).toEqual({ removed: ['/a.png'], added: ['/b.png'] });
  const category = entry({ before: { image_url: null }, after: { image_url: '/c.png' } });
  expect(listChangedPictures(category)).toEqual({ removed: [], added: ['/c.png'] });
});

it('truncates long texts and shows a dash for an empty value', () => {
  const [field] = listChangedFields(
    entry({ before: { name: '' }, after: { name: 'a'.repeat(200) } }),
    words,
    {},
  );
  expect(field?.from).toBe('—');
  expect(field?.to).toHaveLength(125);
});

it.each<[BulkChange, done: string, undone: string]>([
  [
    { kind: 'price', by: 'percent', value: 3, ending: null, promo: 'keep' },
    'reajustou o preço de 9: 3',
    'o reajuste de',
  ],
  [
    { kind: 'set', column: 'category_id', value: 'a' },
    'alterou a categoria de 9 para Bebidas',
    'a alteração da categoria de',
  ],
  [
    { kind: 'set', column: 'category_id', value: '0b9a2f3e-1111-4222-8333-444455556666' },
    'alterou a categoria de 9 para (não encontrado)',
    'a alteração da categoria de',
  ],
  [
    { kind: 'set', column: 'name', value: 'Açaí' },
    'alterou o nome de 9 para "Açaí"',
    'a alteração do nome de',
  ],
  [
    { kind: 'set', column: 'image_url', value: null },
    'removeu a imagem de 9',
    'a remoção da imagem de',
  ],
  [{ kind: 'set', column: 'unknown', value: 'a' }, 'alterou 9', 'a alteração de'],
  [{ kind: 'delete' }, 'excluiu 9', 'a exclusão de'],
])('describes the bulk change %j and its undo in a sentence', (change, done, undone) => {
  const text = describeBulkChange(change, words, { a: 'Bebidas' });
  expect(`${text.done} 9${text.detail}`).toBe(done);
  expect(text.undone).toBe(undone);
});

it('describes a change that only one area offers in general terms if the words of the area are missing', () => {
  const change = { kind: 'price', by: 'percent', value: 3, ending: null, promo: 'keep' } as const;
  expect(describeBulkChange(change, { fields: {} }, {})).toMatchObject({
    done: 'alterou',
    detail: '',
  });
});
