import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { expect, it, vi } from 'vitest';
import { escapeCsvCell } from '#lib/sheet-text.ts';
import { writeSheet } from '../export/write-sheet.ts';
import { readSheetFile } from './sheet.ts';

const open = (file: Blob, name: string) =>
  readSheetFile(new File([file], name), new AbortController().signal);
const read = async (file: Blob, name: string) => (await open(file, name)).rows;

it('reads all rows of a CSV whose line ends add an empty line after each row', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `A-${index};Café\r\r\n`);
  const found = await read(new Blob(['SKU;Nome\r\r\n', ...rows]), 'produtos.csv');
  expect(found).toHaveLength(60_001);
  expect(found.at(-1)).toEqual({ line: 120_001, cells: ['A-59999', 'Café'] });
});

it('reads the texts of a CSV that a spreadsheet program has saved as a workbook', async () => {
  const texts = ['-10 °C', '+55 11', '=1+1', '@nome', "'-5", "''tis", '00123'];
  const shown = texts.map((text) => [escapeCsvCell(text)]);
  const saved = writeXlsxStream([['SKU'], ...shown], { name: 'Produtos' });
  const found = await read(await new Response(saved).blob(), 'produtos.xlsx');
  expect(found.slice(1).flatMap(({ cells }) => cells)).toEqual(texts);
});

it('reads the texts of a workbook of the panel unchanged', async () => {
  const texts = ['-10 °C', "'-5", "''-5", "'=1", "'tis", "' +1"];
  const rows = texts.map((text) => [text]);
  const written = await writeSheet('xlsx', 'Produtos', [{ label: 'SKU' }], [rows]);
  const found = await read(written, 'produtos.xlsx');
  expect(found.slice(1).flatMap(({ cells }) => cells)).toEqual(texts);
});

it('reads the first visible sheet of a workbook, and names the other visible ones', async () => {
  const sheetOf = (name: string, state?: 'hidden' | 'veryHidden') => ({
    name,
    rows: [['SKU'], [name]],
    ...(state && { [state]: true }),
  });
  const workbook = async (...sheets: ReturnType<typeof sheetOf>[]) => {
    const file = await writeXlsx({ sheets });
    return open(new Blob([file.slice()]), 'produtos.xlsx');
  };
  const rowsOf = (name: string) => [
    { line: 1, cells: ['SKU'] },
    { line: 2, cells: [name] },
  ];
  expect(
    await workbook(
      sheetOf('Listas', 'hidden'),
      sheetOf('Apoio', 'veryHidden'),
      sheetOf('Chás & "cafés"'),
      sheetOf('Doces'),
      sheetOf('Antigos', 'hidden'),
      sheetOf('2026'),
    ),
  ).toEqual({ rows: rowsOf('Chás & "cafés"'), sheets: ['Chás & "cafés"', 'Doces', '2026'] });
  const one = await workbook(sheetOf('Cafés'), sheetOf('Listas', 'hidden'));
  expect(one).toEqual({ rows: rowsOf('Cafés'), sheets: ['Cafés'] });
  expect((await open(new Blob(['SKU\nA-1']), 'produtos.csv')).sheets).toEqual([]);
});

it('refuses a workbook of too many rows with empty ones between them, and reads one with empty ones below', async () => {
  const [full, empty] = [['A-1'], [' ']];
  const book = (rows: string[][]) => writeSheet('xlsx', 'Produtos', [{ label: 'SKU' }], [rows]);
  const mixed = await book(
    Array.from({ length: 100_100 }, (_, index) => (index % 2 ? full : empty)),
  );
  await expect(read(mixed, 'produtos.xlsx')).rejects.toThrow('A planilha passa de 100.000 linhas');
  const below = await book([full, ...Array.from({ length: 100_100 }, () => empty)]);
  expect(await read(below, 'produtos.xlsx')).toHaveLength(2);
});

it('tells a missing code of the reader from a file that it cannot read', async () => {
  class MissingWorker extends Worker {
    constructor() {
      super('/missing.worker.js', { type: 'module' });
    }
  }
  vi.stubGlobal('Worker', MissingWorker);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(read(new Blob(['SKU']), 'produtos.csv')).rejects.toThrow('Sem conexão');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  await expect(read(new Blob(['SKU']), 'produtos.csv')).rejects.toThrow('Há uma versão nova');
  vi.unstubAllGlobals();
});
